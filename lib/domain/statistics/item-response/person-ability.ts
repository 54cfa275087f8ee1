import { requireBinary, requireFinite, requireSameLength } from "../basics/require-number.ts";

export const abilityMethods = ["ml", "wle"] as const;
export type AbilityMethod = (typeof abilityMethods)[number];

export interface PersonAbility {
  score: number;
  /** Number of answered items whose difficulty is known. */
  n: number;
  theta: number | null;
  se: number | null;
  /** The method that was used; "wle" also if the maximum likelihood estimate would be infinite. */
  method: AbilityMethod | null;
}

/**
 * The ability of one respondent on items of known Rasch difficulty. `ml` is maximum likelihood (sum of P = score).
 * `wle` is Warm's weighted likelihood (1989): score - sum P + J/(2I) = 0 with I = sum PQ and J = sum PQ(1 - 2P). It
 * also exists if all answers are wrong or all are correct, and is then used for both methods. For both, se = 1/sqrt(I)
 * at the estimate. Items with a missing answer or difficulty are skipped. Throws RangeError for lists of different
 * lengths and answers other than 0, 1 and null.
 */
export function personAbility(
  difficulties: readonly (number | null)[],
  responses: readonly (number | null)[],
  method: AbilityMethod = "ml",
): PersonAbility {
  for (const response of responses) requireBinary("responses", response, "missing allowed");
  return abilityOfShares(difficulties, responses, method);
}

/**
 * The ability for shares of correct answers (a model that was asked several times). The score is the sum of the shares;
 * the error is that of one answer to each item. Throws RangeError for lists of different lengths and shares outside 0
 * to 1.
 */
export function abilityOfShares(
  difficulties: readonly (number | null)[],
  shares: readonly (number | null)[],
  method: AbilityMethod = "wle",
): PersonAbility {
  requireSameLength("difficulties", difficulties, "responses", shares);
  const knownDifficulties: number[] = [];
  let score = 0;
  shares.forEach((response, item) => {
    if (response !== null && !(response >= 0 && response <= 1))
      throw new RangeError(`shares must be within 0 and 1, not ${response}`);
    const difficulty = difficulties[item]!;
    if (difficulty !== null) requireFinite("difficulties", difficulty);
    if (response === null || difficulty === null) return;
    knownDifficulties.push(difficulty);
    score += response;
  });
  const n = knownDifficulties.length;
  if (n === 0) return { score, n, theta: null, se: null, method: null };
  const effectiveMethod = score === 0 || score === n ? "wle" : method;
  const theta =
    effectiveMethod === "ml"
      ? maximumLikelihood(knownDifficulties, score)
      : weightedLikelihood(knownDifficulties, score);
  return { score, n, theta, se: 1 / Math.sqrt(sumsAt(knownDifficulties, theta).information), method: effectiveMethod };
}

function sumsAt(difficulties: readonly number[], theta: number) {
  let expected = 0;
  let information = 0;
  let skew = 0;
  for (const difficulty of difficulties) {
    const p = 1 / (1 + Math.exp(difficulty - theta));
    const q = 1 / (1 + Math.exp(theta - difficulty));
    expected += p;
    information += p * q;
    skew += p * q * (q - p);
  }
  return { expected, information, skew };
}

/**
 * Bounds of the estimate. At these abilities the expected score differs by less than half a point from none or all
 * right.
 */
function boundsOf(difficulties: readonly number[]): [number, number] {
  const margin = Math.log(4 * difficulties.length) + 1;
  return [Math.min(...difficulties) - margin, Math.max(...difficulties) + margin];
}

function maximumLikelihood(difficulties: readonly number[], score: number): number {
  const [low, high] = boundsOf(difficulties);
  return findDecreasingRoot(low, high, (theta) => score - sumsAt(difficulties, theta).expected);
}

/**
 * With widely spaced difficulties, Warm's equation has several roots. The root with the largest weighted likelihood is
 * used.
 */
function weightedLikelihood(difficulties: readonly number[], score: number): number {
  const [low, high] = boundsOf(difficulties);
  const slope = (theta: number) => {
    const { expected, information, skew } = sumsAt(difficulties, theta);
    return score - expected + skew / (2 * information);
  };
  const steps = Math.ceil((high - low) / 0.25);
  const at = (step: number) => low + ((high - low) * step) / steps;
  const roots: number[] = [];
  for (let step = 0; step < steps; step += 1)
    if (slope(at(step)) > 0 && slope(at(step + 1)) <= 0) roots.push(findDecreasingRoot(at(step), at(step + 1), slope));
  const weighted = (theta: number) =>
    difficulties.reduce((sum, difficulty) => sum - Math.log1p(Math.exp(theta - difficulty)), score * theta) +
    Math.log(sumsAt(difficulties, theta).information) / 2;
  return roots.reduce((best, root) => (weighted(root) > weighted(best) ? root : best));
}

/** The root of a decreasing function that is above 0 at `low` and at most 0 at `high`, to full precision. */
function findDecreasingRoot(low: number, high: number, value: (theta: number) => number): number {
  let left = low;
  let right = high;
  for (;;) {
    const middle = (left + right) / 2;
    if (middle <= left || middle >= right) return middle;
    if (value(middle) > 0) left = middle;
    else right = middle;
  }
}
