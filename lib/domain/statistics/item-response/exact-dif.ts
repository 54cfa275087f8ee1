import { hypergeometricDistribution } from "../basics/hypergeometric.ts";
import { type DifferentialItemFunctioning, deltaScale, difStrata } from "./differential-item-functioning.ts";

/** The exact analysis of one item, for a focal group with few members. */
export interface ExactDif extends Pick<DifferentialItemFunctioning, "nReference" | "nFocal" | "nStrata"> {
  /**
   * The difference on the ETS scale, 2.35 ln(odds ratio of the focal group), by conditional maximum likelihood; null if
   * infinite.
   */
  delta: number | null;
  /**
   * Exact 95% limits. They are infinite if the focal group has the largest or smallest possible number of correct
   * answers, and null without a stratum.
   */
  low: number | null;
  high: number | null;
  /**
   * The sum of the probabilities of all numbers that are at most as probable as the observed number; null without a
   * stratum.
   */
  pvalue: number | null;
}

/**
 * Whether an item is harder for a focal group than for people with equal rest scores: the exact conditional test of a
 * common odds ratio of 1 in 2 x 2 tables (Mehta, Patel and Gray 1985; R `mantelhaen.test(exact = TRUE)`), with the
 * strata of `differentialItemFunctioning`. Unlike the Mantel-Haenszel chi-square test, it is valid for any number of
 * members.
 */
export function exactDif(
  responses: readonly (readonly (number | null)[])[],
  group: readonly number[],
  item: number,
  width: number,
): ExactDif {
  const { strata, nReference, nFocal } = difStrata(responses, group, item, width);
  const head = { nReference, nFocal, nStrata: strata.length };
  const observed = strata.reduce((sum, { c }) => sum + c, 0);
  // The distribution of the number of focal members who are right, given the margins of each stratum, for an odds ratio
  // of 1.
  const probabilities = strata.reduce<Map<number, number>>(
    (sum, { a, b, c, d }) => convolve(sum, hypergeometricDistribution(a + c, b + d, c + d)),
    new Map([[0, 1]]),
  );
  if (probabilities.size < 2) return { ...head, delta: null, low: null, high: null, pvalue: null };
  const probability = probabilities.get(observed) ?? 0;
  const pvalue = Math.min(1, sumOf([...probabilities.values()].filter((chance) => chance <= probability * (1 + 1e-7))));
  const [least, most] = [Math.min(...probabilities.keys()), Math.max(...probabilities.keys())];
  const meanUnderOdds = (log: number, of: (right: number) => number) => weightedMean(probabilities, log, of);
  const odds = (value: (log: number) => number) => deltaScale * findRoot(value);
  return {
    ...head,
    delta:
      observed === least || observed === most ? null : odds((log) => meanUnderOdds(log, (right) => right) - observed),
    low:
      observed === least
        ? Number.NEGATIVE_INFINITY
        : odds((log) => meanUnderOdds(log, (right) => Number(right >= observed)) - 0.025),
    high:
      observed === most
        ? Number.POSITIVE_INFINITY
        : odds((log) => 0.025 - meanUnderOdds(log, (right) => Number(right <= observed))),
    pvalue,
  };
}

function convolve(
  chances: ReadonlyMap<number, number>,
  drawn: readonly { drawn: number; probability: number }[],
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [before, chance] of chances)
    for (const { drawn: more, probability } of drawn)
      sums.set(before + more, (sums.get(before + more) ?? 0) + chance * probability);
  return sums;
}

/** The mean of a function of that number, for a given logarithm of the odds ratio. */
function weightedMean(chances: ReadonlyMap<number, number>, log: number, value: (right: number) => number): number {
  const logs = [...chances].map(([right, chance]) => ({ right, log: Math.log(chance) + right * log }));
  const largest = Math.max(...logs.map((one) => one.log));
  const weights = logs.map((one) => ({ right: one.right, weight: Math.exp(one.log - largest) }));
  return sumOf(weights.map(({ right, weight }) => value(right) * weight)) / sumOf(weights.map(({ weight }) => weight));
}

const maxLogOdds = 50;

/** The root of an increasing function of the log odds ratio. */
function findRoot(value: (log: number) => number): number {
  let [low, high] = [-maxLogOdds, maxLogOdds];
  for (let step = 0; step < 80; step += 1) {
    const middle = (low + high) / 2;
    if (value(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
