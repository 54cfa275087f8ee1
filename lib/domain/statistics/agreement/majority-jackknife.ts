import { studentQuantile } from "../basics/distributions.ts";
import { requireBinary, requireCount, requireLevel, requireRectangle } from "../basics/require-number.ts";
import { exactZero } from "../clustered/cluster-robust-mean.ts";
import { majorityIsTrue } from "./crowd-accuracy.ts";

export type MajorityJackknifeReason =
  | "no item with k answers"
  | "no item with more than k answers"
  | "standard error is 0";

export interface MajorityJackknife {
  k: number;
  /** Expected accuracy of the majority of k people, ties half, over the items with at least k answers. */
  accuracy: number | null;
  nItems: number;
  /** Items with at least k + 1 answers, on which the jackknife is computed. */
  nItemsJackknife: number;
  /** People with an answer to one of these items. */
  nPeople: number;
  se: number | null;
  df: number | null;
  low: number | null;
  high: number | null;
  reason: MajorityJackknifeReason | null;
}

/**
 * The accuracy of the majority of k people with an interval for the same items and other people: a jackknife over
 * people. Items are fixed, so it says nothing about other items. It uses only items with more than k answers, so that no
 * item comes or goes as a person is left out; the limits are accuracy -+ t(P - 1) se, not cut to [0, 1].
 * Efron and Stein (1981).
 *
 * `responses` has a row for each person and a column for each item: right 1, wrong 0, null not answered.
 * Throws RangeError for ragged rows, other values, and k below 1.
 */
export function majorityJackknife(
  responses: readonly (readonly (number | null)[])[],
  k: number,
  confidence = 0.95,
): MajorityJackknife {
  requireCount("k", k, 1);
  requireLevel("conf", confidence);
  const items = countedItems(responses);
  const asked = items.filter(({ right, wrong }) => right + wrong >= k);
  const used = items.filter(({ right, wrong }) => right + wrong > k);
  const accuracy = meanOf(asked.map(({ right, wrong }) => majorityIsTrue(right, wrong, k)));
  const none = { se: null, df: null, low: null, high: null };
  const head = { k, accuracy, nItems: asked.length, nItemsJackknife: used.length, nPeople: 0 };
  if (accuracy === null) return { ...head, ...none, reason: "no item with k answers" };
  if (used.length === 0) return { ...head, ...none, reason: "no item with more than k answers" };
  const without = accuraciesWithoutEach(responses, used, k);
  const nPeople = without.length;
  const mean = meanOf(without)!;
  const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const se = exactZero(Math.sqrt(((nPeople - 1) / nPeople) * squares), 1);
  const df = nPeople - 1;
  if (se === 0) return { ...head, nPeople, ...none, se, df, reason: "standard error is 0" };
  const half = -studentQuantile((1 - confidence) / 2, df) * se;
  return { ...head, nPeople, se, df, low: accuracy - half, high: accuracy + half, reason: null };
}

interface CountedItem {
  index: number;
  right: number;
  wrong: number;
}

function countedItems(responses: readonly (readonly (number | null)[])[]): CountedItem[] {
  const width = requireRectangle("responses", responses);
  const items = Array.from({ length: width }, (_, index) => ({ index, right: 0, wrong: 0 }));
  for (const row of responses)
    for (const [index, answer] of row.entries()) {
      requireBinary("responses", answer, "missing allowed");
      if (answer === 1) items[index]!.right += 1;
      else if (answer === 0) items[index]!.wrong += 1;
    }
  return items;
}

/** For each person with an answer to one of the items: the accuracy on these items without that person. */
function accuraciesWithoutEach(
  responses: readonly (readonly (number | null)[])[],
  items: readonly CountedItem[],
  k: number,
): number[] {
  const effects = items.map(({ index, right, wrong }) => {
    const full = majorityIsTrue(right, wrong, k);
    return {
      index,
      full,
      byAnswer: [
        wrong > 0 ? majorityIsTrue(right, wrong - 1, k) - full : 0,
        right > 0 ? majorityIsTrue(right - 1, wrong, k) - full : 0,
      ],
    };
  });
  const total = effects.reduce((sum, { full }) => sum + full, 0);
  return responses.flatMap((row) => {
    let [change, answered] = [0, 0];
    for (const { index, byAnswer } of effects) {
      const answer = row[index]!;
      if (answer === null) continue;
      answered += 1;
      change += byAnswer[answer]!;
    }
    return answered === 0 ? [] : [(total + change) / items.length];
  });
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
