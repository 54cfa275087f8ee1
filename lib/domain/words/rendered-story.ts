import { paragraphsOf, type Sentence, sentencesOf } from "./sentences.ts";
import { shownRange, type Worded } from "./words.ts";

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
