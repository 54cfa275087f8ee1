import { chiSquareUpperTail, normalQuantile } from "../basics/distributions.ts";
import { requireBinary, requireCount, requireRectangle, requireSameLength } from "../basics/require-number.ts";

export type DifClass = "A" | "B" | "C";

export interface DifferentialItemFunctioning {
  nReference: number;
  nFocal: number;
  /** Persons with a missing answer. */
  nDropped: number;
  /** Strata in which both groups occur. */
  nStrata: number;
  /** Mantel-Haenszel odds ratio of a correct answer, reference group over focal group; null for 0/0. */
  commonOddsRatio: number | null;
  chi2: number | null;
  pvalue: number;
  /** The difference on the ETS scale, -2.35 ln(odds ratio). Negative means harder for the focal group. */
  delta: number | null;
  seDelta: number | null;
  /** A negligible, B moderate, C large. */
  class: DifClass | null;
}

/** ln odds ratio to the ETS delta scale. */
export const deltaScale = 2.35;

interface Stratum {
  /** Counts of right and wrong answers in the reference group and in the focal group. */
  a: number;
  b: number;
  c: number;
  d: number;
}

/**
 * Whether an item is harder for one group than for the other among people with equal rest scores: Mantel-Haenszel with
 * strata floor(rest score / width), where the rest score is the sum of the other items. (ETS practice includes the
 * studied item; results then differ.) Persons with any null are dropped. chi2 has the continuity correction, and is 0
 * if the difference is below 0.5 (where R's `mantelhaen.test` drops the correction). The variance of ln OR follows
 * Robins, Breslow and Greenland (1986). Classes follow Zwick (2012, ETS RR-12-08), with a one-sided 5% level for
 * "significantly greater than 1".
 *
 * Throws RangeError for a group other than 0 and 1, an item that does not exist and a width below 1.
 */
export function differentialItemFunctioning(
  responses: readonly (readonly (number | null)[])[],
  group: readonly number[],
  item: number,
  width: number,
): DifferentialItemFunctioning {
  const { strata, nReference, nFocal } = difStrata(responses, group, item, width);
  return {
    nReference,
    nFocal,
    nDropped: responses.length - nReference - nFocal,
    nStrata: strata.length,
    ...oddsOf(strata),
  };
}

/**
 * The strata of equal rest scores in which both groups occur, and the numbers of complete responses. Throws the same
 * errors as `differentialItemFunctioning`.
 */
export function difStrata(
  responses: readonly (readonly (number | null)[])[],
  group: readonly number[],
  item: number,
  width: number,
): { strata: Stratum[]; nReference: number; nFocal: number } {
  requireSameLength("responses", responses, "group", group);
  const items = requireRectangle("responses", responses);
  requireCount("width", width, 1);
  requireCount("item", item);
  if (responses.length > 0 && item >= items) throw new RangeError(`item must be below ${items}, not ${item}`);
  for (const value of group) requireBinary("group", value, "complete");
  const strata = new Map<number, Stratum>();
  const counts = [0, 0];
  responses.forEach((answers, person) => {
    for (const answer of answers) requireBinary("responses", answer, "missing allowed");
    if (answers.includes(null)) return;
    const focal = group[person]!;
    counts[focal]! += 1;
    const right = answers[item]!;
    const rest = answers.reduce<number>((sum, answer) => sum + answer!, -right);
    const level = Math.floor(rest / width);
    const stratum = strata.get(level) ?? { a: 0, b: 0, c: 0, d: 0 };
    strata.set(level, stratum);
    stratum[focal === 0 ? (right === 1 ? "a" : "b") : right === 1 ? "c" : "d"] += 1;
  });
  const sharedStrata = [...strata.values()].filter(({ a, b, c, d }) => a + b > 0 && c + d > 0);
  const [nReference, nFocal] = counts as [number, number];
  return { strata: sharedStrata, nReference, nFocal };
}

function oddsOf(strata: readonly Stratum[]) {
  let sumR = 0;
  let sumS = 0;
  let cross = { pr: 0, mixed: 0, qs: 0 };
  let excess = 0;
  let variance = 0;
  for (const { a, b, c, d } of strata) {
    const n = a + b + c + d;
    const r = (a * d) / n;
    const s = (b * c) / n;
    const p = (a + d) / n;
    const q = (b + c) / n;
    sumR += r;
    sumS += s;
    cross = { pr: cross.pr + p * r, mixed: cross.mixed + p * s + q * r, qs: cross.qs + q * s };
    excess += a - ((a + b) * (a + c)) / n;
    variance += ((a + b) * (c + d) * (a + c) * (b + d)) / (n * n * (n - 1));
  }
  const chi2 = variance === 0 ? null : Math.max(Math.abs(excess) - 0.5, 0) ** 2 / variance;
  const pvalue = chi2 === null ? 1 : chiSquareUpperTail(chi2, 1);
  if (sumR === 0 && sumS === 0) return { commonOddsRatio: null, chi2, pvalue, delta: null, seDelta: null, class: null };
  const commonOddsRatio = sumR / sumS;
  if (sumR === 0 || sumS === 0) {
    const delta = sumS === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return { commonOddsRatio, chi2, pvalue, delta, seDelta: null, class: null };
  }
  const delta = -deltaScale * Math.log(commonOddsRatio);
  const logVariance = cross.pr / (2 * sumR * sumR) + cross.mixed / (2 * sumR * sumS) + cross.qs / (2 * sumS * sumS);
  const seDelta = deltaScale * Math.sqrt(logVariance);
  return { commonOddsRatio, chi2, pvalue, delta, seDelta, class: classOf(delta, seDelta, pvalue) };
}

function classOf(delta: number, seDelta: number, pvalue: number): DifClass {
  const size = Math.abs(delta);
  if (pvalue >= 0.05 || size < 1) return "A";
  return size >= 1.5 && (size - 1) / seDelta > normalQuantile(0.95) ? "C" : "B";
}
