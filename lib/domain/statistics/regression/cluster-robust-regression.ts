import { type Category, categoryIndex } from "../basics/category.ts";
import {
  cholesky,
  lowerSolve,
  type Matrix,
  product,
  symmetricFunction,
  transposed,
  zeroMatrix,
} from "../basics/linear-algebra.ts";

/** The errors of least squares with one kind of clusters. */
export interface ClusterRobustErrors {
  nClusters: number;
  covariance: Matrix;
  /**
   * The degrees of freedom of a test of these coefficients together: Satterthwaite's for one, eta of Hotelling's T squared
   * (HTZ) for several; null where their covariance under the working model has no inverse.
   */
  dfOf: (columns: readonly number[]) => number | null;
}

/** Beyond this number of clusters CR2 and CR1 are one for every purpose, and pairs of clusters become too many. */
export const mostSmallSample = 200;

/**
 * CR2 covariance of least-squares coefficients with an identity working model, and the degrees of freedom of its tests:
 * V = B (sum over clusters of s s') B with s = X' A e and A = (I - H)^(-1/2) of the cluster, pseudo-inverse where a cluster
 * alone determines a coefficient. Bell and McCaffrey 2002; Pustejovsky and Tipton 2018, HTZ; R clubSandwich
 * `Wald_test(test = "HTZ")`. A X of a cluster is X M with M = L f(L' X'X L) L^(-1) and B = L L', so that nothing is as
 * large as a cluster.
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
  const root = cholesky(bread) ?? zeroMatrix(k, k);
  const inverseRoot = inverseOfLower(root);
  const parts = clusterParts(x, residuals, ids, k).map(({ squares, scores }) => {
    const overlap = product(product(transposed(root), squares), root);
    const adjusted = symmetricFunction(overlap, (share) => (share > 1 - 1e-9 ? 0 : 1 / Math.sqrt(1 - share)));
    const turn = product(product(root, adjusted), inverseRoot);
    const score = Float64Array.from(turn[0]!, (_, column) =>
      turn.reduce((sum, row, index) => sum + row[column]! * scores[index]!, 0),
    );
    return { squares, turn, score };
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
  for (const [place, row] of x.entries()) {
    const cluster = index.indexOf(ids[place]!);
    const part = parts[cluster] ?? { squares: zeroMatrix(k, k), scores: new Float64Array(k) };
    parts[cluster] = part;
    for (let i = 0; i < k; i += 1) {
      if (row[i] === 0) continue;
      part.scores[i]! += row[i]! * residuals[place]!;
      for (let j = 0; j < k; j += 1) part.squares[i]![j]! += row[i]! * row[j]!;
    }
  }
  return parts;
}

/**
 * q(q + 1) over the summed variances of the standardised covariance of q coefficients, each a quadratic form of normal
 * errors: the sum over pairs of clusters of (tr P)^2 + tr(P P).
 */
function degreesOfFreedom(parts: readonly ClusterPart[], bread: Matrix, columns: readonly number[]): number | null {
  const q = columns.length;
  const chosen = bread.map((row) => Float64Array.from(columns, (column) => row[column]!));
  const forms = parts.map(({ squares, turn }) => {
    const weights = product(turn, chosen);
    const shares = product(squares, weights);
    return { own: product(transposed(weights), shares), shares: transposed(shares), spread: product(bread, shares) };
  });
  const expected = zeroMatrix(q, q);
  for (const form of forms)
    for (const [i, row] of product(form.shares, form.spread).entries())
      for (let j = 0; j < q; j += 1) expected[i]![j]! += form.own[i]![j]! - row[j]!;
  const factor = cholesky(expected, 1e-10);
  if (!factor) return null;
  const scale = inverseOfLower(factor);
  const back = transposed(scale);
  const standard = forms.map(({ own, shares, spread }) => ({
    own: product(product(scale, own), back),
    shares: product(scale, shares),
    spread: product(spread, back),
  }));
  let variance = 0;
  for (const [g, { own, shares }] of standard.entries())
    for (const [h, { spread }] of standard.entries()) {
      const pair = product(shares, spread);
      for (const [i, row] of pair.entries())
        for (let j = 0; j < q; j += 1) row[j] = (g === h ? own[i]![j]! : 0) - row[j]!;
      const trace = pair.reduce((sum, row, i) => sum + row[i]!, 0);
      variance += trace * trace;
      for (const [i, row] of pair.entries()) for (let j = 0; j < q; j += 1) variance += row[j]! * pair[j]![i]!;
    }
  return variance > 0 ? (q * (q + 1)) / variance : null;
}

function inverseOfLower(lower: Matrix): Matrix {
  const columns = lower.map((_row, index) => {
    const unit = new Float64Array(lower.length);
    unit[index] = 1;
    return lowerSolve(lower, unit);
  });
  return transposed(columns);
}
