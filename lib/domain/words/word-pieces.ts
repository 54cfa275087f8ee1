import { cutSentence, drawSentences, type ShownMark } from "./marked-sentences.ts";
import type { Sentence } from "./sentences.ts";
import type { WordedText } from "./words.ts";

/** A part of a sentence: a word, or the characters between two words. */
export interface WordPiece<Mark extends string> {
  text: string;
  /** The word's position in the story; null for spaces and punctuation. */
  word: number | null;
  marks: Mark[];
}

/** A sentence with selectable words. `number` is the value of its checkbox. */
export interface SentencePieces<Mark extends string> {
  number: number;
  pieces: WordPiece<Mark>[];
  /** White space and punctuation after the sentence, inside the paragraph. */
  gap: string;
}

/** The sentences of a paragraph. `lead` is the text before the first sentence. */
export interface ParagraphPieces<Mark extends string> {
  lead: string;
  sentences: SentencePieces<Mark>[];
}

/**
 * Splits a story into sentences and words. Each word has the position that answers use, so that renderers need no
 * definition of words. The text of a paragraph is the concatenation of its lead, pieces and gaps.
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
  // Marks begin and end between words, so splitting by words and by marks is consistent.
  return cutSentence(story.text, sentence, [...words, ...shown], shown).map(({ start, end, text, marks }) => {
    const word = words.findIndex((candidate) => candidate.start <= start && candidate.end >= end);
    return { text, word: word === -1 ? null : sentence.from + word, marks };
  });
}
