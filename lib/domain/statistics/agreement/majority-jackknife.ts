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
  /** Expected accuracy of the majority of k people (ties count half), over the items with at least k answers. */
  accuracy: number | null;
  nItems: number;
  /** Number of items with at least k + 1 answers, which the jackknife uses. */
  nItemsJackknife: number;
  /** Number of people with an answer to one of these items. */
  nPeople: number;
  se: number | null;
  df: number | null;
  low: number | null;
  high: number | null;
  reason: MajorityJackknifeReason | null;
}

/**
 * The accuracy of the majority of k people, with an interval for the same items and other people: a jackknife over
 * people. Items are fixed, so the interval does not generalise to other items. The jackknife uses only items with more
 * than k answers, so that removing a person does not change the set of items. The limits are accuracy -+ t(P - 1) se,
 * not limited to [0, 1]. Efron and Stein (1981).
 *
 * `responses` has a row for each person and a column for each item: right 1, wrong 0, null not answered. Throws
 * RangeError for ragged rows, other values, and k below 1.
 */
export function majorityJackknife(
  responses: readonly (readonly (number | null)[])[],
  k: number,
  confidence = 0.95,
): MajorityJackknife {
  const width = requireRectangle("responses", responses);
  for (const row of responses) for (const answer of row) requireBinary("responses", answer, "missing allowed");
  const people = responses.map((row) => row.flatMap((right, item) => (right === null ? [] : [{ item, right }])));
  return jackknifeOfAnswers(people, width, k, confidence);
}

/** A person's answer to the item with that index: right 1, wrong 0. */
export interface ItemAnswer {
  item: number;
  right: number;
}

/**
 * Computes the jackknife from the answers of each person, for designs in which each person answers few of many items.
 */
export function jackknifeOfAnswers(
  people: readonly (readonly ItemAnswer[])[],
  nItems: number,
  k: number,
  confidence = 0.95,
): MajorityJackknife {
  requireCount("k", k, 1);
  requireLevel("conf", confidence);
  const items = countedItems(people, nItems);
  const answeredItems = items.filter(({ right, wrong }) => right + wrong >= k);
  const jackknifeItems = items.filter(({ right, wrong }) => right + wrong > k);
  const accuracy = meanOf(answeredItems.map(({ right, wrong }) => majorityIsTrue(right, wrong, k)));
  const none = { se: null, df: null, low: null, high: null };
  const head = { k, accuracy, nItems: answeredItems.length, nItemsJackknife: jackknifeItems.length, nPeople: 0 };
  if (accuracy === null) return { ...head, ...none, reason: "no item with k answers" };
  if (jackknifeItems.length === 0) return { ...head, ...none, reason: "no item with more than k answers" };
  const leaveOneOutAccuracies = leaveOneOutAccuraciesOf(people, jackknifeItems, k);
  const nPeople = leaveOneOutAccuracies.length;
  const mean = meanOf(leaveOneOutAccuracies)!;
  const squares = leaveOneOutAccuracies.reduce((sum, value) => sum + (value - mean) ** 2, 0);
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

function countedItems(people: readonly (readonly ItemAnswer[])[], nItems: number): CountedItem[] {
  const items = Array.from({ length: nItems }, (_, index) => ({ index, right: 0, wrong: 0 }));
  for (const answers of people)
    for (const { item, right } of answers) {
      if (right === 1) items[item]!.right += 1;
      else items[item]!.wrong += 1;
    }
  return items;
}

/** For each person with an answer to one of the items: the accuracy on these items if that person is removed. */
function leaveOneOutAccuraciesOf(
  people: readonly (readonly ItemAnswer[])[],
  items: readonly CountedItem[],
  k: number,
): number[] {
  const changes = new Map(
    items.map(({ index, right, wrong }) => {
      const full = majorityIsTrue(right, wrong, k);
      return [
        index,
        [
          wrong > 0 ? majorityIsTrue(right, wrong - 1, k) - full : 0,
          right > 0 ? majorityIsTrue(right - 1, wrong, k) - full : 0,
        ],
      ];
    }),
  );
  const total = items.reduce((sum, { right, wrong }) => sum + majorityIsTrue(right, wrong, k), 0);
  return people.flatMap((answers) => {
    const ownChanges = answers.flatMap(({ item, right }) => changes.get(item)?.[right] ?? []);
    return ownChanges.length === 0
      ? []
      : [(total + ownChanges.reduce((sum, change) => sum + change, 0)) / items.length];
  });
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
