"use client";

import { useState } from "react";
import { CodeBlock } from "@/components/ui/code.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { formatProblem } from "@/lib/domain/epistemic/mindgames/formula-text.ts";
import type { Problem } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { toProblemQuery } from "@/lib/domain/epistemic/mindgames/read-pasted.ts";
import { problemLabel } from "@/lib/domain/epistemic/mindgames/solve.ts";
import { Explorer } from "../explorer/explorer.tsx";
import { replaceAddress, stepAddress } from "../explorer/step-address.ts";
import { LabelBadge } from "../label-badge.tsx";
import { ProblemText } from "../problem-text.tsx";
import { ProblemBuilder } from "./problem-builder.tsx";

/**
 * Shows a problem that was built with the form or parsed from pasted text, and its explorer. The address contains the
 * problem and the step.
 */
export function Playground({
  initialProblem,
  initialStep,
  isBuilder,
  path,
  origin,
}: {
  initialProblem: Problem;
  initialStep: number;
  /** Whether the problem can be edited with the form's select fields. */
  isBuilder: boolean;
  /** This page without a query. */
  path: string;
  /** The public address of the installation, which links for sharing contain. */
  origin: string;
}) {
  const [problem, setProblem] = useState(initialProblem);
  const [step, setStep] = useState(initialStep);
  const query = toProblemQuery(problem);
  const link = stepAddress(`${path}?${new URLSearchParams(query)}`, step);
  const showProblem = (next: Problem, nextStep: number) => {
    setProblem(next);
    setStep(nextStep);
    // The address and its field keep a pasted text until the problem is edited with the form.
    if (isBuilder) replaceAddress(stepAddress(`${path}?${new URLSearchParams(toProblemQuery(next))}`, nextStep));
  };
  return (
    <div className="grid gap-10">
      {isBuilder && <ProblemBuilder problem={problem} onChange={(changed) => showProblem(changed, 0)} />}
      <section aria-labelledby="playground-problem" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="playground-problem" className="flex flex-wrap items-center gap-3 text-xl">
            The problem <LabelBadge label={problemLabel(problem)} />
          </h2>
          <span className="no-print">
            <CopyButton text={`${origin}${link}`} label="Copy link" />
          </span>
        </div>
        <ProblemText premise={query.premise} hypothesis={query.hypothesis} />
        <details>
          <summary className="w-fit py-1 text-ink-soft underline decoration-edge underline-offset-4">
            As SMCDEL text
          </summary>
          <div className="mt-2 grid gap-2">
            <CodeBlock label="The problem as SMCDEL text">{formatProblem(problem)}</CodeBlock>
            <CopyButton text={formatProblem(problem)} />
          </div>
        </details>
      </section>
      <Explorer
        problem={problem}
        step={step}
        hrefOf={(next) => stepAddress(`${path}?${new URLSearchParams(query)}`, next)}
        onStep={(next) => showProblem(problem, next)}
      />
    </div>
  );
}
