import type { Category } from "../basics/category.ts";
import { fUpperTail, studentQuantile } from "../basics/distributions.ts";
import { cholesky, choleskyInverse, type Matrix, product, zeroMatrix } from "../basics/linear-algebra.ts";
import { requireSameLength } from "../basics/require-number.ts";
import { type ClusterRobustErrors, clusterRobustErrors, maxSmallSampleClusters } from "./cluster-robust-regression.ts";

export interface ClusteredRegression {
  n: number;
  /** Numbers of clusters of each kind, in the given order. */
  clusters: number[];
  beta: number[];
  /** Estimated covariance of beta; null if a kind has fewer than two clusters. */
  covariance: Matrix | null;
  /** The smallest number of clusters minus one; n - k if there are no clusters. */
  df: number;
  /**
   * Returns the degrees of freedom of a joint test of some coefficients (CR2), for one kind of clusters; otherwise
   * null.
   */
  dfOf: ClusterRobustErrors["dfOf"] | null;
  /** Whether the two-way variance was not positive definite. The larger one-way variance is then used. */
  fallback: boolean;
}

/**
 * Least squares of `y` on the columns of `x` (the intercept is a column of ones), with errors that are correlated
 * within clusters of one or two kinds.
 *
 * One kind: CR2 with Satterthwaite's degrees of freedom, or HTZ for several coefficients (`clusterRobustErrors`). Two
 * kinds, or one kind with more than 200 clusters: V = V(A) + V(B) - V(A and B), where each has the factor G/(G - 1) *
 * (n - 1)/(n - k); t and F on min(G) - 1 degrees of freedom. With only an intercept these are `clusterRobustMean` and
 * `twoWayMean`. Liang and Zeger 1986; Cameron, Gelbach and Miller 2011.
 *
 * Without clusters, every row is its own cluster. Null if the columns are linearly dependent or n <= k. Throws
 * RangeError for lists of different lengths.
 */
export function clusteredRegression(
  y: readonly number[],
  x: readonly (readonly number[])[],
  kinds: readonly (readonly Category[])[],
): ClusteredRegression | null {
  requireSameLength("y", y, "x", x);
  for (const [index, ids] of kinds.entries()) requireSameLength("y", y, `clusters[${index}]`, ids);
  const n = y.length;
  const k = x[0]?.length ?? 0;
  if (k === 0 || n <= k) return null;
  const factor = cholesky(crossProducts(x), 1e-10);
  if (!factor) return null;
  const bread = choleskyInverse(factor);
  const moments = new Float64Array(k);
  for (const [index, row] of x.entries())
    for (let column = 0; column < k; column += 1) moments[column]! += row[column]! * y[index]!;
  const beta = bread.map((row) => row.reduce((sum, value, column) => sum + value * moments[column]!, 0));
  const residuals = y.map(
    (value, index) => value - x[index]!.reduce((sum, one, column) => sum + one * beta[column]!, 0),
  );
  const sandwich = (ids: readonly Category[] | null) => sandwichOf(x, residuals, bread, ids);
  if (kinds.length === 0) {
    const { covariance } = sandwich(null);
    return { n, clusters: [], beta, covariance, df: n - k, dfOf: null, fallback: false };
  }
  const [onlyKind] = kinds;
  if (kinds.length === 1 && onlyKind && isSmall(onlyKind)) {
    const { nClusters, covariance, dfOf } = clusterRobustErrors(x, residuals, bread, onlyKind);
    return { n, clusters: [nClusters], beta, covariance, df: nClusters - 1, dfOf, fallback: false };
  }
  const oneWaySandwiches = kinds.slice(0, 2).map((ids) => sandwich(ids));
  const clusters = oneWaySandwiches.map(({ count }) => count);
  const df = Math.min(...clusters) - 1;
  const head = { n, clusters, beta, df, dfOf: null };
  if (df < 1) return { ...head, covariance: null, fallback: false };
  const [first, second] = oneWaySandwiches;
  if (!first || !second) return { ...head, covariance: first?.covariance ?? null, fallback: false };
  const intersection = sandwich(y.map((_, index) => JSON.stringify([kinds[0]![index], kinds[1]![index]])));
  const summed = first.covariance.map((row, i) =>
    row.map((value, j) => value + second.covariance[i]![j]! - intersection.covariance[i]![j]!),
  );
  const isPositive = cholesky(summed, 1e-12) !== null;
  const largerCovariance =
    traceOf(first.covariance) >= traceOf(second.covariance) ? first.covariance : second.covariance;
  return { ...head, covariance: isPositive ? summed : largerCovariance, fallback: !isPositive };
}

