import { groupBy } from "../../group-by.ts";
import { categories, getCategory } from "../typology.ts";
import { type Clusterings, type FollowDecision, type FollowRate, followRate } from "./follow-rate.ts";
import type { BeliefPair, PairOutcome, RepeatedRows } from "./pair-table.ts";
import type { BeliefDetails } from "./score-details.ts";
import type { FillerScore } from "./score-fillers.ts";

/** Minimum share of known facts. Below it too few pairs remain, and the model is excluded. */
export const minKnownShare = 0.1;

/** The category with which the other categories are compared. */
export const referenceCategory = "explicit";

/** The context following of one observer: a model, or all participants together. */
export interface BeliefScore {
  observer: string;
  /** Number of pairs by result of the prior check. Only known pairs enter the rates. */
  known: number;
  notKnown: number;
  priorMissing: number;
  /** known / (known + notKnown); null if there was no prior check. */
  knownShare: number | null;
  /** Whether the observer enters comparisons. */
  enters: boolean;
  /** Why it does not; null if it does. */
  reason: "fewKnown" | "noPriorCheck" | null;
  /** Outcomes of the known pairs. */
  outcomes: Readonly<Record<PairOutcome, number>>;
  overall: FollowRate;
  byDimension: ReadonlyMap<string, FollowRate>;
  byCategory: ReadonlyMap<string, CategoryRate>;
  repeated: RepeatedRows;
  /** Answers after true assertions, which are counted separately. */
  fillers: FillerScore;
  /** A model's rates by further attributes; absent for people. */
  details?: BeliefDetails;
}

export interface CategoryRate extends FollowRate {
  dimension: string;
  /** Number of pairs asked, and number of pairs whose fact was known. The numbers explain a missing rate. */
  pairs: number;
  known: number;
}

/**
 * Counts and rates of one model. A dimension and the total pool the counts of their categories, as in the paper;
 * intervals are clustered by fact. Categories are in the order of the typology, then unknown names alphabetically.
 */
export function scoreModel(
  observer: string,
  pairs: readonly BeliefPair[],
  repeated: RepeatedRows,
  fillers: FillerScore = noFillers,
): BeliefScore {
  const knownPairs = pairs.filter((pair) => pair.prior === "known");
  const notKnown = pairs.filter((pair) => pair.prior === "notKnown").length;
  const knownShare = knownPairs.length + notKnown === 0 ? null : knownPairs.length / (knownPairs.length + notKnown);
  return {
    observer,
    known: knownPairs.length,
    notKnown,
    priorMissing: pairs.length - knownPairs.length - notKnown,
    knownShare,
    ...checkEntry(knownShare),
    outcomes: countOutcomes(knownPairs),
    ...computeRates(pairs, knownPairs, (decided) => [decided.map((pair) => pair.fact)]),
    repeated,
    fillers,
  };
}

const noFillers: FillerScore = { answers: 0, share: null, low: null, high: null };

/** Whether an observer with this share of known facts enters comparisons, and if not, why. */
export function checkEntry(knownShare: number | null): Pick<BeliefScore, "enters" | "reason"> {
  if (knownShare === null) return { enters: false, reason: "noPriorCheck" };
  return knownShare < minKnownShare ? { enters: false, reason: "fewKnown" } : { enters: true, reason: null };
}

/** How many pairs had each outcome. */
export function countOutcomes(pairs: readonly BeliefPair[]): Record<PairOutcome, number> {
  const counts = { context: 0, memory: 0, always_yes: 0, always_no: 0, other: 0, incomplete: 0 };
  for (const pair of pairs) counts[pair.outcome] += 1;
  return counts;
}

/**
 * Rates overall, by dimension and by category.
 *
 * @param pairs all pairs, so that a category without known facts is listed with n = 0
 * @param clusteringsOf returns the clusters of decided pairs, one list for each clustering
 */
export function computeRates<Pair extends BeliefPair>(
  pairs: readonly Pair[],
  known: readonly Pair[],
  clusteringsOf: (decided: readonly Pair[]) => Clusterings,
): Pick<BeliefScore, "overall" | "byDimension" | "byCategory"> {
  const decidedPairs = known.filter((pair) => pair.outcome === "context" || pair.outcome === "memory");
  const rateOf = (chosen: readonly Pair[]) =>
    followRate(
      chosen.map((pair): FollowDecision => (pair.outcome === "context" ? 1 : 0)),
      clusteringsOf(chosen),
    );
  const dimensionOf = new Map(pairs.map((pair) => [pair.category, pair.dimension]));
  const dimensionNames = [...new Set(sortByTypology(dimensionOf).map((category) => dimensionOf.get(category) ?? ""))];
  const decidedByCategory = groupBy(decidedPairs, (pair) => pair.category);
  const knownByCategory = groupBy(known, (pair) => pair.category);
  const pairsByCategory = groupBy(pairs, (pair) => pair.category);
  const decidedByDimension = groupBy(decidedPairs, (pair) => pair.dimension);
  return {
    overall: rateOf(decidedPairs),
    byDimension: new Map(dimensionNames.map((name) => [name, rateOf(decidedByDimension.get(name) ?? [])])),
    byCategory: new Map(
      sortByTypology(dimensionOf).map((name) => [
        name,
        {
          dimension: dimensionOf.get(name) ?? "",
          pairs: pairsByCategory.get(name)?.length ?? 0,
          known: knownByCategory.get(name)?.length ?? 0,
          ...rateOf(decidedByCategory.get(name) ?? []),
        },
      ]),
    ),
  };
}

function sortByTypology(dimensionOf: ReadonlyMap<string, string>): string[] {
  const typologyIds = categories.map((category) => category.id).filter((id) => dimensionOf.has(id));
  const otherNames = [...dimensionOf.keys()].filter((name) => getCategory(name) === null).sort();
  return [...typologyIds, ...otherNames];
}
