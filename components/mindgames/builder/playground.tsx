"use client";

import { useState } from "react";
import { CodeBlock } from "@/components/ui/code.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { formatProblem } from "@/lib/domain/epistemic/mindgames/formula-text.ts";
import type { Problem } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { problemQuery } from "@/lib/domain/epistemic/mindgames/read-pasted.ts";
import { problemLabel } from "@/lib/domain/epistemic/mindgames/solve.ts";
import { Explorer } from "../explorer/explorer.tsx";
import { replaceAddress, stepAddress } from "../explorer/step-address.ts";
import { LabelBadge } from "../label-badge.tsx";
import { ProblemText } from "../problem-text.tsx";
import { ProblemBuilder } from "./problem-builder.tsx";

/**
 * A problem, built here or parsed from pasted text, and its explorer. The address contains problem and step.
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
  /** Whether the problem can be edited with the form. */
  isBuilder: boolean;
  /** This page without a query. */
  path: string;
  /** The public address of the installation, for links to share. */
  origin: string;
}) {
  const [problem, setProblem] = useState(initialProblem);
  const [step, setStep] = useState(initialStep);
  const query = problemQuery(problem);
  const link = stepAddress(`${path}?${new URLSearchParams(query)}`, step);
  const showProblem = (next: Problem, nextStep: number) => {
    setProblem(next);
    setStep(nextStep);
    // The pasted text stays in the address and in its field until the problem is edited in the form.
    if (isBuilder) replaceAddress(stepAddress(`${path}?${new URLSearchParams(problemQuery(next))}`, nextStep));
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