export interface WaldTest {
  f: number;
  /** Coefficients tested together. */
  df1: number;
  df2: number;
  pvalue: number;
}

/**
 * Tests whether the coefficients in the given columns are all 0: F = b' V^-1 b / q on q and min(G) - 1 degrees of
 * freedom. With CR2, this F is multiplied by (eta - q + 1)/eta and has q and eta - q + 1 degrees of freedom. Null
 * without a covariance, and if the covariance of these coefficients has no inverse (as many coefficients as clusters,
 * or no variation), because the result would consist of rounding errors.
 */
export function waldTest(
  { beta, covariance, df, dfOf }: ClusteredRegression,
  columns: readonly number[],
): WaldTest | null {
  const q = columns.length;
  if (!covariance || q === 0 || df < q) return null;
  const part = columns.map((row) => Float64Array.from(columns.map((column) => covariance[row]![column]!)));
  if (columns.some((_, index) => !(part[index]![index]! > 1e-24))) return null;
  const factor = cholesky(part, 1e-10);
  if (!factor) return null;
  const inverse = choleskyInverse(factor);
  const testedCoefficients = columns.map((column) => beta[column]!);
  const square = inverse.reduce(
    (sum, row, i) =>
      sum + testedCoefficients[i]! * row.reduce((inner, value, j) => inner + value * testedCoefficients[j]!, 0),
    0,
  );
  if (!dfOf) return { f: square / q, df1: q, df2: df, pvalue: fUpperTail(square / q, q, df) };
  const eta = dfOf(columns);
  if (eta === null || !(eta > q - 1)) return null;
  const df2 = eta - q + 1;
  const f = ((df2 / eta) * square) / q;
  return { f, df1: q, df2, pvalue: fUpperTail(f, q, df2) };
}

/** A coefficient with its standard error and t interval. The limits are null without variation. */
export function estimateCoefficient(
  { beta, covariance, df: usual, dfOf }: ClusteredRegression,
  column: number,
  confidence = 0.95,
): { value: number; se: number | null; df: number | null; low: number | null; high: number | null } {
  const variance = covariance?.[column]?.[column] ?? 0;
  const value = beta[column]!;
  const df = dfOf ? dfOf([column]) : usual;
  if (!(variance > 1e-24) || df === null) return { value, se: null, df: null, low: null, high: null };
  const se = Math.sqrt(variance);
  const half = -studentQuantile((1 - confidence) / 2, df) * se;
  return { value, se, df, low: value - half, high: value + half };
}

/** Whether there are at least two clusters, but few enough for small-sample errors. */
function isSmall(ids: readonly Category[]): boolean {
  const { size } = new Set(ids);
  return size > 1 && size <= maxSmallSampleClusters;
}

function crossProducts(x: readonly (readonly number[])[]): Matrix {
  const k = x[0]!.length;
  const sums = zeroMatrix(k, k);
  for (const row of x)
    for (let i = 0; i < k; i += 1) {
      if (row[i] === 0) continue;
      for (let j = 0; j < k; j += 1) sums[i]![j]! += row[i]! * row[j]!;
    }
  return sums;
}

function sandwichOf(
  x: readonly (readonly number[])[],
  residuals: readonly number[],
  bread: Matrix,
  ids: readonly Category[] | null,
): { covariance: Matrix; count: number } {
  const n = x.length;
  const k = bread.length;
  const scores = new Map<Category, Float64Array>();
  x.forEach((row, index) => {
    const id = ids ? ids[index]! : index;
    const score = scores.get(id) ?? new Float64Array(k);
    scores.set(id, score);
    for (let column = 0; column < k; column += 1) score[column]! += row[column]! * residuals[index]!;
  });
  const meat = zeroMatrix(k, k);
  for (const score of scores.values())
    for (let i = 0; i < k; i += 1) for (let j = 0; j < k; j += 1) meat[i]![j]! += score[i]! * score[j]!;
  const count = scores.size;
  const correction = count < 2 ? 1 : (count / (count - 1)) * ((n - 1) / (n - k));
  const covariance = product(product(bread, meat), bread).map((row) => row.map((value) => value * correction));
  return { covariance, count };
}

function traceOf(matrix: Matrix): number {
  return matrix.reduce((sum, row, index) => sum + row[index]!, 0);
}
