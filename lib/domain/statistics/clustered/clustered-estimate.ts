import type { Category } from "../basics/category.ts";
import { studentTwoSided } from "../basics/distributions.ts";
import { requireLevel } from "../basics/require-number.ts";
import { wilsonInterval } from "../proportions/wilson.ts";
import { type ClusterRobustMean, clusterRobustMean, robustTest, shareLimits } from "./cluster-robust-mean.ts";
import { clusterRobustTotals } from "./cluster-robust-totals.ts";
import { type EstimateBasis, findApproximateNote, isApproximate, minRarerAnswers } from "./interval-note.ts";
import { twoWayMean } from "./two-way-clustered-values.ts";

/** Minimum number of clusters for a clustered interval. With fewer, the coverage is unreliable. */
export const minClusters = 5;

/** The note on pages with intervals clustered by person and story: the correction and the degrees of freedom. */
export const twoWayNote =
  "Two-way clustered standard errors follow Cameron, Gelbach and Miller, with the factor G/(G − 1) for each kind of clusters; the degrees of freedom of t and F tests are the smaller number of clusters minus one. CR2 with Satterthwaite’s degrees of freedom is defined for one kind only and is used for intervals over one kind.";

/** A kind of cluster: story, person or source group. */
export interface Clustering {
  /** "story" */
  one: string;
  /** "stories" */
  many: string;
  /** One for each value. */
  ids: readonly Category[];
}

export interface ClusteredEstimate {
  n: number;
  value: number | null;
  se: number | null;
  df: number | null;
  low: number | null;
  high: number | null;
  /** Null without an interval. */
  basis: EstimateBasis | null;
  /** The kinds of clusters of the interval, with their numbers. */
  clusters: { one: string; many: string; count: number }[];
  /** Why there is no interval, or no clustered interval; null if it is the interval that the design requires. */
  reason: string | null;
  /**
   * Only for a difference from a model: the number of the model's answers with the rarer result, right or wrong
   * (`countRarer`).
   */
  rarer?: number;
}

export interface EstimateOptions {
  /** Default 0.95. */
  confidence?: number;
  /** Bounds of the estimated quantity, to which limits are clipped. Null for a difference. */
  range?: readonly [low: number, high: number] | null;
  /** The name of single values in the plural ("cells"), for the sentence about what replaces clusters. */
  unit?: string;
}

/**
 * A mean with the best interval that the design supports. Over one kind of clusters it is CR2 with Satterthwaite
 * degrees of freedom; over two kinds it is two-way (Cameron, Gelbach and Miller). A kind with fewer than five clusters
 * is not used. If no kind remains, values are treated as independent and `reason` states this. Limits of a share
 * (`range` 0 to 1) are computed on the logit scale. Without variation, the spread of clusters is uninformative: a share
 * of 0 or 1 then has Wilson's limits with the number of clusters as sample size; other values have no limits.
 */
export function clusteredEstimate(
  values: readonly number[],
  clusterings: readonly Clustering[],
  { confidence = 0.95, range = null, unit = "items" }: EstimateOptions = {},
): ClusteredEstimate {
  const withCounts = clusterings.map((kind) => ({ ...kind, count: new Set(kind.ids).size }));
  // A clustering in which every value is its own cluster has no effect.
  const informativeKinds = withCounts.filter(({ count }) => count < values.length);
  const sufficientKinds = informativeKinds.filter(({ count }) => count >= minClusters);
  const smallKinds = informativeKinds.filter(({ count }) => count < minClusters);
  const estimate = buildEstimate(
    computeSpread(values, sufficientKinds),
    values.length,
    { enough: sufficientKinds, few: smallKinds },
    { confidence, range, unit },
  );
  const isCount = values.every((value) => value === 0 || value === 1);
  return sufficientKinds.length === 0 && isCount ? withWilsonLimits(estimate, range, confidence) : estimate;
}

/** Number of correct answers and of all answers in one cell, with the cell's clusters. */
export interface CountedCell {
  correct: number;
  n: number;
  cluster: Category;
}

