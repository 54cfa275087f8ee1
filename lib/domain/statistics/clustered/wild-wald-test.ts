import { type Category, categoryIndex } from "../basics/category.ts";
import {
  cholesky,
  choleskyInverse,
  choleskySolve,
  type Matrix,
  product,
  zeroMatrix,
} from "../basics/linear-algebra.ts";
import { minClusters } from "./clustered-estimate.ts";
import { maxEnumeratedClusters, type SignPatterns } from "./wild-cluster-test.ts";

/**
 * The wild cluster test of the hypothesis that some coefficients of a least-squares fit are 0, for few clusters. With
 * the null imposed (the fit without these coefficients), the residuals of each cluster are flipped in all 2^G ways. The
 * Wald statistic of each pattern, with a CR1 covariance over the same clusters, is compared with the observed one; ties
 * count. A pattern without a finite statistic counts as more extreme. With only an intercept this is `wildClusterTest`.
 * Cameron, Gelbach and Miller 2008.
 *
 * If there are several kinds of clusters, the signs of the kind with the fewest clusters are flipped, if it has five to
 * twelve clusters, because asymptotic errors are least reliable for it. Null if there is no such kind, if columns are
 * linearly dependent, or if the observed statistic cannot be computed.
 */
export function wildWaldTest(
  y: readonly number[],
  x: readonly (readonly number[])[],
  kinds: readonly (readonly Category[])[],
  columns: readonly number[],
): SignPatterns | null {
  const ids = findSmallestKind(kinds);
  if (!ids || columns.length === 0) return null;
  const parts = partsOf(y, x, ids, columns);
  if (!parts) return null;
  const { clusters } = parts;
  const count = clusters.length;
  const observed = wald(parts, new Float64Array(count).fill(1));
  if (!Number.isFinite(observed)) return null;
  // A pattern and its mirror image have the same statistic, so half of the patterns suffices.
  const draws = 2 ** (count - 1);
  const signs = new Float64Array(count);
  let extreme = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    for (let cluster = 0; cluster < count; cluster += 1) signs[cluster] = draw & (1 << cluster) ? -1 : 1;
    if (wald(parts, signs) >= observed * asExtreme) extreme += 1;
  }
  return { pvalue: extreme / draws, smallest: 2 / 2 ** count, clusters: count };
}

/** Tolerance with which a pattern's statistic counts as equal to the observed one, because of rounding. */
const asExtreme = 1 - 1e-9;

function findSmallestKind(kinds: readonly (readonly Category[])[]): readonly Category[] | null {
  const byCount = kinds
    .map((ids) => ({ ids, size: new Set(ids).size }))
    .filter(({ size }) => size >= minClusters && size <= maxEnumeratedClusters)
    .sort((left, right) => left.size - right.size);
  return byCount[0]?.ids ?? null;
}

interface Parts {
  /** X'X and X'u of each cluster, where u are the residuals under the null. */
  clusters: { squares: Matrix; score: Float64Array }[];
  /** (X'X)^(-1) */
  bread: Matrix;
  columns: readonly number[];
}

function partsOf(
  y: readonly number[],
  x: readonly (readonly number[])[],
  ids: readonly Category[],
  columns: readonly number[],
): Parts | null {
  const k = x[0]!.length;
  const kept = Array.from({ length: k }, (_, column) => column).filter((column) => !columns.includes(column));
  const factor = cholesky(squaresOf(x), 1e-10);
  if (!factor) return null;
  const residuals = residualsOf(
    y,
    x.map((row) => kept.map((column) => row[column]!)),
  );
  const index = categoryIndex();
  const clusters: Parts["clusters"] = [];
  for (const [place, row] of x.entries()) {
    const cluster = index.indexOf(ids[place]!);
    const part = clusters[cluster] ?? { squares: zeroMatrix(k, k), score: new Float64Array(k) };
    clusters[cluster] = part;
    addSquares(part.squares, row);
    for (let column = 0; column < k; column += 1) part.score[column]! += row[column]! * residuals[place]!;
  }
  return { clusters, bread: choleskyInverse(factor), columns };
}

/** The least-squares residuals of y on x; y itself if x has no columns. */
function residualsOf(y: readonly number[], x: readonly (readonly number[])[]): number[] {
  const k = x[0]!.length;
  if (k === 0) return [...y];
  // A maximal set of independent columns.
  const factor = cholesky(squaresOf(x))!;
  const moments = new Float64Array(k);
  for (const [place, row] of x.entries())
    for (let column = 0; column < k; column += 1) moments[column]! += row[column]! * y[place]!;
  const beta = choleskySolve(factor, moments);
  return y.map((value, place) => value - x[place]!.reduce((sum, one, column) => sum + one * beta[column]!, 0));
}

/**
 * b' V^-1 b of the tested coefficients if the residuals of each cluster have these signs. The part that is explained
 * under the null changes neither these coefficients nor the residuals, so only the flipped residuals are fitted.
 */
function wald({ clusters, bread, columns }: Parts, signs: Float64Array): number {
  const k = bread.length;
  const moments = new Float64Array(k);
  for (const [cluster, { score }] of clusters.entries())
    for (let column = 0; column < k; column += 1) moments[column]! += signs[cluster]! * score[column]!;
  const beta = bread.map((row) => row.reduce((sum, value, column) => sum + value * moments[column]!, 0));
  const meat = zeroMatrix(k, k);
  for (const [cluster, { squares, score }] of clusters.entries()) {
    const left = Float64Array.from(
      score,
      (value, row) =>
        signs[cluster]! * value - squares[row]!.reduce((sum, one, column) => sum + one * beta[column]!, 0),
    );
    for (let i = 0; i < k; i += 1) for (let j = 0; j < k; j += 1) meat[i]![j]! += left[i]! * left[j]!;
  }
  const covariance = product(product(bread, meat), bread);
  const factor = cholesky(
    columns.map((row) => Float64Array.from(columns, (column) => covariance[row]![column]!)),
    1e-10,
  );
  const testedCoefficients = columns.map((column) => beta[column]!);
  if (!factor) return testedCoefficients.some((value) => Math.abs(value) > 1e-12) ? Number.POSITIVE_INFINITY : 0;
  const solved = choleskySolve(factor, testedCoefficients);
  return testedCoefficients.reduce((sum, value, index) => sum + value * solved[index]!, 0);
}

function squaresOf(x: readonly (readonly number[])[]): Matrix {
  const k = x[0]!.length;
  const squares = zeroMatrix(k, k);
  for (const row of x) addSquares(squares, row);
  return squares;
}

function addSquares(squares: Matrix, row: readonly number[]): void {
  for (const [i, value] of row.entries()) {
    if (value === 0) continue;
    for (const [j, other] of row.entries()) squares[i]![j]! += value * other;
  }
}
