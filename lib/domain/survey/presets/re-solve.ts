import type { StoryKind } from "../../items/kinds/story-kind.ts";
import { generateLayout } from "../composition/generate-layout.ts";
import { type LayoutItem, layoutValue } from "../composition/layout-item.ts";
import { plainComposition, type StudyComposition } from "../composition/study-composition.ts";
import { layoutDesignOf } from "../composition/study-layout.ts";
import type { Design } from "../design.ts";
import type { Protocol } from "../protocol.ts";
import { nextActionsDraft, storyErrorsDraft } from "./kste-evaluation.ts";

/** Kinds of items that support a blind re-solve: those that are made from stories. */
export const reSolveKinds = ["consistency", "two-choice"] as const satisfies readonly StoryKind["itemKind"][];
export type ReSolveKind = StoryKind["itemKind"];

/**
 * The design of a blind re-solve: people who have not seen a text answer it before it is accepted. There is one group.
 * Everyone gets the same number of items, and never two items of the same source. A question about previous work on the
 * stories ends the session of people who answer yes.
 */
export function reSolveDesign(
  kind: ReSolveKind,
  plan: { seed: string; answersPerItem: number; itemsPerSession: number; rules: StudyComposition["rules"] },
): Design {
  const { conditions, composition } = draftOf(kind);
  return {
    seed: plan.seed,
    strata: [{ key: "everybody", label: "Everybody", criteria: {} }],
    openStratum: false,
    factors: Object.entries(conditions).map(([name, levels]) => ({ name, levels })),
    perStratumItem: plan.answersPerItem,
    itemsPerSession: plan.itemsPerSession,
    composition: { ...plainComposition, varies: composition?.varies ?? {}, rules: plan.rules },
  };
}

/**
 * The design with the longest sessions, of at most `wanted` items, that can be laid out. Each session has equal numbers
 * of consistent and erroneous texts if possible, and never two texts of one source. Sessions of one item are always
 * possible.
 */
export function planReSolve(
  kind: ReSolveKind,
  items: readonly LayoutItem[],
  plan: { seed: string; answersPerItem: number; wanted: number },
): Design {
  const separateSources: StudyComposition["rules"] = [{ onePer: "group" }, { order: "random" }];
  const balancedKinds: StudyComposition["rules"] = [{ balance: "kste_kind" }, ...separateSources];
  const isMixed = new Set(items.map((item) => layoutValue(item, "kste_kind"))).size > 1;
  for (let size = Math.min(items.length, plan.wanted); size > 1; size -= 1) {
    if ((items.length * plan.answersPerItem) % size !== 0) continue;
    for (const rules of isMixed ? [balancedKinds, separateSources] : [separateSources]) {
      const design = reSolveDesign(kind, { ...plan, itemsPerSession: size, rules });
      const file = layoutDesignOf(design, items.length);
      if (file && generateLayout(file, items).ok) return design;
    }
  }
  return reSolveDesign(kind, { ...plan, itemsPerSession: 1, rules: separateSources });
}

/** The texts of the paper's human evaluation, with the question that excludes people who have seen the stories. */
export function reSolveProtocol(kind: ReSolveKind): Protocol {
  const { protocol } = draftOf(kind);
  const itemsStepIndex = protocol.steps.findIndex((step) => step.kind === "items");
  return {
    ...protocol,
    steps: [
      ...protocol.steps.slice(0, itemsStepIndex),
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
      ...protocol.steps.slice(itemsStepIndex),
    ],
  };
}

function draftOf(kind: ReSolveKind) {
  return kind === "consistency" ? storyErrorsDraft() : nextActionsDraft();
}
