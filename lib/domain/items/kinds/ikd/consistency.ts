import * as z from "zod";
import { sentencesOf } from "../../../words/sentences.ts";
import { parseWords } from "../../../words/words.ts";
import { applyLabels, createChoiceWording } from "../choice-field.ts";
import type { ConditionLevels, ItemKind, KindScreen, Score } from "../item-kind.ts";
import { highlightsOf } from "../marks.ts";
import {
  type Display,
  displayLabels,
  displays,
  displayWording,
  getDisplayInstruction,
  listShownMarks,
} from "./display.ts";
import { formatSpans, readConsistency } from "./read-form.ts";
import { consistencyChoice, consistencyTask } from "./schema.ts";
import { scoreConsistency } from "./score-consistency.ts";

const spanSchema = z.tuple([z.int().min(0), z.int().min(1)]).refine(([start, end]) => start < end, {
  message: "must be [start, end] with start before end",
});

/**
 * The instructions that Yang et al. gave to models, and "the same instructions" to people (section 5, Human
 * Performance; appendix B, "IKD Task"), without the output format. They do not name the kind of error. Naming it is an
 * ablation, the condition `attention`.
 */
export const ikdTask =
  "Your task is to determine if there are any logical errors in the given story. A logic error is an inconsistency in a storyline that goes against the flow of logic established by the story's plot.";
export const ikdNote = "Focus only on logical errors, not stylistic, grammatical, or moral judgments.";

/** The question below a story of this kind, in Parallax's wording. */
export const consistencyQuestion = consistencyChoice.label;

const screenInstruction =
  "If there is a logical error, select the words that are wrong: tick a sentence, then adjust it to the word if you like.";

const goldSchema = z
  .strictObject({ consistent: z.boolean(), spans: z.array(spanSchema).max(200) })
  .refine((gold) => gold.consistent === (gold.spans.length === 0), {
    message: "must have spans exactly when the story is not consistent",
  });

/**
 * Whether there is a logical error in a story, and where (IKD, Yang et al. 2026, section 2). People select words by
 * sentence and can adjust the selection to the word; without JavaScript they tick whole sentences. Highlighting is a
 * condition that follows the paper's ablations (section 5.2).
 */