/**
 * The share of correct answers by the rules of `clusteredEstimate`, computed from counts, so that the running time does
 * not depend on the number of answers. With fewer than five clusters, the cells are used instead.
 */
export function clusteredShareEstimate(
  cells: readonly CountedCell[],
  kind: Pick<Clustering, "one" | "many">,
  unit: string,
  confidence = 0.95,
): ClusteredEstimate {
  const answeredCells = cells.filter(({ n }) => n > 0);
  const byCluster = new Map<Category, { sum: number; n: number }>();
  for (const { cluster, correct, n } of answeredCells) {
    const total = byCluster.get(cluster) ?? { sum: 0, n: 0 };
    byCluster.set(cluster, { sum: total.sum + correct, n: total.n + n });
  }
  const clusteringWithCount = { ...kind, count: byCluster.size };
  const isEnough = byCluster.size >= minClusters;
  const isAlike = byCluster.size < answeredCells.length;
  const totals = isEnough ? [...byCluster.values()] : answeredCells.map(({ correct, n }) => ({ sum: correct, n }));
  const estimate = buildEstimate(
    clusterRobustTotals(totals),
    answeredCells.reduce((sum, { n }) => sum + n, 0),
    { enough: isEnough ? [clusteringWithCount] : [], few: isEnough || !isAlike ? [] : [clusteringWithCount] },
    { confidence, range: [0, 1], unit },
  );
  // With few cells that several people answered, the variation between cells is unknown.
  return isEnough || answeredCells.length >= minClusters ? estimate : withWilsonLimits(estimate, [0, 1], confidence);
}

/** If answers are treated as independent, a share has Wilson's limits, which can be used even for two answers. */
function withWilsonLimits(
  estimate: ClusteredEstimate,
  range: readonly [number, number] | null,
  confidence: number,
): ClusteredEstimate {
  if (!isShare(range) || estimate.value === null || estimate.basis === "wilson") return estimate;
  const { low, high } = wilsonInterval(Math.round(estimate.value * estimate.n), estimate.n, confidence);
  // There are too few cells for any other interval. The reason states the basis of this one.
  const reason = estimate.low === null ? "Each answer is treated as independent." : estimate.reason;
  return { ...estimate, low, high, basis: "items", reason };
}

function isShare(range: readonly [number, number] | null): boolean {
  return range !== null && range[0] === 0 && range[1] === 1;
}

type Counted = Pick<Clustering, "one" | "many"> & { count: number };

function buildEstimate(
  spread: Pick<ClusterRobustMean, "estimate" | "se" | "df">,
  n: number,
  { enough, few }: { enough: readonly Counted[]; few: readonly Counted[] },
  { confidence, range, unit }: Required<EstimateOptions>,
): ClusteredEstimate {
  requireLevel("conf", confidence);
  const clusters = enough.map(({ one, many, count }) => ({ one, many, count }));
  const head = { n, value: spread.estimate, se: spread.se, df: spread.df, clusters };
  const tooFew = few.length === 0 ? null : formatTooFew(few, enough.length > 0, unit);
  if (spread.estimate === null) return { ...head, low: null, high: null, basis: null, reason: "There are no answers." };
  if (spread.se === null || spread.df === null)
    return { ...head, low: null, high: null, basis: null, reason: tooFew ?? "A single value has no spread." };
  if (enough.length === 0 && n < minClusters)
    return {
      ...head,
      low: null,
      high: null,
      basis: null,
      reason: tooFew ?? `${n} ${unit} are too few for an interval.`,
    };
  if (spread.se === 0) return { ...head, ...limitsWithoutSpread(spread.estimate, enough, n, range, confidence) };
  return {
    ...head,
    ...(isShare(range) ? shareLimits(spread, confidence) : limitsWithin(range, spread, confidence)),
    basis: (["items", "clusters", "two-way"] as const)[enough.length]!,
    reason: tooFew,
  };
}

