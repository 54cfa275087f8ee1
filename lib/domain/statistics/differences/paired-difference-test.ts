import type { Category } from "../basics/category.ts";
import { completeRows } from "../basics/complete-rows.ts";
import { maxAbsolute } from "../basics/deviations.ts";
import { requireFinite } from "../basics/require-number.ts";
import {
  type ClusterRobustMean,
  clusterRobustMean,
  type RobustTest,
  robustTest,
} from "../clustered/cluster-robust-mean.ts";

export interface PairedRows {
  /** The differences a - b of complete rows. */
  differences: number[];
  clusters: Category[] | null;
  /** The largest absolute value of a and b, by which rounding noise is distinguished from variation. */
  scale: number;
  nDropped: number;
}

/**
 * The differences of the rows without a missing value or missing cluster. Throws RangeError for lists of different
 * lengths.
 */
export function pairedRows(
  a: readonly (number | null)[],
  b: readonly (number | null)[],
  clusters: readonly (Category | null)[] | null,
): PairedRows {
  const { columns, nDropped } = clusters ? completeRows({ a, b, clusters }) : completeRows({ a, b, clusters: a });
  const differences = columns.a.map((value, row) => requireFinite("a", value) - requireFinite("b", columns.b[row]!));
  return {
    differences,
    clusters: clusters ? (columns.clusters as Category[]) : null,
    scale: maxAbsolute(differences),
    nDropped,
  };
}

export interface PairedDifferenceTest extends ClusterRobustMean, RobustTest {
  /** Pairs with a missing side. */
  nDropped: number;
}

/**
 * The mean difference a - b over the same items, with CR2 standard error, Satterthwaite degrees of freedom, t test and
 * interval. Pairs with a null are dropped and counted. There is no test with fewer than two clusters or without
 * variation. Pustejovsky and Tipton (2018); R clubSandwich `coef_test(lm(d ~ 1), vcov = "CR2", test =
 * "Satterthwaite")`.
 */
export function pairedDifferenceTest(
  a: readonly (number | null)[],
  b: readonly (number | null)[],
  clusters: readonly (Category | null)[] | null,
  confidence = 0.95,
): PairedDifferenceTest {
  const rows = pairedRows(a, b, clusters);
  const mean = clusterRobustMean(rows.differences, rows.clusters, rows.scale);
  return { nDropped: rows.nDropped, ...mean, ...robustTest(mean, confidence) };
}
