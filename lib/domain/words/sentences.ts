import { findSentenceEnds } from "./split-sentences.ts";
import type { WordedText } from "./words.ts";

/** A sentence: its words (half-open positions) and its displayed characters (trimmed, half-open). */
export interface Sentence {
  /** Word positions. Every word of the story is in exactly one sentence. */
  from: number;
  to: number;
  /** UTF-16 units in the story. */
  start: number;
  end: number;
  /** Index, from 0, of the sentence's paragraph. Blank lines separate paragraphs. */
  paragraph: number;
}

/**
 * The sentences of a story in order. `splitSentences` splits each paragraph. Parts without a word (rules, stray
 * punctuation) belong to no sentence.
 */
export function sentencesOf(story: WordedText): Sentence[] {
  const sentences: Sentence[] = [];
  let word = 0;
  paragraphsOf(story.text).forEach((range, paragraph) => {
    const ends = findSentenceEnds(story.text.slice(range.start, range.end)).map((end) => range.start + end);
    for (const end of [...ends, range.end]) {
      const from = word;
      while (word < story.words.length && (story.words[word]?.start as number) < end) word += 1;
      if (word === from) {
        // Closing marks that remain belong to the previous sentence.
        continue;
      }
      const start =
        from === sentences.at(-1)?.to && sentences.at(-1)?.paragraph === paragraph
          ? (sentences.at(-1)?.end as number)
          : range.start;
      sentences.push({ from, to: word, ...trimRange(story.text, start, end), paragraph });
    }
  });
  return sentences;
}

/**
 * The paragraphs of a text, as half-open character ranges of the parts between blank lines. Empty paragraphs are
 * omitted.
 */
export function paragraphsOf(text: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let start = 0;
  // White space is matched in runs, because a pattern for the whole gap would backtrack over each space of a long run.
  for (const gap of text.matchAll(/\s+/gu)) {
    if (gap[0].indexOf("\n") === gap[0].lastIndexOf("\n")) continue;
    if (gap.index > start) ranges.push({ start, end: gap.index });
    start = gap.index + gap[0].length;
  }
  if (text.slice(start).trim() !== "") ranges.push({ start, end: text.length });
  return ranges;
}

function trimRange(text: string, start: number, end: number): { start: number; end: number } {
  let first = start;
  let last = end;
  while (first < last && /\s/u.test(text[first] as string)) first += 1;
  while (last > first && /\s/u.test(text[last - 1] as string)) last -= 1;
  return { start: first, end: last };
}
