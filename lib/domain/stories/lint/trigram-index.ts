import { wordsOf } from "../../words/words.ts";

/** A story of the index that is similar to a text. */
export interface SimilarStory {
  id: string;
  /** Shared word trigrams / trigrams of the shorter of the two; 0 to 1. */
  overlap: number;
}

interface IndexedStory {
  id: string;
  trigrams: Uint32Array;
  /** Number of trigrams in the index. */
  indexed: number;
}

/**
 * Finds stories that share many word trigrams, without comparing every pair. Only one in `SAMPLED` trigrams is indexed
 * (the same trigrams in every story). A story is compared completely if it shares at least half of the indexed trigrams
 * that the required overlap implies. Stories with fewer than `SHORT` trigrams are indexed completely. Trigrams are
 * stored as 32-bit hashes, so a set of many thousand stories fits in memory; collisions are too rare to matter.
 */
export class TrigramIndex {
  readonly #stories: IndexedStory[];
  readonly #byTrigram = new Map<number, number[]>();

  constructor(stories: readonly { id: string; text: string }[]) {
    this.#stories = stories.map(({ id, text }) => ({ id, trigrams: trigramsOf(text), indexed: 0 }));
    this.#stories.forEach((story, number) => {
      for (const trigram of story.trigrams) {
        if (story.trigrams.length >= SHORT && trigram % SAMPLED !== 0) continue;
        story.indexed += 1;
        const holders = this.#byTrigram.get(trigram);
        if (holders === undefined) this.#byTrigram.set(trigram, [number]);
        else holders.push(number);
      }
    });
  }

  /** The stories with at least this overlap, most similar first; ties in the order of the index. */
  similarTo(text: string, least: number): SimilarStory[] {
    const trigrams = trigramsOf(text);
    const hits = new Map<number, number>();
    for (const trigram of trigrams) {
      for (const number of this.#byTrigram.get(trigram) ?? []) hits.set(number, (hits.get(number) ?? 0) + 1);
    }
    return [...hits]
      .map(([number, count]) => ({ number, count, story: this.#stories[number] as IndexedStory }))
      .filter(({ count, story }) => count >= (least * Math.min(story.indexed, trigrams.length / SAMPLED)) / 2)
      .sort((left, right) => left.number - right.number)
      .map(({ story }) => ({ id: story.id, overlap: overlapOf(trigrams, story.trigrams) }))
      .filter(({ overlap }) => overlap >= least)
      .sort((left, right) => right.overlap - left.overlap);
  }
}

const SAMPLED = 6;
const SHORT = 120;

/** The distinct word trigrams of a text as numbers, ascending. */
function trigramsOf(text: string): Uint32Array {
  const words = wordsOf(text);
  const numbers = new Set<number>();
  for (let at = 2; at < words.length; at += 1) {
    numbers.add(numberOf(`${words[at - 2]?.text} ${words[at - 1]?.text} ${words[at]?.text}`));
  }
  return Uint32Array.from(numbers).sort();
}

function overlapOf(left: Uint32Array, right: Uint32Array): number {
  const shorter = Math.min(left.length, right.length);
  if (shorter === 0) return 0;
  let [shared, at, other] = [0, 0, 0];
  while (at < left.length && other < right.length) {
    const difference = (left[at] as number) - (right[other] as number);
    if (difference === 0) shared += 1;
    if (difference <= 0) at += 1;
    if (difference >= 0) other += 1;
  }
  return shared / shorter;
}

/** A text as a 32-bit number (FNV-1a with a final mixing step, so that remainders are distributed evenly). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
