import { wilsonInterval } from "../../statistics/proportions/wilson.ts";

/** The accuracy of a baseline classifier that does not read the story. */
export interface BaselineClassifier {
  /** Number of items. */
  n: number;
  right: number;
  /** Items without evidence; each counts as half a right item. */
  ties: number;
  /** (right + ties / 2) / n; null without items. */
  accuracy: number | null;
  /** Wilson limits at 95%; ties widen the interval on both sides. */
  low: number;
  high: number;
}

/** How often a value of a feature occurs, and how often in the target text. */
export interface FeatureTally {
  value: string;
  texts: number;
  wanted: number;
}

/**
 * The values of a feature for the target text and for the other text, for example the correct option and the
 * distractor.
 */
export interface FeaturePair {
  wanted: string;
  other: string;
}

/** Counts guesses: right, wrong, or null if there was no evidence. */
export function summariseGuesses(guesses: readonly (boolean | null)[]): BaselineClassifier {
  const n = guesses.length;
  const right = guesses.filter((guess) => guess === true).length;
  const ties = guesses.filter((guess) => guess === null).length;
  const credit = right + ties / 2;
  return {
    n,
    right,
    ties,
    accuracy: n === 0 ? null : credit / n,
    low: wilsonInterval(Math.floor(credit), n).low,
    high: wilsonInterval(Math.ceil(credit), n).high,
  };
}

/** Guesses each pair from a feature alone, trained on all other pairs. */
export function featureBaseline(pairs: readonly FeaturePair[]): BaselineClassifier {
  const tallies = new Map(featureTallies(pairs).map((tally) => [tally.value, tally]));
  return summariseGuesses(pairs.map((pair) => guessPair(pair, tallies)));
}

/** How often each value of a feature occurs in a target text, in the order of first appearance. */
export function featureTallies(pairs: readonly FeaturePair[]): FeatureTally[] {
  const tallies = new Map<string, FeatureTally>();
  const count = (value: string, isWanted: boolean) => {
    const { texts, wanted } = tallies.get(value) ?? { texts: 0, wanted: 0 };
    tallies.set(value, { value, texts: texts + 1, wanted: wanted + Number(isWanted) });
  };
  for (const { wanted, other } of pairs) {
    count(wanted, true);
    count(other, false);
  }
  return [...tallies.values()];
}

/** The guess for one pair, trained on all other pairs; null without evidence. */
function guessPair({ wanted, other }: FeaturePair, tallies: ReadonlyMap<string, FeatureTally>): boolean | null {
  if (wanted === other) return null;
  const share = (value: string, isWanted: boolean) => {
    const tally = tallies.get(value) as FeatureTally;
    const otherTexts = tally.texts - 1;
    return otherTexts === 0 ? 0.5 : (tally.wanted - Number(isWanted)) / otherTexts;
  };
  const [left, right] = [share(wanted, true), share(other, false)];
  return left === right ? null : left > right;
}
