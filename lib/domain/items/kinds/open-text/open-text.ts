import * as z from "zod";
import { fingerprint } from "../../../fingerprint.ts";
import { boundedText, findTextProblem } from "../../../text.ts";
import { textLength } from "../../../text-length.ts";
import { normaliseAnswer } from "../../../words/normalise-answer.ts";
import { addConfidence, addConfidenceInput, confidenceEntry, confidenceFactor } from "../confidence.ts";
import type { ItemKind } from "../item-kind.ts";
import { createStoryScreens } from "../question-about-story.ts";
import { maxAnswerLength, openTextTask } from "./schema.ts";

const goldSchema = z.strictObject({
  accept: z
    .array(
      boundedText(500).refine((text) => normaliseAnswer(text) !== "", "must contain a letter or a digit"),
      'must be {"accept": [...]}, the texts that are right',
    )
    .min(1, "must name at least one text")
    .max(200),
});

/** Maximum number of code units in one answer, because one user-perceived character can have many. */
const maxStoredLength = 50_000;

/**
 * A question with a free-text answer: a name, a place, a short phrase. The answer is correct if its normalised text
 * equals one of the accepted texts. If another correct answer is added to the key, the key gets a new version and all
 * answers are rescored. An answer may state a confidence.
 */
export const openText: ItemKind = {
  name: "open-text",
  label: openTextTask.label,
  task: openTextTask,
  optionSource: "none",
  formLabel: "Open text",
  commonNames: [
    ...["open", "open text", "open ended", "open question", "free text", "free response"],
    ...["short answer", "short text", "text"],
  ],
  reply: {},
  goldSchema,
  refuseItem: (item) => (item.options.length > 0 ? { field: "options", message: "must be empty for open-text" } : null),
  factors: [confidenceFactor],
  wording: {
    readInstruction: "Please read the following text.",
    noStoryInstruction: "There is no text to read before the next question.",
    answerInstruction: openTextTask.document.instruction ?? "",
  },
  screens: (item, levels, wording, layout) =>
    createStoryScreens(item, wording, layout, { options: [], input: addConfidenceInput("open-text", levels) }),
  promptStyles: ["human", "eob"],
  prompt({ reading, story, instruction, question }, levels) {
    // Du et al. ask open questions with only the expression and the question.
    const parts = levels.prompt === "eob" ? [story, question] : [reading, story, instruction, question];
    return parts.filter((part) => part.trim() !== "").join(levels.prompt === "eob" ? " " : "\n");
  },
  answerFields: ["text", "confidence"],
  parseAnswer({ text, confidence }) {
    const trimmedText = typeof text === "string" ? text.trim() : "";
    if (trimmedText === "" || normaliseAnswer(trimmedText) === "")
      return { ok: false, field: "text", message: "Please write an answer.", reason: "not-written" };
    const excess = textLength(trimmedText) - maxAnswerLength;
    if (excess > 0) {
      const message = `Please use at most ${maxAnswerLength} characters.`;
      return {
        ok: false,
        field: "text",
        message,
        reason: "too-long",
        values: { over: excess, limit: maxAnswerLength },
      };
    }
    const unstorable = findTextProblem(trimmedText, maxStoredLength);
    if (unstorable) return { ok: false, field: "text", message: unstorable, reason: "not-storable" };
    return addConfidence({ text: trimmedText }, confidence);
  },
  answerKey: ({ text }) => (text === undefined || normaliseAnswer(text) === "" ? null : keyOf(text)),
  rightKeys(gold) {
    const key = goldSchema.safeParse(gold);
    return key.success ? [...new Set(key.data.accept.map(keyOf))] : [];
  },
  score(answer, gold) {
    const key = goldSchema.safeParse(gold);
    if (!key.success || answer.text === undefined) return { correct: null, measures: {} };
    return { correct: key.data.accept.some((text) => keyOf(text) === keyOf(answer.text ?? "")), measures: {} };
  },
  codebook: [
    {
      name: "answer",
      description:
        "A name for the words of the answer after normalisation: equal answers have equal names. The words themselves are in answer_full.",
    },
    confidenceEntry,
    { name: "gold", description: "The texts that are right, before normalisation." },
  ],
};

/**
 * Tables count answers by a hash of the text, so that participants' texts are stored (and erased) in one place only.
 */
function keyOf(text: string): string {
  return `text-${fingerprint(normaliseAnswer(text)).slice(0, 16)}`;
}
