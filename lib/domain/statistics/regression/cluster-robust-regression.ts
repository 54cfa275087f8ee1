import { type Category, categoryIndex } from "../basics/category.ts";
import {
  cholesky,
  lowerSolve,
  type Matrix,
  product,
  semidefiniteRoot,
  symmetricFunction,
  transpose,
  zeroMatrix,
} from "../basics/linear-algebra.ts";

/** The standard errors of least squares with one kind of clusters. */
export interface ClusterRobustErrors {
  nClusters: number;
  covariance: Matrix;
  /**
   * The degrees of freedom of a joint test of these coefficients: Satterthwaite's for one coefficient, eta of
   * Hotelling's T squared (HTZ) for several. Null if the covariance of the coefficients under the working model has no
   * inverse.
   */
  dfOf: (columns: readonly number[]) => number | null;
}

/**
 * Maximum number of clusters for CR2. With more clusters CR2 and CR1 are practically equal, and there are too many
 * pairs of clusters.
 */
export const maxSmallSampleClusters = 200;

/**
 * CR2 covariance of least-squares coefficients with an identity working model, and the degrees of freedom of its tests:
 * V = B (sum over clusters of s s') B with s = X' A e and A = (I - H)^(-1/2) of the cluster (the pseudo-inverse if a
 * cluster alone determines a coefficient). Bell and McCaffrey 2002; Pustejovsky and Tipton 2018, HTZ; R clubSandwich
 * `Wald_test(test = "HTZ")`. Let X'X = C C' for a cluster, where C has as many columns as the rank. Then A X = X M with
 * M = I + B C h(C'B C) C' and h(s) = ((1 - s)^(-1/2) - 1)/s, so that no matrix has the size of a cluster.
 *
 * @param bread (X'X)^(-1)
 */
export function clusterRobustErrors(
  x: readonly (readonly number[])[],
  residuals: readonly number[],
  bread: Matrix,
  ids: readonly Category[],
): ClusterRobustErrors {
  const k = bread.length;
  const parts = clusterParts(x, residuals, ids, k).map(({ squares, scores }) => {
    const adjustment = computeAdjustment(squares, bread);
    const score = Float64Array.from(adjustment[0]!, (_, column) =>
      adjustment.reduce((sum, row, index) => sum + row[column]! * scores[index]!, 0),
    );
    return { squares, turn: adjustment, score };
  });
  const meat = zeroMatrix(k, k);
  for (const { score } of parts)
    for (let i = 0; i < k; i += 1) for (let j = 0; j < k; j += 1) meat[i]![j]! += score[i]! * score[j]!;
  return {
    nClusters: parts.length,
    covariance: product(product(bread, meat), bread),
    dfOf: (columns) => degreesOfFreedom(parts, bread, columns),
  };
}

interface ClusterPart {
  /** X'X of the cluster. */
  squares: Matrix;
  /** M with A X = X M. */
  turn: Matrix;
}

/** X'X and X'e of each cluster. */
function clusterParts(
  x: readonly (readonly number[])[],
  residuals: readonly number[],
  ids: readonly Category[],
  k: number,
) {
  const index = categoryIndex();
  const parts: { squares: Matrix; scores: Float64Array }[] = [];
  for (const [rowIndex, row] of x.entries()) {
    const cluster = index.indexOf(ids[rowIndex]!);
    const part = parts[cluster] ?? { squares: zeroMatrix(k, k), scores: new Float64Array(k) };
    parts[cluster] = part;
    for (let i = 0; i < k; i += 1) {
      if (row[i] === 0) continue;
      part.scores[i]! += row[i]! * residuals[rowIndex]!;
      for (let j = 0; j < k; j += 1) part.squares[i]![j]! += row[i]! * row[j]!;
    }
  }
  return parts;
}

/** The matrix M with (I - H)^(-1/2) X = X M, for a cluster with X'X = `squares`. */
function computeAdjustment(squares: Matrix, bread: Matrix): Matrix {
  const root = semidefiniteRoot(squares);
  const spread = product(bread, root);
  const adjusted = symmetricFunction(product(transpose(root), spread), (share) => {
    if (share > 1 - 1e-9) return -1 / share;
    const rootOfRest = Math.sqrt(1 - share);
    return 1 / (rootOfRest * (1 + rootOfRest));
  });
  const adjustment = product(product(spread, adjusted), transpose(root));
  for (const [index, row] of adjustment.entries()) row[index]! += 1;
  return adjustment;
}

