import * as z from "zod";
import { fingerprint } from "../../../fingerprint.ts";
import { boundedText, findTextProblem } from "../../../text.ts";
import { textLength } from "../../../text-length.ts";
import { normaliseAnswer } from "../../../words/normalise-answer.ts";
import { addConfidence, addConfidenceInput, confidenceEntry, confidenceFactor } from "../confidence.ts";
import type { ItemKind } from "../item-kind.ts";
import { questionAboutStory } from "../question-about-story.ts";
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

/** Maximum code units of one answer; one user-perceived character can consist of many. */
const maxStoredLength = 50_000;

/**
 * A question with a free-text answer: a name, a place, a short phrase. It is correct if, after normalisation, it equals
 * one of the accepted texts. Another correct answer can be added to the key, which creates a new version and rescores
 * all answers. An answer may state a confidence.
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
    noStoryInstruction: "The next question stands by itself.",
    answerInstruction: openTextTask.document.instruction ?? "",
  },
  screens: (item, levels, wording, layout) =>
    questionAboutStory(item, wording, layout, { options: [], input: addConfidenceInput("open-text", levels) }),
  promptStyles: ["human", "eob"],
  prompt({ reading, story, instruction, question }, levels) {
    // Du et al.'s open questions: only the expression and the question.
    const parts = levels.prompt === "eob" ? [story, question] : [reading, story, instruction, question];
    return parts.filter((part) => part.trim() !== "").join(levels.prompt === "eob" ? " " : "\n");
  },
  answerFields: ["text", "confidence"],
  parseAnswer({ text, confidence }) {
    const written = typeof text === "string" ? text.trim() : "";
    if (written === "" || normaliseAnswer(written) === "")
      return { ok: false, field: "text", message: "Please write an answer.", reason: "not-written" };
    const excess = textLength(written) - maxAnswerLength;
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
    const unstorable = findTextProblem(written, maxStoredLength);
    if (unstorable) return { ok: false, field: "text", message: unstorable, reason: "not-storable" };
    return addConfidence({ text: written }, confidence);
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
 * Tables count answers by a hash of their text, so that participants' texts are stored, and erased, in one place only.
 */
function keyOf(text: string): string {
  return `text-${fingerprint(normaliseAnswer(text)).slice(0, 16)}`;
}
