import { paragraphsOf, type Sentence, sentencesOf } from "./sentences.ts";
import { shownRange, type WordedText } from "./words.ts";

/** The range of characters of a mark in the story, end excluded. */
export interface ShownMark<Mark extends string> {
  start: number;
  end: number;
  mark: Mark;
}

/**
 * Splits a story into paragraphs and sentences. `draw` renders each sentence; it gets the marks as character ranges.
 * `number` is the value of the sentence's checkbox. `lead` is the text before the first sentence of a paragraph; `gap`
 * is the text after a sentence inside a paragraph.
 */
export function drawSentences<Mark extends string, Drawn extends object>(
  story: WordedText,
  highlights: readonly { range: readonly [number, number]; mark: Mark }[],
  draw: (sentence: Sentence, shown: readonly ShownMark<Mark>[]) => Drawn,
): { lead: string; sentences: (Drawn & { number: number; gap: string })[] }[] {
  const shownMarks = highlights
    .filter(({ range }) => range[0] < range[1])
    .map(({ range, mark }) => ({ ...shownRange(story, { start: range[0], end: range[1] }), mark }));
  const numberedSentences = sentencesOf(story).map((sentence, number) => ({ ...sentence, number }));
  return paragraphsOf(story.text).map(({ start, end }, paragraph) => {
    const inside = numberedSentences.filter((sentence) => sentence.paragraph === paragraph);
    return {
      lead: story.text.slice(start, inside[0]?.start ?? end),
      sentences: inside.map((sentence, index) => ({
        ...draw(sentence, shownMarks),
        number: sentence.number,
        gap: story.text.slice(sentence.end, inside[index + 1]?.start ?? end),
      })),
    };
  });
}

/** Splits a sentence at the edges of `ranges` into parts, each with its position and its distinct marks. */
export function cutSentence<Mark extends string>(
  text: string,
  sentence: { start: number; end: number },
  ranges: readonly { start: number; end: number }[],
  shown: readonly ShownMark<Mark>[],
): { start: number; end: number; text: string; marks: Mark[] }[] {
  const inside = ranges
    .flatMap(({ start, end }) => [start, end])
    .filter((at) => at > sentence.start && at < sentence.end);
  const cuts = [...new Set([sentence.start, ...inside, sentence.end])].sort((left, right) => left - right);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] as number;
    const marks = shown.filter((range) => range.start <= start && range.end >= end).map((range) => range.mark);
    return { start, end, text: text.slice(start, end), marks: [...new Set(marks)] };
  });
}