/**
 * q(q + 1) divided by the summed variances of the standardised covariance of q coefficients. Each variance is that of a
 * quadratic form of normal errors: the sum over pairs of clusters g and h of (tr P)^2 + tr(P P), where P is -U(g)
 * U(h)', plus the cluster's own form if g = h. The sum over all pairs of U(g) U(h)' is computed from the k x k matrices
 * U(i)' U(j) of pairs of coefficients, in which all clusters are summed. This needs q^2 G k^2 / 2 steps instead of q^2
 * G^2 k.
 */
function degreesOfFreedom(parts: readonly ClusterPart[], bread: Matrix, columns: readonly number[]): number | null {
  const q = columns.length;
  const root = cholesky(bread);
  if (!root) return null;
  const testedColumns = bread.map((row) => Float64Array.from(columns, (column) => row[column]!));
  const forms = parts.map(({ squares, turn }) => {
    const weights = product(turn, testedColumns);
    const shares = product(squares, weights);
    return { own: product(transpose(weights), shares), crossed: product(transpose(shares), root) };
  });
  const expected = zeroMatrix(q, q);
  for (const { own, crossed } of forms) addTo(expected, subtract(own, product(crossed, transpose(crossed))));
  const factor = cholesky(expected, 1e-10);
  if (!factor) return null;
  const scale = inverseOfLower(factor);
  const back = transpose(scale);
  const crossed = forms.map((form) => product(scale, form.crossed));
  let variance = varianceOfCrossed(crossed, q);
  for (const [g, { own }] of forms.entries()) {
    const ownForm = product(crossed[g]!, transpose(crossed[g]!));
    variance += varianceOf(subtract(product(product(scale, own), back), ownForm)) - varianceOf(ownForm);
  }
  return variance > 0 ? (q * (q + 1)) / variance : null;
}

/** The sum of (tr P)^2 + tr(P P) with P = U(g) U(h)', over all pairs of clusters g and h. */
function varianceOfCrossed(crossed: readonly Matrix[], q: number): number {
  let variance = 0;
  for (let i = 0; i < q; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      const summed = zeroMatrix(crossed[0]![0]!.length, crossed[0]![0]!.length);
      for (const rows of crossed) addOuter(summed, rows[i]!, rows[j]!);
      let both = 0;
      for (const [a, row] of summed.entries())
        for (let b = 0; b < row.length; b += 1) both += row[b]! * (row[b]! + summed[b]![a]!);
      variance += i === j ? both : 2 * both;
    }
  }
  return variance;
}

/** (tr P)^2 + tr(P P). */
function varianceOf(matrix: Matrix): number {
  let trace = 0;
  let squares = 0;
  for (const [i, row] of matrix.entries()) {
    trace += row[i]!;
    for (let j = 0; j < row.length; j += 1) squares += row[j]! * matrix[j]![i]!;
  }
  return trace * trace + squares;
}

function addOuter(sums: Matrix, left: Float64Array, right: Float64Array): void {
  for (let a = 0; a < left.length; a += 1) {
    const [factor, row] = [left[a]!, sums[a]!];
    if (factor === 0) continue;
    for (let b = 0; b < right.length; b += 1) row[b]! += factor * right[b]!;
  }
}

function addTo(sums: Matrix, added: Matrix): void {
  for (const [i, row] of sums.entries()) for (let j = 0; j < row.length; j += 1) row[j]! += added[i]![j]!;
}

function subtract(matrix: Matrix, other: Matrix): Matrix {
  return matrix.map((row, i) => row.map((value, j) => value - other[i]![j]!));
}

function inverseOfLower(lower: Matrix): Matrix {
  const columns = lower.map((_row, index) => {
    const unit = new Float64Array(lower.length);
    unit[index] = 1;
    return lowerSolve(lower, unit);
  });
  return transpose(columns);
}
