import type { Design } from "../design.ts";
import type { Protocol } from "../protocol.ts";
import { nextActionsDraft, storyErrorsDraft } from "./kste-evaluation.ts";

/** Kinds of items that are solved blind. */
export type ReSolveKind = "consistency" | "two-choice";

/**
 * The blind re-solve: people who have not seen a text solve it before it is accepted. One group, everybody the same
 * number of items; a question about whether one has worked on the stories ends the session of those who have.
 */
export function reSolveDesign(
  kind: ReSolveKind,
  plan: { seed: string; answersPerItem: number; itemsPerSession: number },
): Design {
  const { conditions } = draftOf(kind);
  return {
    seed: plan.seed,
    strata: [{ key: "everybody", label: "Everybody", criteria: {} }],
    openStratum: false,
    factors: Object.entries(conditions).map(([name, levels]) => ({ name, levels })),
    perStratumItem: plan.answersPerItem,
    itemsPerSession: plan.itemsPerSession,
  };
}

/** The texts of the paper's human evaluation, with the question that keeps out whoever has seen the stories. */
export function reSolveProtocol(kind: ReSolveKind): Protocol {
  const { protocol } = draftOf(kind);
  const at = protocol.steps.findIndex((step) => step.kind === "items");
  return {
    ...protocol,
    steps: [
      ...protocol.steps.slice(0, at),
      {
        kind: "questions",
        key: "seen-before",
        title: "One question first",
        text: "",
        questions: [
          {
            type: "choice",
            key: "worked-on-stories",
            label: "Have you written, checked or reviewed stories for this project?",
            help: "",
            choices: [
              { value: "no", label: "No", endsAs: null },
              { value: "yes", label: "Yes", endsAs: "screened-out" },
            ],
          },
        ],
      },
      ...protocol.steps.slice(at),
    ],
  };
}

/**
 * The largest number of items a session can hold so that all sessions are full: a divisor of all answers wanted, at most
 * `wanted` and at most the number of items.
 */
export function fullSession(items: number, answersPerItem: number, wanted: number): number {
  if (!(items >= 1 && answersPerItem >= 1 && wanted >= 1)) {
    throw new RangeError(
      `a session needs items, answers and a size of at least 1, not ${items}, ${answersPerItem}, ${wanted}`,
    );
  }
  const most = Math.min(items, wanted);
  for (let size = most; size > 1; size -= 1) if ((items * answersPerItem) % size === 0) return size;
  return 1;
}

function draftOf(kind: ReSolveKind) {
  return kind === "consistency" ? storyErrorsDraft() : nextActionsDraft();
}
