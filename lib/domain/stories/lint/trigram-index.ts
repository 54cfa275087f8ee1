import { wordsOf } from "../text/words.ts";

/** A story of the index that resembles a text. */
export interface Similar {
  id: string;
  /** Shared word trigrams / trigrams of the shorter of the two; 0 to 1. */
  overlap: number;
}

/**
 * Finds stories that share many word trigrams, without comparing every pair: one trigram in `SAMPLED` (chosen by its
 * letters, so the same in every story) names the candidates, and those that share half as many as the overlap asked
 * for would give are compared in full. Stories of fewer than `SHORT` trigrams are indexed with all of theirs.
 */
export class TrigramIndex {
  /** `indexed`: how many of the story's trigrams the index holds. */
  readonly #stories: { id: string; trigrams: Set<string>; indexed: number }[];
  readonly #byTrigram = new Map<string, number[]>();

  constructor(stories: readonly { id: string; text: string }[]) {
    this.#stories = stories.map(({ id, text }) => ({ id, trigrams: trigramsOf(text), indexed: 0 }));
    this.#stories.forEach((story, number) => {
      for (const trigram of story.trigrams) {
        if (story.trigrams.size >= SHORT && !isSampled(trigram)) continue;
        story.indexed += 1;
        const holders = this.#byTrigram.get(trigram);
        if (holders === undefined) this.#byTrigram.set(trigram, [number]);
        else holders.push(number);
      }
    });
  }

  /** The stories with at least this overlap, nearest first; equal ones in the order of the index. */
  similarTo(text: string, least: number): Similar[] {
    const trigrams = trigramsOf(text);
    const hits = new Map<number, number>();
    for (const trigram of trigrams) {
      for (const number of this.#byTrigram.get(trigram) ?? []) hits.set(number, (hits.get(number) ?? 0) + 1);
    }
    return [...hits]
      .filter(
        ([number, count]) =>
          count >= (least * Math.min(this.#stories[number]?.indexed ?? 0, trigrams.size / SAMPLED)) / 2,
      )
      .map(([number]) => number)
      .sort((left, right) => left - right)
      .map((number) => {
        const story = this.#stories[number] as { id: string; trigrams: Set<string> };
        return { id: story.id, overlap: overlapOf(trigrams, story.trigrams) };
      })
      .filter(({ overlap }) => overlap >= least)
      .sort((left, right) => right.overlap - left.overlap);
  }
}

const SAMPLED = 6;
const SHORT = 120;

function trigramsOf(text: string): Set<string> {
  const words = wordsOf(text);
  const trigrams = new Set<string>();
  for (let at = 2; at < words.length; at += 1) {
    trigrams.add(`${words[at - 2]?.text} ${words[at - 1]?.text} ${words[at]?.text}`);
  }
  return trigrams;
}

function overlapOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const trigram of small) if (large.has(trigram)) shared += 1;
  return shared / small.size;
}

/** A cheap, fixed choice of one trigram in `SAMPLED` (FNV-1a). */
function isSampled(trigram: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < trigram.length; at += 1) hash = Math.imul(hash ^ trigram.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % SAMPLED === 0;
}