export const consistency: ItemKind = {
  name: "consistency",
  label: consistencyTask.label,
  task: consistencyTask,
  optionSource: "kind",
  isLocalised: true,
  commonNames: ["consistency", "story error"],
  reply: { words: { yes: "error", no: "consistent" }, readsErrors: true },
  goldSchema,
  refuseItem(item) {
    if (item.options.length > 0) return { field: "options", message: "must be empty for consistency" };
    return item.story.text.trim() === "" ? { field: "story.text", message: "must not be empty" } : null;
  },
  factors: [
    {
      name: "ablation",
      label: "What is highlighted",
      levels: displays.map((display) => ({ value: display, label: displayLabels[display] })),
    },
  ],
  fixedQuestion: consistencyQuestion,
  wording: {
    readInstruction: "Please read the following story carefully.",
    answerInstruction: screenInstruction,
    ...createChoiceWording(consistencyChoice.options),
    ...displayWording,
  },
  screens(item, levels, wording, layout) {
    const displayNote = getDisplayInstruction(displayOf(levels), wording);
    const answer: KindScreen = {
      name: "answer",
      instruction: [displayNote, wording.answerInstruction].filter(Boolean).join(" "),
      instructionFirst: true,
      story: item.story.text,
      question: item.text,
      statement: null,
      options: applyLabels(consistencyChoice.options, wording),
      input: "consistency",
      highlights: highlightsOf(item, listShownMarks(displayOf(levels))),
    };
    if (layout === "one-screen") return [answer];
    const instruction = [displayNote, wording.readInstruction].filter(Boolean).join(" ");
    return [{ ...answer, name: "story", instruction, question: null, options: [], input: null }, answer];
  },
  marks: (levels) => listShownMarks(displayOf(levels)),
  promptStyles: ["human", "ikd"],
  // The text for people asks them to tick sentences, which models cannot do.
  askedStyles: ["ikd"],
  prompt({ reading, story, instruction, question, options }, levels) {
    if (levels.prompt !== "human") return ikdPrompt(instruction, story);
    const answers = options.map(({ label }) => label).join(" / ");
    return [reading, instruction, story, question, answers].filter((part) => part.trim() !== "").join("\n\n");
  },
  answerFields: ["choice", "sentence", "spans"],
  parseAnswer(fields, item) {
    const read = readConsistency(parseWords(item.story.text), fields);
    if (!read.ok) {
      return {
        ok: false,
        field: read.field,
        message: problemMessages[read.reason],
        reason: problemReasons[read.reason],
      };
    }
    const spans = read.answer.spans.map(([start, end]): [number, number] => [start, end]);
    return { ok: true, answer: { choice: read.answer.choice, spans } };
  },
  // A scripted participant who reports an error also marks words: the faulty words, or the first sentence without an
  // error.
  fieldsOf(choice, { item, gold, isLocated }): Record<string, string> {
    if (choice !== "error") return { choice };
    const spans = goldSchema.safeParse(gold).data?.spans ?? [];
    if (isLocated && spans.length > 0) return { choice, spans: formatSpans(spans) };
    const sentences = sentencesOf(parseWords(item.story.text));
    const faultlessSentence = sentences.findIndex(({ start, end }) =>
      spans.every(([from, to]) => to <= start || from >= end),
    );
    return { choice, sentence: String(Math.max(0, faultlessSentence)) };
  },
  answerKey: (answer) => answer.choice ?? null,
  score(answer, gold, item): Score {
    const key = goldSchema.safeParse(gold);
    if (!key.success || (answer.choice !== "consistent" && answer.choice !== "error")) {
      return { correct: null, measures: {} };
    }
    const { isRight, positional, multiset, localisation } = scoreConsistency(
      parseWords(item.story.text),
      { choice: answer.choice, spans: answer.spans ?? [] },
      key.data,
    );
    return { correct: isRight, measures: { positional, multiset, localisation } };
  },
  codebook: [
    {
      name: "answer",
      description: "Whether the person found a logical error.",
      values: { consistent: "no error", error: "there is an error" },
    },
    { name: "spans", description: "The words selected as wrong: half-open ranges of word positions in the story." },
    { name: "gold", description: "Whether the story is consistent, and the word positions of its error." },
    {
      name: "localisation",
      description: "Overlap of selected and faulty words (IoU); 1 for a consistent story called so.",
    },
  ],
};

const problemMessages = {
  noChoice: consistencyChoice.messages.missing,
  nothingSelected: "Please select the words that are wrong.",
  selectedWithoutError: "You selected words but chose that there is no error. Please change one of the two.",
  notAPosition: "The selection does not fit the story.",
} as const;

const problemReasons = {
  noChoice: "missing",
  nothingSelected: "nothing-selected",
  selectedWithoutError: "selected-without-error",
  notAPosition: "not-a-position",
} as const;

function displayOf(levels: ConditionLevels): Display {
  return displays.find((display) => display === levels.ablation) ?? "plain";
}

/**
 * Appendix B, table 8 ("IKD Task"). The paper's words replace the default instructions, which apply only to a screen; a
 * study's own instruction is kept. The closing tag is as in the paper.
 */
function ikdPrompt(instruction: string, story: string): string {
  const isOfScreen = instruction.includes(screenInstruction);
  return `${isOfScreen ? instruction.replace(screenInstruction, ikdTask) : instruction}

Story:
<story>
${story}
<\\story>
${isOfScreen ? `\nNotes:\n- ${ikdNote}\n` : ""}
Output Format:
Reasoning: {Explain your reasoning process}
Logical Error: {If a logic error exists, quote the sentences containing the logical error; If not, output "NA"}
Conclusion: {"Yes" if you find a logic error; "No" if no logic error exists}`;
}
