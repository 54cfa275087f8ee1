import { correlation } from "../agreement/distribution-agreement.ts";

/** One scored answer: 1 right, 0 wrong. */
export interface ItemScore {
  item: string;
  person: string;
  score: number;
}

/** The correlation of an item with the rest of the test, with its 95% interval. */
export interface ItemRest {
  /** Pearson's correlation between the item's score and the rest score; null with a reason. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** Number of people who answered the item and at least one other item. */
  n: number;
  reason: string | null;
}

/** Minimum number of people. With fewer, the interval is so wide that nearly every correlation is possible. */
export const minPeopleForItemRest = 10;

const normal975 = 1.959963984540054;

/**
 * The item-rest correlation of each item: Pearson's correlation, over people, of the score on the item and the rest
 * score. The rest score is the share of the person's other scored answers that are right. If everyone answered every
 * item, this equals the corrected item-total correlation (the total without the item). The interval is Fisher's (atanh,
 * standard error 1/√(n−3)). Null with a reason for fewer than `minPeopleForItemRest` people, and if the item scores or
 * the rest scores do not vary. Needs one pass over the answers and one over the people of each item.
 */
export function itemRestCorrelations(items: readonly string[], answers: readonly ItemScore[]): Map<string, ItemRest> {
  const people = new Map<string, { right: number; n: number }>();
  const sumsByItem = new Map<string, Map<string, { right: number; n: number }>>(items.map((item) => [item, new Map()]));
  for (const { item, person, score } of answers) {
    const ofItem = sumsByItem.get(item);
    if (!ofItem) continue;
    add(people, person, score);
    add(ofItem, person, score);
  }
  return new Map(
    [...sumsByItem].map(([item, ofItem]) => {
      const scores: number[] = [];
      const restScores: number[] = [];
      for (const [person, { right, n }] of ofItem) {
        const all = people.get(person)!;
        if (all.n === n) continue;
        scores.push(right / n);
        restScores.push((all.right - right) / (all.n - n));
      }
      return [item, estimateItemRest(scores, restScores)];
    }),
  );
}

function add(sums: Map<string, { right: number; n: number }>, key: string, score: number): void {
  const sum = sums.get(key) ?? { right: 0, n: 0 };
  sums.set(key, { right: sum.right + score, n: sum.n + 1 });
}

function estimateItemRest(scores: readonly number[], rests: readonly number[]): ItemRest {
  const n = scores.length;
  const noEstimate = (reason: string): ItemRest => ({ value: null, low: null, high: null, n, reason });
  if (n < minPeopleForItemRest)
    return noEstimate(`fewer than ${minPeopleForItemRest} people answered this item and another one`);
  const value = correlation(scores, rests);
  if (value === null)
    return noEstimate(
      scores.every((score) => score === scores[0])
        ? "all people have the same score on this item"
        : "all rest scores are the same",
    );
  const error = normal975 / Math.sqrt(n - 3);
  const limit = (sign: number) => (Math.abs(value) === 1 ? value : Math.tanh(Math.atanh(value) + sign * error));
  return { value, low: limit(-1), high: limit(1), n, reason: null };
}
