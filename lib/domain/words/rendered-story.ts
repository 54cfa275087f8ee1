import { cutSentence, drawSentences } from "./marked-sentences.ts";
import type { WordedText } from "./words.ts";

/** A part of a text with the same marks throughout. */
export interface Segment<Mark extends string> {
  text: string;
  marks: Mark[];
}

/** A sentence ready to render; `number` is the value of its checkbox. */
export interface RenderedSentence<Mark extends string> {
  number: number;
  /** Word positions, half-open. */
  from: number;
  to: number;
  segments: Segment<Mark>[];
  /** The white space and punctuation after it inside the paragraph. */
  gap: string;
}

/** A paragraph as its sentences. `lead` comes before the first of them; a line of asterisks is only lead. */
export interface RenderedParagraph<Mark extends string> {
  lead: string;
  sentences: RenderedSentence<Mark>[];
}

/**
 * A story as paragraphs, sentences and segments with marks: plain values that a component or static HTML can render
 * without parsing the text again. Marks can overlap; a segment lists all its marks, in the given order. The
 * concatenation of a paragraph's lead, segments and gaps is its text.
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
