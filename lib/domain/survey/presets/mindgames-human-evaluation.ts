import { paperHumanEvaluation } from "../../epistemic/evaluation/human-evaluation.ts";
import type { Protocol } from "../protocol.ts";
import type { PresetDraft } from "../studies/study-draft.ts";
import { manyItemsProtocol } from "./many-items.ts";
import { formatSessionCost } from "./preset-size.ts";

/** The description of the evaluation, which is started from a set of problems. */
export const mindgamesHumanEvaluation = {
  id: "mindgames-human-evaluation",
  name: "Judge logic problems (MindGames, Sileo and Lernould 2023)",
  summary:
    "Problems are drawn at random, equally many of each setup, and every rater answers all of them. Start this study from a set of problems.",
};

/** The initial number of raters, and the resulting time. */
export function mindgamesSize(): string {
  const problems = paperHumanEvaluation.setups.length * paperHumanEvaluation.itemsPerSetup;
  return `With ${problems} problems: ${formatSessionCost(paperHumanEvaluation.raters, mindgamesProtocol("entailment"), problems)}`;
}

/**
 * The human evaluation of MindGames (Sileo and Lernould 2023, section 4.3): 50 problems of each setup, two raters.
 *
 * Every rater answers every item: one group, one condition, and sessions with all items. Each session is one permuted
 * block of the plan, so two raters see the same items in two orders. It is not a preset of the study form, because its
 * items are drawn instead of selected by a filter: see `createHumanEvaluation`.
 *
 * @param items number of drawn items
 */
export function mindgamesDraft(
  items: number,
  raters: number,
  instruction: MindgamesInstruction = "entailment",
): PresetDraft {
  const { story, questionOrder } = paperHumanEvaluation.condition;
  return {
    stage: "main",
    language: "en",
    itemKind: "true-false",
    // The study uses exactly the items that were drawn for it.
    itemFilter: null,
    conditions: { story: [story], questionOrder: [questionOrder] },
    quotas: [],
    openStratum: false,
    perStratumItem: raters,
    itemsPerSession: items,
    protocol: mindgamesProtocol(instruction),
  };
}

/**
 * The instructions for raters. The paper says only that they were "instructed to perform entailment detection", without
 * the wording, so its accuracy of 94% cannot be compared exactly with either version.
 */
export const mindgamesInstructions = ["entailment", "explained"] as const;
type MindgamesInstruction = (typeof mindgamesInstructions)[number];

/** The labels of the instructions. */
export const mindgamesInstructionLabels: Readonly<Record<MindgamesInstruction, { label: string; hint: string }>> = {
  entailment: {
    label: "Entailment detection",
    hint: "What the paper reports about the instructions of its raters, in our words.",
  },
  explained: {
    label: "Explained",
    hint: "Also explains what to answer if the text does not decide, and that everyone hears and infers everything.",
  },
};

/** The protocol: no time limit, text and statement on one screen, no reason requested. */
export function mindgamesProtocol(instruction: MindgamesInstruction): Protocol {
  const many = manyItemsProtocol();
  const { introduction, wording } = instructions[instruction];
  return {
    ...many,
    consent: { ...many.consent, text: consentText },
    steps: [
      { kind: "text", key: "how-it-works", title: "How it works", text: introduction, dwellSeconds: 0 },
      {
        kind: "items",
        key: "problems",
        title: "The text",
        wording,
        dwellSeconds: 0,
        layout: "one-screen",
        titles: "hidden",
        explanation: null,
      },
    ],
    // Two hundred problems take several evenings, so a slot is reserved for one day after the last activity.
    leaseMinutes: 1_440,
  };
}

const entailmentIntroduction = `Each screen shows a short text and, below it, a statement. Decide whether the text entails the statement.

Each answer is saved as soon as you give it. You can stop, close the page and go on later on the same device.`;

const explainedIntroduction = `Each screen shows a short text about a few people and, below it, a statement about what one of them can know.

Choose True if the statement must be true when everything in the text is true. Choose False if it is false, or if the text leaves it open.

Go by the text alone, and take the time that you need. Every announcement is heard by everybody, and everybody draws all the conclusions that can be drawn from it.

Each answer is saved as soon as you give it. You can stop, close the page and go on later on the same device.`;

const consentText = `This study looks at how people reason about what others know. You will answer a series of true-or-false problems, each about a short text. The number of problems is shown above each problem.

Taking part is up to you. You can stop at any time by closing the page or by choosing "Withdraw", without giving a reason.

We store your answers and how long each page was open. We do not store your name, your internet address or what device you use. While you take part, an unsent answer is kept in this browser so that nothing is lost if your connection drops; it is deleted when the answer has arrived.

The answers are used for research and may be published without anything that points to you.`;

const instructions: Record<MindgamesInstruction, { introduction: string; wording: Record<string, string> }> = {
  entailment: {
    introduction: entailmentIntroduction,
    wording: {
      answerInstruction: "Does the text entail the statement?",
      questionTrueFirst: "True or False?",
      questionFalseFirst: "False or True?",
    },
  },
  explained: {
    introduction: explainedIntroduction,
    wording: {
      answerInstruction: "Choose True if the statement follows from the text, and False if it does not.",
      questionTrueFirst: "Is the statement true or false?",
      questionFalseFirst: "Is the statement false or true?",
    },
  },
};
