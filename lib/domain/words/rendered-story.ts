import { cutSentence, drawSentences } from "./marked-sentences.ts";
import type { WordedText } from "./words.ts";

/** A part of a text whose marks are the same throughout. */
export interface Segment<Mark extends string> {
  text: string;
  marks: Mark[];
}

/** A sentence prepared for rendering. `number` is the value of its checkbox. */
export interface RenderedSentence<Mark extends string> {
  number: number;
  /** Word positions, half-open. */
  from: number;
  to: number;
  segments: Segment<Mark>[];
  /** White space and punctuation after the sentence, inside the paragraph. */
  gap: string;
}

/** The sentences of a paragraph. `lead` is the text before the first sentence; a line of asterisks has only a lead. */
export interface RenderedParagraph<Mark extends string> {
  lead: string;
  sentences: RenderedSentence<Mark>[];
}

/**
 * A story as paragraphs, sentences and segments with marks: plain values that a component or static HTML can render
 * without parsing the text again. Marks can overlap; a segment lists all its marks in the given order. The text of a
 * paragraph is the concatenation of its lead, segments and gaps.
 */
export function renderStory<Mark extends string>(
  story: WordedText,
  highlights: readonly { range: readonly [number, number]; mark: Mark }[],
): RenderedParagraph<Mark>[] {
  return drawSentences(story, highlights, (sentence, shown) => ({
    from: sentence.from,
    to: sentence.to,
    segments: cutSentence(story.text, sentence, shown, shown).map(({ text, marks }) => ({ text, marks })),
  }));
}
