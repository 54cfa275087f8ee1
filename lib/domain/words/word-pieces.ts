import { paragraphsOf, sentencesOf } from "./sentences.ts";
import { shownRange, type Worded } from "./words.ts";

/** A piece of a sentence: one word, or what stands between two. */
export interface WordPiece<Mark extends string> {
  text: string;
  /** The word's position in the story; null for spaces and punctuation. */
  word: number | null;
  marks: Mark[];
}

/** A sentence whose words can be taken one by one; `number` is what a ticked box sends. */
export interface PiecedSentence<Mark extends string> {
  number: number;
  pieces: WordPiece<Mark>[];
  /** The white space and stray marks that follow it inside the paragraph. */
  gap: string;
}

/** A paragraph as its sentences. `lead` stands before the first of them. */
export interface PiecedParagraph<Mark extends string> {
  lead: string;
  sentences: PiecedSentence<Mark>[];
}

/**
 * A story cut at its sentences and words, each word with the position that answers count in, so that whoever draws it
 * needs no rule of its own for what a word is. A paragraph's lead, pieces and gaps one after the other are its text.
 */
export function piecedStory<Mark extends string>(
  story: Worded,
  highlights: readonly { range: readonly [number, number]; mark: Mark }[],
): PiecedParagraph<Mark>[] {
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
        pieces: piecesOf(story, sentence, shown),
        gap: story.text.slice(sentence.end, inside[index + 1]?.start ?? end),
      })),
    };
  });
}

function piecesOf<Mark extends string>(
  story: Worded,
  sentence: { from: number; to: number; start: number; end: number },
  shown: readonly { start: number; end: number; mark: Mark }[],
): WordPiece<Mark>[] {
  const words = story.words.slice(sentence.from, sentence.to);
  // A mark never begins or ends inside a word, so words and marks together cut the text into pieces of one kind.
  const edges = [...words, ...shown].flatMap(({ start, end }) => [start, end]);
  const inside = edges.filter((at) => at > sentence.start && at < sentence.end);
  const cuts = [...new Set([sentence.start, ...inside, sentence.end])].sort((left, right) => left - right);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] as number;
    const word = words.findIndex((candidate) => candidate.start <= start && candidate.end >= end);
    const marks = shown.filter((range) => range.start <= start && range.end >= end).map((range) => range.mark);
    return {
      text: story.text.slice(start, end),
      word: word === -1 ? null : sentence.from + word,
      marks: [...new Set(marks)],
    };
  });
}
