import { clusteredMean } from "../statistics/clustered-mean.ts";
import { wilsonInterval } from "../statistics/wilson.ts";
import type { ResultCell } from "./cells.ts";
import { clusteredShare } from "./clustered-share.ts";

/** A share of right answers with what it rests on. */
export interface Share {
  correct: number;
  n: number;
  /** Null for n = 0. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** How the interval was computed; null without one. */
  interval: "wilson" | "clustered" | null;
}

/** A share with its Wilson interval. */
export function wilsonShare(correct: number, n: number): Share {
  if (n === 0) return { correct, n, value: null, low: null, high: null, interval: null };
  const { estimate, low, high } = wilsonInterval(correct, n);
  return { correct, n, value: estimate, low, high, interval: "wilson" };
}

/**
 * The share of right verdicts over cells, with an interval clustered by story where there are several stories and they
 * differ, else Wilson's.
 */
export function shareOfCells(outcomes: readonly { isRight: boolean | null; storyId: string }[]): Share {
  const decided = outcomes.filter((outcome) => outcome.isRight !== null);
  const share = wilsonShare(decided.filter(({ isRight }) => isRight).length, decided.length);
  const mean = clusteredMean(
    decided.map(({ isRight }) => Number(isRight)),
    decided.map(({ storyId }) => storyId),
  );
  if (!mean.seCR1 || mean.ciLow === null || mean.ciHigh === null) return share;
  return { ...share, low: Math.max(0, mean.ciLow), high: Math.min(1, mean.ciHigh), interval: "clustered" };
}

/**
 * The mean accuracy of single answers over cells, clustered by story. With one story, or where all stories are alike to
 * the last answer, there is nothing to base such an interval on, and Wilson's stands in.
 */
export function shareOfPeople(cells: readonly ResultCell[]): Share {
  const stories = new Map<string, { correct: number; n: number }>();
  for (const { item, vote, correct } of cells) {
    if (correct === null) continue;
    const story = stories.get(item.storyId) ?? { correct: 0, n: 0 };
    stories.set(item.storyId, { correct: story.correct + correct, n: story.n + vote.n });
  }
  const { n, correct, low, high } = clusteredShare([...stories.values()]);
  const share = wilsonShare(correct, n);
  return low === null || high === null || low === high ? share : { ...share, low, high, interval: "clustered" };
}

/** The share that guessing gets: one over the number of options, where all items offer as many; else null. */
export function guessingShare(items: readonly { options: readonly unknown[] }[]): number | null {
  const sizes = new Set(items.map(({ options }) => options.length));
  const [size] = sizes;
  return sizes.size === 1 && size !== undefined && size > 1 ? 1 / size : null;
}
