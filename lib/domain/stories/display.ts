import { paragraphsOf, type Sentence, sentencesOf } from "../words/sentences.ts";
import { shownRange, type Worded } from "../words/words.ts";
import type { Anchor } from "./anchors/anchor.ts";

/**
 * The display conditions of the paper's ablations (section 5.2): nothing; the faulty event highlighted; the event that
 * gives the knowledge highlighted too; both, and told to attend to knowledge; only told.
 */
export const displays = ["plain", "event", "event-knowledge", "event-knowledge-attention", "attention"] as const;
export type Display = (typeof displays)[number];

/** What a condition is called on a researcher's screen; never shown to a participant. */
export const displayLabels: Readonly<Record<Display, string>> = {
  plain: "plain story",
  event: "event highlighted",
  "event-knowledge": "event and knowledge highlighted",
  "event-knowledge-attention": "both highlighted, told to attend to knowledge",
  attention: "told to attend to knowledge",
};

/** The sentence a condition adds to the instructions, for people and prompts alike; null for none. Own wording. */
export function displayInstruction(display: Display): string | null {
  const highlighted: Readonly<Record<Display, string | null>> = {
    plain: null,
    event: "One event is highlighted. Decide whether that event contains a logical error.",
    "event-knowledge":
      "Two passages are highlighted: an event, and something told earlier in the story. Decide whether the event contains a logical error, given the other passage.",
    "event-knowledge-attention":
      "Two passages are highlighted: an event, and something told earlier in the story. Decide whether the event contains a logical error, given the other passage.",
    attention: null,
  };
  const attends = display === "attention" || display === "event-knowledge-attention";
  const attention =
    "Pay attention to what each character can know at each moment: what they saw, heard or were told, and what they could not have learned.";
  return [highlighted[display], attends ? attention : null].filter((part) => part !== null).join(" ") || null;
}

/** A run of words that a condition highlights. */
export interface DisplayHighlight {
  /** Word positions, half-open. */
  range: [number, number];
  mark: "event" | "knowledge";
}

/**
 * The highlights of a condition from an item's anchors. Errors are never among them: they are the key. An anchor that
 * is not sound gives no highlight.
 */
export function displayHighlights(display: Display, anchors: readonly Anchor[]): DisplayHighlight[] {
  const marks: Readonly<Record<Display, readonly DisplayHighlight["mark"][]>> = {
    plain: [],
    event: ["event"],
    "event-knowledge": ["event", "knowledge"],
    "event-knowledge-attention": ["event", "knowledge"],
    attention: [],
  };
  return marks[display].flatMap((mark) =>
    anchors
      .filter((anchor) => anchor.role === mark && anchor.damage === null && anchor.start < anchor.end)
      .map((anchor): DisplayHighlight => ({ range: [anchor.start, anchor.end], mark })),
  );
}

/** A piece of text under the same marks throughout. */
export interface Segment<Mark extends string> {
  text: string;
  marks: Mark[];
}

/** A sentence ready to draw; `number` is what a ticked box sends. */
export interface RenderedSentence<Mark extends string> {
  number: number;
  /** Word positions, half-open. */
  from: number;
  to: number;
  segments: Segment<Mark>[];
  /** The white space and stray marks that follow it inside the paragraph. */
  gap: string;
}

/** A paragraph as its sentences. `lead` stands before the first of them; a line of stars is all lead. */
export interface RenderedParagraph<Mark extends string> {
  lead: string;
  sentences: RenderedSentence<Mark>[];
}

/**
 * A story as paragraphs, sentences and segments with marks: plain values that a component or static HTML draws without
 * looking at the text again. Marks can overlap; a segment lists all it lies under, in the order given. A paragraph's
 * lead, segments and gaps one after the other are its text.
 */
export function renderedStory<Mark extends string>(
  story: Worded,
  highlights: readonly { range: readonly [number, number]; mark: Mark }[],
): RenderedParagraph<Mark>[] {
  const shown = highlights
    .filter(({ range }) => range[0] < range[1])
    .map(({ range, mark }) => ({ ...shownRange(story, { start: range[0], end: range[1] }), mark }));
  const numbered = sentencesOf(story).map((sentence, number) => ({ ...sentence, number }));
  return paragraphsOf(story.text).map(({ start, end }, paragraph) => {
    const inside = numbered.filter((sentence) => sentence.paragraph === paragraph);
    return {
      lead: story.text.slice(start, inside[0]?.start ?? end),
      sentences: inside.map((sentence, index) => ({
        number: sentence.number,
        from: sentence.from,
        to: sentence.to,
        segments: segmentsOf(story.text, sentence, shown),
        gap: story.text.slice(sentence.end, inside[index + 1]?.start ?? end),
      })),
    };
  });
}

function segmentsOf<Mark extends string>(
  text: string,
  sentence: Sentence,
  shown: readonly { start: number; end: number; mark: Mark }[],
): Segment<Mark>[] {
  const edges = shown
    .flatMap(({ start, end }) => [start, end])
    .filter((at) => at > sentence.start && at < sentence.end);
  const cuts = [...new Set([sentence.start, ...edges, sentence.end])].sort((left, right) => left - right);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] as number;
    const marks = shown.filter((range) => range.start <= start && range.end >= end).map((range) => range.mark);
    return { text: text.slice(start, end), marks: [...new Set(marks)] };
  });
}
