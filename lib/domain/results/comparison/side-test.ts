import {
  type ClusteredEstimate,
  clusteredEstimate,
  testEstimate,
} from "../../statistics/clustered/clustered-estimate.ts";
import { equivalenceSignPatterns, maxPatternClusters } from "../../statistics/clustered/equivalence-sign-patterns.ts";
import { countRarer } from "../../statistics/clustered/interval-note.ts";
import { type SignPatterns, signPatterns } from "../../statistics/clustered/wild-cluster-test.ts";
import { type EquivalenceTest, equivalenceTest } from "../../statistics/differences/equivalence-test.ts";
import { mcnemarTest } from "../../statistics/proportions/mcnemar.ts";
import {
  computeDetectableRange,
  computePlanningVariance,
  type DetectableRange,
} from "../../statistics/referee/minimum-detectable.ts";
import { clusteringOf, type Share, shareOfCells } from "../model/share.ts";
import type { ItemCluster } from "../model/study-results.ts";
import type { MarginDecision } from "./decide-equivalence.ts";

/** The comparator of a model: the majority vote of a stated number of people, or the mean person. */
export const comparators = ["majority", "person"] as const;
export type Comparator = (typeof comparators)[number];

/** The scores of both sides in one cell: 1, 0, or a share. */
export interface ScoredPair {
  people: number;
  model: number;
  cluster: ItemCluster;
}

/**
 * The test that gives the p-value: a t test over stories or source groups, a t test over cells treated as independent,
 * or McNemar's test.
 */
export type SideTestName = "clustered-t" | "items-t" | "mcnemar-midp";

/**
 * Two one-sided tests. `equivalent` and `nonInferior` are decisions (`decideEquivalence`), null before the correction
 * over the models of a family.
 */
export interface SideEquivalence extends EquivalenceTest {
  margin: number;
  /** The number of stories or source groups; 0 if cells are treated as independent. */
  clusters: number;
  /** Whether more than 5% of the model's answers are missing. */
  isIncomplete: boolean;
  /** What equivalence and non-inferiority decide; null before the correction, and if they cannot be tested. */
  decision: MarginDecision | null;
  lowerDecision: MarginDecision | null;
  /** Why stories are not used as clusters; null if they are. */
  reason: string | null;
  /** p of equivalence and of non-inferiority after the correction, on which the decisions are based. */
  adjusted: number | null;
  adjustedLower: number | null;
  /** p of non-inferiority if all missing and unparsed answers of the model were wrong; null if there are none. */
  worstLower: number | null;
  /** Whether non-inferiority is significant only if these answers are not all wrong; `nonInferior` is then false. */
  lowerDependsOnMissing: boolean;
  /** The exact test over all sign patterns of the clusters' means, for five to sixteen clusters. */
  patterns: { pvalue: number; smallest: number; clusters: number } | null;
}

/** People under one comparator and a model, on the cells that both answered. */
export interface SideTest {
  comparator: Comparator;
  people: Share;
  model: Share;
  /** People minus model. */
  difference: ClusteredEstimate;
  /**
   * The interval of `difference` at the level shared by all tests of the family (1 - alpha/m): simultaneous coverage.
   */
  simultaneous: { low: number; high: number } | null;
  decidedBy: SideTestName | null;
  pvalue: number | null;
  /** All sign patterns of the clusters, for five to twelve of them. */
  wild: SignPatterns | null;
  /**
   * p of the difference if missing and unparsed answers of the model favoured the other side; 1 if the direction is
   * then reversed; null if no answer is missing or unparsed.
   */
  worst: number | null;
  /** Mid-p over the cells in which both sides are fully correct or wrong; null for the mean person. */
  mcnemar: number | null;
  /** Cells by who was right; null for the mean person, who can be partly right. */
  discordant: { onlyPeople: number; onlyModel: number; both: number; neither: number } | null;
  /**
   * Two one-sided tests against the margin of the plan; null without a margin. The claim "at human level" requires
   * them.
   */
  equivalence: SideEquivalence | null;
  /** Differences that would have been detected with 80% power, from a lenient to a strict assumption about stories. */
  detectable: DetectableRange | null;
  /** The clusters of cells, even if there are too few of them. */
  clusterKind: { one: string; many: string };
}

const power = 0.8;

/**
 * Tests one comparator against a model. With at least five stories, the t test is clustered by story. With fewer, cells
 * are treated as independent (majority: McNemar's mid-p), and the estimate states this. `strict` has the same cells
 * under the tie rule of the test, without half points. `shared` is the level of a single test if several tests share
 * `alpha`.
 */
