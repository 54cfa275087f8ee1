import { type Word, type WordRange, wordsOf } from "../../words/words.ts";

/** A passage of a story that is similar to some words. */
export interface PassageMatch extends WordRange {
  /** 1 for the same words in the same order, 0 for nothing in common: 1 - word edits / length of the longer side. */
  similarity: number;
}

/** Minimum similarity of a match that is suggested: half of the words must match. */
const MIN_SIMILARITY = 0.5;

/**
 * The passage of a story with the smallest word edit distance to `text` (Sellers' approximate matching); null if no
 * passage is similar enough. Among equally similar passages, the passage that begins closest to the word position
 * `near` is chosen. The running time is proportional to the number of words of the story times the number of words of
 * the text.
 */
export function nearestMatch(words: readonly Word[], text: string, near = 0): PassageMatch | null {
  const searchWords = wordsOf(text).map((word) => word.text);
  if (searchWords.length === 0 || words.length === 0) return null;
  let costs = Int32Array.from({ length: searchWords.length + 1 }, (_, row) => row);
  let starts = new Int32Array(searchWords.length + 1);
  let nextCosts = new Int32Array(searchWords.length + 1);
  let nextStarts = new Int32Array(searchWords.length + 1);
  let best: PassageMatch | null = null;
  for (let at = 0; at < words.length; at += 1) {
    nextCosts[0] = 0;
    nextStarts[0] = at + 1;
    for (let row = 1; row <= searchWords.length; row += 1) {
      const replacementCost = (costs[row - 1] as number) + ((words[at] as Word).text === searchWords[row - 1] ? 0 : 1);
      const extraCost = (costs[row] as number) + 1;
      const missingCost = (nextCosts[row - 1] as number) + 1;
      const lowestCost = Math.min(replacementCost, extraCost, missingCost);
      nextCosts[row] = lowestCost;
      nextStarts[row] =
        lowestCost === replacementCost
          ? row === 1
            ? at
            : (starts[row - 1] as number)
          : lowestCost === extraCost
            ? (starts[row] as number)
            : (nextStarts[row - 1] as number);
    }
    [costs, nextCosts] = [nextCosts, costs];
    [starts, nextStarts] = [nextStarts, starts];
    const start = starts[searchWords.length] as number;
    if (start > at) continue;
    const length = Math.max(searchWords.length, at + 1 - start);
    const match = { start, end: at + 1, similarity: 1 - (costs[searchWords.length] as number) / length };
    if (best === null || isBetter(match, best, near)) best = match;
  }
  return best !== null && best.similarity >= MIN_SIMILARITY ? best : null;
}

function isBetter(match: PassageMatch, best: PassageMatch, near: number): boolean {
  if (match.similarity !== best.similarity) return match.similarity > best.similarity;
  return Math.abs(match.start - near) < Math.abs(best.start - near);
}