function limitsWithin(
  range: readonly [number, number] | null,
  spread: Pick<ClusterRobustMean, "estimate" | "se" | "df">,
  confidence: number,
): { low: number | null; high: number | null } {
  const { low, high } = robustTest(spread, confidence);
  const [least, most] = range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return { low: low === null ? null : Math.max(least, low), high: high === null ? null : Math.min(most, high) };
}

/**
 * The two-sided t test of an estimate against a value; null if there are too few values for an interval or if they do
 * not vary.
 */
export function testEstimate(
  { value, se, df, basis }: Pick<ClusteredEstimate, "value" | "se" | "df" | "basis">,
  nullValue = 0,
): { t: number; pvalue: number } | null {
  if (value === null || !se || df === null || basis === null) return null;
  const t = (value - nullValue) / se;
  return { t, pvalue: studentTwoSided(t, df) };
}

/** States in a sentence the population to which an interval generalises. */
export function describePopulation(
  { basis, clusters, rarer }: Pick<ClusteredEstimate, "basis" | "clusters" | "rarer">,
  unit: string,
): string {
  const population = formatPopulation({ basis, clusters }, unit);
  const note = rarer !== undefined && rarer < minRarerAnswers ? findApproximateNote({ basis, clusters, rarer }) : null;
  return note === null ? population : `${population} ${note}`;
}

function formatPopulation({ basis, clusters }: Pick<ClusteredEstimate, "basis" | "clusters">, unit: string): string {
  const kinds = clusters.map(({ many }) => `new ${many}`).join(" and ");
  switch (basis) {
    case "clusters":
    case "two-way":
      return `The interval generalises to ${kinds} like these (${clusters.map(({ count, many }) => `${count} ${many}`).join(", ")}).${
        basis === "two-way"
          ? ` Its standard error is two-way clustered (Cameron, Gelbach and Miller), with ${Math.min(...clusters.map(({ count }) => count)) - 1} degrees of freedom.`
          : ""
      }${
        isApproximate(basis, clusters[0]!.count)
          ? " It is approximate: with so few clusters, 93 to 99% of such 95% intervals covered the true value in 1,000 simulated studies."
          : ""
      }`;
    case "items":
      return `The interval generalises to new ${unit} like these, treated as independent of each other.`;
    case "wilson":
      return clusters.length > 0
        ? `All ${unit} agree; the limits are those of as many independent answers as there are ${clusters[0]!.many}.`
        : `All ${unit} agree; the limits are those of independent answers.`;
    case null:
      return "There is no interval.";
  }
}

function computeSpread(
  values: readonly number[],
  clusterings: readonly Clustering[],
): Pick<ClusterRobustMean, "estimate" | "se" | "df"> {
  const [first, second] = clusterings;
  if (first && second) return twoWayMean(values, first.ids, second.ids);
  return clusterRobustMean(values, first?.ids ?? null);
}

function limitsWithoutSpread(
  value: number,
  clusterings: readonly { count: number }[],
  n: number,
  range: readonly [number, number] | null,
  confidence: number,
): Pick<ClusteredEstimate, "low" | "high" | "basis" | "reason"> {
  const independent = Math.min(n, ...clusterings.map(({ count }) => count));
  if (!isShare(range) || (value !== 0 && value !== 1))
    return {
      low: null,
      high: null,
      basis: null,
      reason: "No interval: the values have no spread.",
    };
  const { low, high } = wilsonInterval(value === 1 ? independent : 0, independent, confidence);
  return { low, high, basis: "wilson", reason: null };
}

function formatTooFew(
  few: readonly { one: string; many: string; count: number }[],
  isPartial: boolean,
  unit: string,
): string {
  const counts = few.map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`).join(" and ");
  const kinds = few.map(({ many }) => many).join(" and ");
  return isPartial
    ? `With ${counts} the interval does not generalise to new ${kinds}: at least ${minClusters} are needed.`
    : `With ${counts} there is no interval for new ${kinds} (at least ${minClusters} are needed); ${unit} are treated as independent instead.`;
}