export function testSide(
  comparator: Comparator,
  pairs: readonly ScoredPair[],
  strict: readonly ScoredPair[],
  { alpha, shared = alpha, margin = null }: { alpha: number; shared?: number; margin?: number | null },
): SideTest {
  const differences = pairs.map(({ people, model }) => people - model);
  const clusterings = [clusteringOf(pairs.map(({ cluster }) => cluster))];
  const difference = {
    ...clusteredEstimate(differences, clusterings, { confidence: 1 - alpha, range: [-1, 1], unit: "cells" }),
    rarer: countRarer(pairs.map(({ model }) => model)),
  };
  const simultaneousEstimate = clusteredEstimate(differences, clusterings, {
    confidence: 1 - shared,
    range: [-1, 1],
    unit: "cells",
  });
  const discordant = comparator === "majority" ? countDiscordant(strict) : null;
  const mcnemar =
    discordant && strict.length > 0 ? mcnemarTest(discordant.onlyPeople, discordant.onlyModel, "midp").pvalue : null;
  const testResult = testEstimate(difference);
  const isClustered = difference.clusters.length > 0;
  const usesMcnemar = mcnemar !== null && (!isClustered || testResult === null);
  return {
    comparator,
    people: shareOfCells(pairs.map(({ people, cluster }) => ({ score: people, cluster }))),
    model: shareOfCells(pairs.map(({ model, cluster }) => ({ score: model, cluster }))),
    difference,
    simultaneous:
      simultaneousEstimate.low === null || simultaneousEstimate.high === null
        ? null
        : { low: simultaneousEstimate.low, high: simultaneousEstimate.high },
    decidedBy: usesMcnemar ? "mcnemar-midp" : testResult === null ? null : isClustered ? "clustered-t" : "items-t",
    pvalue: usesMcnemar ? mcnemar : (testResult?.pvalue ?? null),
    wild: isClustered ? signPatterns(differences, clusterings[0]!.ids) : null,
    worst: null,
    mcnemar,
    discordant,
    equivalence: margin === null ? null : testEquivalence(pairs, margin, alpha, difference),
    clusterKind: { one: clusterings[0]!.one, many: clusterings[0]!.many },
    detectable: computeDetectableRange(
      computePlanningVariance(
        differences.reduce((sum, value) => sum + value * value, 0),
        differences.length,
      ),
      differences.length,
      new Set(clusterings[0]!.ids).size,
      { alpha: shared, power },
    ),
  };
}

/**
 * Tests the difference of model minus people for equivalence: over stories if the difference has an interval over them,
 * otherwise over cells treated as independent.
 */
function testEquivalence(
  pairs: readonly ScoredPair[],
  margin: number,
  alpha: number,
  difference: ClusteredEstimate,
): SideEquivalence {
  const stories = difference.clusters.length > 0 ? pairs.map(({ cluster }) => cluster.id) : null;
  const test = equivalenceTest(
    pairs.map(({ model }) => model),
    pairs.map(({ people }) => people),
    stories,
    margin,
    alpha,
  );
  return {
    ...test,
    equivalent: null,
    nonInferior: null,
    margin,
    clusters: difference.clusters[0]?.count ?? 0,
    isIncomplete: false,
    decision: null,
    lowerDecision: null,
    reason: difference.reason,
    adjusted: test.pvalue,
    adjustedLower: test.pLower,
    worstLower: null,
    lowerDependsOnMissing: false,
    patterns: stories && testSignPatterns(pairs, stories, margin, alpha),
  };
}

function testSignPatterns(
  pairs: readonly ScoredPair[],
  stories: readonly string[],
  margin: number,
  alpha: number,
): SideEquivalence["patterns"] {
  const clusters = new Set(stories).size;
  if (clusters > maxPatternClusters) return null;
  const differences = pairs.map(({ model, people }) => model - people);
  const { pvalue, smallestP } = equivalenceSignPatterns(differences, stories, margin, alpha);
  return pvalue === null || smallestP === null ? null : { pvalue, smallest: smallestP, clusters };
}

function countDiscordant(pairs: readonly ScoredPair[]) {
  const counts = { onlyPeople: 0, onlyModel: 0, both: 0, neither: 0 };
  for (const { people, model } of pairs) {
    // McNemar's test excludes cells with a half point.
    if (![0, 1].includes(people) || ![0, 1].includes(model)) continue;
    counts[people === model ? (people === 1 ? "both" : "neither") : people === 1 ? "onlyPeople" : "onlyModel"] += 1;
  }
  return counts;
}
