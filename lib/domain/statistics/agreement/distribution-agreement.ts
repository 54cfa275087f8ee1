import { deviationsOf } from "../basics/deviations.ts";
import { doubledRanks } from "../basics/ranks.ts";
import { requireBinary, requireProbability, requireSameLength } from "../basics/require-number.ts";

export interface DistributionAgreement {
  /** Number of items with a share of people and a probability of the model. */
  n: number;
  /** Pearson's correlation; null for fewer than 2 items or a constant side. */
  pearson: number | null;
  spearman: number | null;
  meanAbsDiff: number | null;
  /** Mean Jensen-Shannon divergence, in bits. */
  jsd: number | null;
  /** Number of items with a probability of the model and a key. */
  nGold: number;
  /** Mean of (P - y)^2. */
  brier: number | null;
  /** Expected calibration error over ten bins. */
  ece: number | null;
  /** Natural logarithm, P limited to [eps, 1 - eps]. */
  logLoss: number | null;
}

/**
 * Compares a model's P(true) with the share of people who answered true, and with the key. Spearman uses average ranks.
 * Jensen-Shannon is H((p + q)/2) - (H(p) + H(q))/2 of two-point distributions, in bits. Brier (1950). The calibration
 * error has ten bins that are closed on the left; the last is closed on both sides (Naeini et al. 2015). Throws
 * RangeError for a share outside [0, 1], a key other than 0, 1 and null, and lists of different lengths.
 */
export function distributionAgreement(
  human: readonly (number | null)[],
  model: readonly (number | null)[],
  gold: readonly (number | null)[],
  eps = 1e-6,
): DistributionAgreement {
  requireSameLength("human", human, "model", model);
  requireSameLength("human", human, "gold", gold);
  if (!(eps >= 0 && eps < 0.5)) throw new RangeError(`eps must lie between 0 and 0.5, not be ${eps}`);
  const pairs: [number, number][] = [];
  const pairsWithKey: [number, number][] = [];
  model.forEach((p, item) => {
    const share = human[item]!;
    const key = gold[item]!;
    if (share !== null) requireProbability("human", share);
    if (p !== null) requireProbability("model", p);
    requireBinary("gold", key, "missing allowed");
    if (p !== null && share !== null) pairs.push([share, p]);
    if (p !== null && key !== null) pairsWithKey.push([p, key]);
  });
  const shares = pairs.map(([share]) => share);
  const probabilities = pairs.map(([, p]) => p);
  const ranks = (values: number[]) => doubledRanks(values).map((rank) => rank!);
  return {
    n: pairs.length,
    pearson: correlation(shares, probabilities),
    spearman: correlation(ranks(shares), ranks(probabilities)),
    meanAbsDiff: mean(pairs, ([share, p]) => Math.abs(share - p)),
    jsd: mean(pairs, ([share, p]) => divergence(share, p)),
    nGold: pairsWithKey.length,
    brier: mean(pairsWithKey, ([p, y]) => (p - y) ** 2),
    ece: calibrationError(pairsWithKey),
    logLoss: mean(pairsWithKey, ([p, y]) => -Math.log(y === 1 ? clip(p, eps) : 1 - clip(p, eps))),
  };
}

/** Pearson's correlation; null for fewer than two values or if one side is constant. */
export function correlation(a: readonly number[], b: readonly number[]): number | null {
  if (a.length < 2) return null;
  const ofA = deviationsOf(a);
  const ofB = deviationsOf(b);
  if (ofA.sumOfSquares === 0 || ofB.sumOfSquares === 0) return null;
  const products = ofA.residuals.reduce((sum, residual, index) => sum + residual * ofB.residuals[index]!, 0);
  return Math.max(-1, Math.min(1, products / Math.sqrt(ofA.sumOfSquares * ofB.sumOfSquares)));
}

function mean(rows: readonly [number, number][], value: (row: [number, number]) => number): number | null {
  return rows.length === 0 ? null : rows.reduce((sum, row) => sum + value(row), 0) / rows.length;
}

/**
 * The Jensen-Shannon divergence of two two-point distributions, in bits: 0 if they are equal, 1 if they are opposite.
 */
export function divergence(p: number, q: number): number {
  return Math.max(0, entropy((p + q) / 2) - (entropy(p) + entropy(q)) / 2);
}

function entropy(p: number): number {
  return -(p === 0 ? 0 : p * Math.log2(p)) - (p === 1 ? 0 : (1 - p) * Math.log2(1 - p));
}

function calibrationError(judged: readonly [number, number][]): number | null {
  if (judged.length === 0) return null;
  const bins = new Array<number>(10).fill(0);
  for (const [p, y] of judged) bins[Math.min(Math.floor(10 * p), 9)]! += p - y;
  return bins.reduce((sum, excess) => sum + Math.abs(excess), 0) / judged.length;
}

function clip(p: number, eps: number): number {
  return Math.min(Math.max(p, eps), 1 - eps);
}
