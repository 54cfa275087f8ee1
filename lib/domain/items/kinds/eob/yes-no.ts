import * as z from "zod";
import { applyLabels, createChoiceWording, parseChoice, valuesOf } from "../choice-field.ts";
import { addConfidence, addConfidenceInput, confidenceEntry } from "../confidence.ts";
import type { ConditionLevels, ItemKind, KindScreen, Option, ShownParts, Wording } from "../item-kind.ts";
import { yesNoChoice, yesNoTask } from "./schema.ts";

/** The answer key of "I do not know", if this answer is offered. */
const dontKnow = "dont-know";

/**
 * A yes/no question, alone or after an expression (Expressions of Belief, Du et al., section 3). The "story" is the
 * expression; without it, the question measures prior knowledge. One factor is which of the two words comes first in
 * the instruction and in the options. The level `none` of `story` omits the expression.
 *
 * A study of expressions may also offer "I do not know" (level `offered` of `unsure`) and ask for confidence (level
 * `asked` of `confidence`).
 *
 * `gold` is the true answer, independent of the expression. A person who follows a false expression is therefore scored
 * as wrong here; context following is measured in `lib/domain/beliefs`.
 */
export const yesNo: ItemKind = {
  name: "yes-no",
  label: yesNoTask.label,
  task: yesNoTask,
  optionSource: "kind",
  formLabel: "Yes or no",
  commonNames: ["yes no", "yesno", "y n", "yn", "yes or no", "polar"],
  keyWords: { yes: "yes", y: "yes", "1": "yes", no: "no", n: "no", "0": "no" },
  reply: { words: { yes: "yes", no: "no" } },
  goldSchema: z.enum(["yes", "no"], { error: 'must be "yes" or "no"' }),
  refuseItem: (item) => (item.options.length > 0 ? { field: "options", message: "must be empty for yes-no" } : null),
  factors: [
    {
      name: "answerOrder",
      label: "Order of the words",
      levels: [
        { value: "yes-no", label: "yes or no" },
        {
          value: "no-yes",
          label: "no or yes",
          hint: "reverses the options, and the instruction where the study has one for this order",
        },
      ],
    },
  ],
  wording: {
    readInstruction: "Please read this.",
    noExpressionInstruction: "The next question stands by itself.",
    answerInstruction: yesNoTask.document.instruction ?? "",
    answerInstructionNoFirst: "Answer the question with No or Yes.",
    ...createChoiceWording(yesNoChoice.options),
    dontKnowLabel: "I do not know",
  },
  screens(item, levels, wording, layout) {
    const hasExpression = levels.story !== "none" && item.story.text.trim() !== "";
    const answer: KindScreen = {
      name: "answer",
      instruction: instruction(levels, wording),
      story: hasExpression ? item.story.text : null,
      question: null,
      statement: item.text,
      options: options(levels, wording),
      input: addConfidenceInput("choice", levels),
    };
    if (layout === "one-screen") return [answer];
    const story = hasExpression ? item.story.text : null;
    const reading = hasExpression ? wording.readInstruction : wording.noExpressionInstruction;
    // An item without an expression also has a first screen, because the screens of a protocol are the same for all
    // items.
    const first: KindScreen = {
      ...answer,
      name: "story",
      instruction: reading ?? "",
      story,
      statement: null,
      options: [],
      input: null,
    };
    return [first, answer];
  },
  promptStyles: ["human", "eob", "eob-gemma", "eob-base", "eob-base-gemma"],
  chat(shown, levels) {
    // As Du et al. do for chat models, the instruction is the system message.
    if (levels.prompt !== "eob" && levels.prompt !== "eob-gemma") return null;
    return { system: formatChatInstruction(shown, levels), user: joinParts([shown.story, shown.statement]) };
  },
  prompt(shown, levels) {
    const { instruction: instructionText, reading, story, statement } = shown;
    switch (levels.prompt) {
      // As in Du et al.: the instruction, then only the expression and the query.
      case "eob":
      case "eob-gemma":
        return joinParts([formatChatInstruction(shown, levels), story, statement]);
      case "eob-base":
        return `${joinParts([instructionText, "Q:", story, statement])}\nA:`;
      case "eob-base-gemma":
        return `${instructionText}\nQuestion: ${joinParts([story, statement])}\nAnswer:`;
      default:
        return joinParts([instructionText, reading, story, statement]);
    }
  },
  answerFields: ["choice", "confidence"],
  parseAnswer(fields) {
    const { choice, confidence } = fields;
    // Confidence in an "I do not know" answer has no meaning, so it is dropped.
    if (choice === dontKnow) return { ok: true, answer: { choice } };
    const parsed = parseChoice(yesNoChoice, valuesOf(yesNoChoice.options), choice);
    return parsed.ok ? addConfidence(parsed.answer, confidence) : parsed;
  },
  answerKey: (answer) => answer.choice ?? null,
  score(answer, gold) {
    if (answer.choice === dontKnow) return { correct: false, measures: {} };
    if (answer.choice === undefined || (gold !== "yes" && gold !== "no")) return { correct: null, measures: {} };
    return { correct: answer.choice === gold, measures: {} };
  },
  codebook: [
    {
      name: "answer",
      description: "The question was answered yes or no.",
      values: { yes: "answered yes", no: "answered no", [dontKnow]: "answered that they do not know" },
    },
    confidenceEntry,
    { name: "gold", description: "The answer that is true in the world, regardless of the expression." },
  ],
};

/** The instruction for chat models. For Gemma, the authors add a word: "… with Yes or No only." */
function formatChatInstruction({ instruction }: ShownParts, levels: ConditionLevels): string {
  return levels.prompt === "eob-gemma" ? instruction.replace(/\.?$/u, " only.") : instruction;
}

function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join(" ");
}

function isNoFirst(levels: ConditionLevels): boolean {
  return levels.answerOrder === "no-yes";
}

function instruction(levels: ConditionLevels, wording: Wording): string {
  return (isNoFirst(levels) ? wording.answerInstructionNoFirst : wording.answerInstruction) ?? "";
}

function options(levels: ConditionLevels, wording: Wording): Option[] {
  const inOrder = applyLabels(yesNoChoice.options, wording);
  const words = isNoFirst(levels) ? inOrder.reverse() : inOrder;
  if (levels.unsure !== "offered") return words;
  return [...words, { value: dontKnow, label: wording.dontKnowLabel ?? "I do not know" }];
}
