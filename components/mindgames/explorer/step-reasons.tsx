"use client";

import "./explorer.css";
import type { Dispatch, RefObject, SetStateAction } from "react";
import type { Explanation } from "@/lib/domain/epistemic/explain/explain-problem.ts";
import type { StepView } from "@/lib/domain/epistemic/explain/step-view.ts";
import type { WorldHighlight } from "./link-layer.tsx";
import { TruthExplanation } from "./truth-explanation.tsx";

/** Explains why worlds are ruled out at a step, or why the hypothesis is true or false. */
export function StepReasons({
  view,
  worlds,
  step,
  explanation,
  setHighlight,
  setPinned,
  stage,
}: {
  view: StepView;
  worlds: number;
  step: number;
  explanation: Explanation;
  setHighlight: Dispatch<SetStateAction<WorldHighlight | null>>;
  setPinned: Dispatch<SetStateAction<number | null>>;
  stage: RefObject<HTMLDivElement | null>;
}) {
  return (
    <section aria-labelledby="explorer-why">
      <h2 id="explorer-why" className="mb-3 text-xl">
        {view.kind === "start"
          ? "Why"
          : view.kind === "hypothesis"
            ? "Why the hypothesis is true or false"
            : "Why these worlds are ruled out"}
      </h2>
      {view.reasons.length === 0 ? (
        <p className="text-ink-soft">{explainNoReasons(view.kind, worlds)}</p>
      ) : (
        <TruthExplanation
          key={step}
          reasons={view.reasons}
          worlds={explanation.worlds}
          setup={explanation.setup}
          onHighlight={setHighlight}
          onPin={(world) => {
            setPinned(world);
            stage.current?.scrollIntoView({ block: "nearest" });
          }}
        />
      )}
    </section>
  );
}

function explainNoReasons(kind: "start" | "announcement" | "hypothesis", worlds: number): string {
  if (kind === "start") {
    return `Each person’s fact can be true or false, which gives ${worlds} worlds. No announcement has ruled out a world yet.`;
  }
  if (kind === "announcement")
    return "No world is ruled out: the announcement is true in every world that is still possible.";
  return "No world is left, so there is none in which the hypothesis could be false.";
}
