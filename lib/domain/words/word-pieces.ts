import { cutSentence, markedSentences, type ShownMark } from "./marked-sentences.ts";
import type { Sentence } from "./sentences.ts";
import type { Worded } from "./words.ts";

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
 * A story cut at its sentences and words, each word with the position that answers count in, so that anyone who draws it
 * needs no rule of its own for what a word is. A paragraph's lead, pieces and gaps one after the other are its text.
 */
export function piecedStory<Mark extends string>(
  story: Worded,
  highlights: readonly { range: readonly [number, number]; mark: Mark }[],
): PiecedParagraph<Mark>[] {
  return markedSentences(story, highlights, (sentence, shown) => ({ pieces: piecesOf(story, sentence, shown) }));
}

function piecesOf<Mark extends string>(
  story: Worded,
  sentence: Sentence,
  shown: readonly ShownMark<Mark>[],
): WordPiece<Mark>[] {
  const words = story.words.slice(sentence.from, sentence.to);
  // A mark never begins or ends inside a word, so words and marks together cut the text into pieces of one kind.
  return cutSentence(story.text, sentence, [...words, ...shown], shown).map(({ start, end, text, marks }) => {
    const word = words.findIndex((candidate) => candidate.start <= start && candidate.end >= end);
    return { text, word: word === -1 ? null : sentence.from + word, marks };
  });
}
