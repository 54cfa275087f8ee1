import { type Category, categoryIndex } from "../basics/category.ts";
import { deviationsOf, maxAbsolute } from "../basics/deviations.ts";
import { studentQuantile, studentTwoSided } from "../basics/distributions.ts";
import { requireLevel, requireSameLength } from "../basics/require-number.ts";

/**
 * A standard error up to this share of the largest value (or of 1) is treated as an exact 0, because it is rounding
 * noise.
 */
const zeroError = 1e-12;

/** Returns `error`, or exactly 0 if it is within the rounding noise of values of this magnitude. */
export function exactZero(error: number, scale: number): number {
  return error <= zeroError * Math.max(1, scale) ? 0 : error;
}

export interface ClusterRobustMean {
  n: number;
  nClusters: number;
  /** The mean; null without values. */
  estimate: number | null;
  /** CR2 standard error; null for fewer than two clusters. */
  se: number | null;
  /** Satterthwaite degrees of freedom, usually not an integer; null for fewer than two clusters. */
  df: number | null;
}

/**
 * The mean of clustered values, with the CR2 standard error and Satterthwaite degrees of freedom of an intercept-only
 * model with an identity working model: variance = (1/n^2) sum over clusters of S^2 / (1 - n_g/n), where S is the sum
 * of the residuals of a cluster with n_g values. Bell and McCaffrey (2002); R `coef_test(lm(d ~ 1), vcovCR(m, clusters,
 * "CR2"))` of clubSandwich. Equal cluster sizes give G - 1 degrees of freedom.
 *
 * If `clusters` is null, each value is its own cluster, which gives the ordinary standard error of a mean. Throws
 * RangeError for lists of different lengths and values that are not finite.
 */
export function clusterRobustMean(
  values: readonly number[],
  clusters: readonly Category[] | null,
  scale = maxAbsolute(values),
): ClusterRobustMean {
  if (clusters) requireSameLength("values", values, "clusters", clusters);
  const n = values.length;
  if (n === 0) return { n: 0, nClusters: 0, estimate: null, se: null, df: null };
  const { mean, residuals } = deviationsOf(values);
  const { sums, sizes } = clusterTotals(residuals, clusters);
  const nClusters = sums.length;
  if (nClusters < 2) return { n, nClusters, estimate: mean, se: null, df: null };
  const variance = sums.reduce((total, sum, cluster) => total + (sum * sum * n) / (n - sizes[cluster]!), 0) / (n * n);
  return { n, nClusters, estimate: mean, se: exactZero(Math.sqrt(variance), scale), df: satterthwaite(sizes, n) };
}

/** The sum and the number of values in each cluster, in order of first appearance. */
function clusterTotals(values: readonly number[], clusters: readonly Category[] | null) {
  if (!clusters) return { sums: [...values], sizes: values.map(() => 1) };
  const index = categoryIndex();
  const sums: number[] = [];
  const sizes: number[] = [];
  values.forEach((value, position) => {
    const cluster = index.indexOf(clusters[position]!);
    sums[cluster] = (sums[cluster] ?? 0) + value;
    sizes[cluster] = (sizes[cluster] ?? 0) + 1;
  });
  return { sums, sizes };
}

/**
 * Satterthwaite degrees of freedom from cluster sizes: (1/n)^2 over the sum of all M_gh^2, with M_gg = n_g/n^2, M_gh =
 * -a_g a_h n_g n_h / n and a_g^2 = (1/n^2)/(1 - n_g/n); both sides are multiplied by n^2. Pairs are added one by one (a
 * running sum), because the square of the sum minus the sum of squares would cancel if one cluster dominates.
 */
export function satterthwaite(sizes: readonly number[], n: number): number {
  let squares = 0;
  let running = 0;
  for (const size of sizes) {
    const weight = (size * size) / (n * (n - size));
    squares += (size / n) ** 2 + 2 * weight * running;
    running += weight;
  }
  return 1 / squares;
}

export interface RobustTest {
  /** (estimate - null value) / se; null for fewer than two clusters or if the standard error is 0. */
  t: number | null;
  /** Two-sided p-value from Student's t with the Satterthwaite degrees of freedom. */
  pvalue: number | null;
  low: number | null;
  high: number | null;
}

/**
 * The t test of a cluster-robust mean against `nullValue`, with a confidence interval. All values are null without
 * variation.
 */
export function robustTest(
  { estimate, se, df }: Pick<ClusterRobustMean, "estimate" | "se" | "df">,
  confidence: number,
  nullValue = 0,
): RobustTest {
  requireLevel("conf", confidence);
  if (estimate === null || !se || df === null) return { t: null, pvalue: null, low: null, high: null };
  const t = (estimate - nullValue) / se;
  const half = -studentQuantile((1 - confidence) / 2, df) * se;
  return { t, pvalue: studentTwoSided(t, df), low: estimate - half, high: estimate + half };
}

/**
 * Confidence limits of a share on the logit scale, with the standard error by the delta method: logit(p) ± t se/(p(1 -
 * p)), transformed back. The limits are always between 0 and 1, and have better coverage than p ± t se for high and low
 * shares (docs/statistics.md, "Coverage"). Null without variation. Throws RangeError unless 0 < p < 1.
 */
export function shareLimits(
  { estimate, se, df }: Pick<ClusterRobustMean, "estimate" | "se" | "df">,
  confidence: number,
): { low: number | null; high: number | null } {
  requireLevel("conf", confidence);
  if (estimate === null || !se || df === null) return { low: null, high: null };
  if (estimate <= 0 || estimate >= 1) throw new RangeError(`a share with variation is within 0 and 1, not ${estimate}`);
  const half = (-studentQuantile((1 - confidence) / 2, df) * se) / (estimate * (1 - estimate));
  const limit = (shift: number) => 1 / (1 + ((1 - estimate) / estimate) * Math.exp(-shift));
  return { low: limit(-half), high: limit(half) };
}
