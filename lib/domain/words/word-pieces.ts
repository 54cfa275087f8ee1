import { cutSentence, drawSentences, type ShownMark } from "./marked-sentences.ts";
import type { Sentence } from "./sentences.ts";
import type { WordedText } from "./words.ts";

/** A part of a sentence: one word, or the characters between two words. */
export interface WordPiece<Mark extends string> {
  text: string;
  /** The word's position in the story; null for spaces and punctuation. */
  word: number | null;
  marks: Mark[];
}

/** A sentence with selectable words; `number` is the value of its checkbox. */
export interface SentencePieces<Mark extends string> {
  number: number;
  pieces: WordPiece<Mark>[];
  /** The white space and punctuation after it inside the paragraph. */
  gap: string;
}

/** A paragraph as its sentences. `lead` comes before the first of them. */
export interface ParagraphPieces<Mark extends string> {
  lead: string;
  sentences: SentencePieces<Mark>[];
}

/**
 * A story split into sentences and words, each word with the position used in answers, so that a renderer needs no word
 * rule of its own. The concatenation of a paragraph's lead, pieces and gaps is its text.
 */
export function splitStoryIntoPieces<Mark extends string>(
  story: WordedText,
  highlights: readonly { range: readonly [number, number]; mark: Mark }[],
): ParagraphPieces<Mark>[] {
  return drawSentences(story, highlights, (sentence, shown) => ({ pieces: piecesOf(story, sentence, shown) }));
}

function piecesOf<Mark extends string>(
  story: WordedText,
  sentence: Sentence,
  shown: readonly ShownMark<Mark>[],
): WordPiece<Mark>[] {
  const words = story.words.slice(sentence.from, sentence.to);
  // A mark never begins or ends inside a word, so splitting by words and by marks is consistent.
  return cutSentence(story.text, sentence, [...words, ...shown], shown).map(({ start, end, text, marks }) => {
    const word = words.findIndex((candidate) => candidate.start <= start && candidate.end >= end);
    return { text, word: word === -1 ? null : sentence.from + word, marks };
  });
}
