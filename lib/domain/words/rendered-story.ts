import { cutSentence, markedSentences } from "./marked-sentences.ts";
import type { Worded } from "./words.ts";

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
  return markedSentences(story, highlights, (sentence, shown) => ({
    from: sentence.from,
    to: sentence.to,
    segments: cutSentence(story.text, sentence, shown, shown).map(({ text, marks }) => ({ text, marks })),
  }));
}
