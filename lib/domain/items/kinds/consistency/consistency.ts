import { z } from "zod";
import { worded } from "../../../words/words.ts";
import type { Item } from "../../item.ts";
import type { ConditionLevels, Highlight, ItemKind, Score, StimulusScreen } from "../item-kind.ts";
import { type Display, displayInstruction, displayLabels, displays, displayWording, shownMarks } from "./display.ts";
import { parseSpans, readConsistency } from "./read-form.ts";
import { scoreConsistency } from "./score-consistency.ts";

/** The attributes that say where the marks of a display condition stand: word ranges as "12-20 33-40". */
export const markAttributes: Readonly<Record<Highlight["mark"], string>> = {
  event: "event_words",
  knowledge: "knowledge_words",
};

const spanSchema = z.tuple([z.int().min(0), z.int().min(1)]).refine(([start, end]) => start < end, {
  message: "must be [start, end] with start before end",
});

const goldSchema = z
  .strictObject({ consistent: z.boolean(), spans: z.array(spanSchema).max(200) })
  .refine((gold) => gold.consistent === (gold.spans.length === 0), {
    message: "must have spans exactly when the story is not consistent",
  });

/**
 * Is there a logical error in this story, and where (IKD, Yang et al. 2026, section 2)? The words are selected by
 * sentence, adjustable to the word; without a script whole sentences are ticked. What is highlighted is a condition,
 * the paper's ablations (section 5.2).
 */
export const consistency: ItemKind = {
  name: "consistency",
  label: "Logical error, and where",
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
  wording: {
    readInstruction: "Please read the following story carefully.",
    answerInstruction:
      "If there is a logical error, select the words that are wrong: tick a sentence, then adjust it to the word if you like.",
    consistentLabel: "No, the story holds together",
    errorLabel: "Yes, there is a logical error",
    ...displayWording,
  },
  screens(item, levels, wording, layout) {
    const told = displayInstruction(displayOf(levels), wording);
    const answer: StimulusScreen = {
      name: "answer",
      instruction: [told, wording.answerInstruction].filter(Boolean).join(" "),
      story: item.story.text,
      question: item.text,
      statement: null,
      options: [
        { value: "consistent", label: wording.consistentLabel ?? "No" },
        { value: "error", label: wording.errorLabel ?? "Yes" },
      ],
      input: "consistency",
      highlights: highlightsOf(item, displayOf(levels)),
    };
    if (layout === "one-screen") return [answer];
    const instruction = [told, wording.readInstruction].filter(Boolean).join(" ");
    return [{ ...answer, name: "story", instruction, question: null, options: [], input: null }, answer];
  },
  prompt: (item, levels, wording) =>
    [displayInstruction(displayOf(levels), wording), wording.answerInstruction, item.story.text, item.text]
      .filter(Boolean)
      .join("\n\n"),
  answerFields: ["choice", "sentence", "spans"],
  parseAnswer(fields, item) {
    const read = readConsistency(worded(item.story.text), fields);
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
  answerKey: (answer) => answer.choice ?? null,
  score(answer, gold, item): Score {
    const key = goldSchema.safeParse(gold);
    if (!key.success || (answer.choice !== "consistent" && answer.choice !== "error")) {
      return { correct: null, measures: {} };
    }
    const { isRight, positional, multiset, localisation } = scoreConsistency(
      worded(item.story.text),
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
  noChoice: "Please say whether there is a logical error.",
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

function highlightsOf(item: Item, display: Display): Highlight[] {
  const words = worded(item.story.text).words.length;
  return shownMarks(display).flatMap((mark) => {
    const written = item.attributes?.[markAttributes[mark]];
    const ranges = typeof written === "string" && written !== "" ? parseSpans(written, words) : null;
    return (ranges ?? []).map(([start, end]): Highlight => ({ range: [start, end], mark }));
  });
}
