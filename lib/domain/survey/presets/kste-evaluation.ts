import { ikdNote, ikdTask } from "../../items/kinds/ikd/consistency.ts";
import { knpTask } from "../../items/kinds/knp/two-choice.ts";
import { plainComposition, type StudyComposition } from "../composition/study-composition.ts";
import type { Protocol } from "../protocol.ts";
import type { PresetDraft } from "../studies/study-draft.ts";
import { manyItemsProtocol } from "./many-items.ts";

/**
 * The human evaluation of Yang et al. 2026 (section 5, Table 2's human row): two people, fifty stories each, every
 * story judged by both. The ablation of section 5.2 is one more level of the condition.
 */
export const storyErrors = {
  id: "kste-consistency",
  name: "Find the error in a story (Yang et al. 2026)",
  summary:
    "Two people read fifty stories each, say whether there is a logical error and mark the words. You can add highlighting of the event or of the knowledge as a condition.",
  itemKind: "consistency",
};

export const nextActions = {
  id: "kste-next-action",
  name: "Choose what happens next (Yang et al. 2026)",
  summary:
    "Two people read fifty short stories each and choose between two continuations. The order of the two options is balanced and recorded.",
  itemKind: "two-choice",
};

/** The text of the models' prompts, which people also saw, followed by the paper's note, as one paragraph. */
const ikdInstruction = `${ikdTask} ${ikdNote}`;

/** The option order varies from question to question within a person; the highlighting is the same throughout. */
const withinPeople = { optionOrder: "within" } as const;

export function storyErrorsDraft(): PresetDraft {
  return evaluationDraft(
    "consistency",
    { ablation: ["plain"] },
    { answerInstruction: ikdInstruction },
    // An original and its erroneous story are never in one session, and there are as many consistent stories as
    // erroneous ones, so that the base rate reveals nothing.
    [{ onePer: "group" }, { balance: "kste_kind" }, { order: "random" }],
    "You will read stories one after the other. For each story, say whether there is a logical error in it.\n\nIf there is, tick the sentence that is wrong; you can then narrow it down to the words.",
  );
}

export function nextActionsDraft(): PresetDraft {
  return evaluationDraft(
    "two-choice",
    { optionOrder: ["0-1", "1-0"], ablation: ["plain"] },
    { answerInstruction: knpTask },
    [{ onePer: "group" }, { order: "random" }],
    "You will read short stories one after the other. After each one you are asked what a character will do next. Choose one of the two answers.",
  );
}

function evaluationDraft(
  itemKind: string,
  conditions: Record<string, string[]>,
  wording: Record<string, string>,
  rules: StudyComposition["rules"],
  introduction: string,
): PresetDraft {
  return {
    stage: "main",
    language: "en",
    itemKind,
    itemFilter: {},
    conditions,
    quotas: [],
    openStratum: false,
    perStratumItem: 2,
    itemsPerSession: 50,
    composition: { ...plainComposition, varies: withinPeople, draw: 50, rules },
    protocol: addIntroduction(manyItemsProtocol(), introduction, wording),
  };
}

function addIntroduction(protocol: Protocol, introduction: string, wording: Record<string, string>): Protocol {
  return {
    ...protocol,
    steps: protocol.steps.map((step) => {
      if (step.kind === "text") {
        return {
          ...step,
          text: `${introduction}\n\nEach answer is saved as soon as you give it. You can stop and come back later on the same device.`,
        };
      }
      return step.kind === "items" ? { ...step, explanation: null, wording } : step;
    }),
  };
}
