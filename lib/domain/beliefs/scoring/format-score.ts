import { roundTo } from "../../format/figures.ts";
import type { WordRule } from "./classify.ts";
import type { FollowRate } from "./follow-rate.ts";
import { type BeliefScore, referenceCategory } from "./model-score.ts";
import type { Ranking } from "./rank.ts";

/** Names of the two word rules in the published files of expected rates. */
export const ruleNames: Readonly<Record<WordRule, string>> = {
  "first-word": "strict_first_word",
  substring: "authors_substring",
};

/**
 * Formats a score like the published files of expected rates: counts of pairs, rates with six decimals, no outcomes
 * with count 0. Intervals, dimensions and the share of known facts are added under names of our own.
 */
export function formatScore(score: BeliefScore): Record<string, unknown> {
  return {
    prior_filter: omitZeros({
      prior_known: score.known,
      prior_not_known: score.notKnown,
      prior_missing: score.priorMissing,
    }),
    pair_outcomes: omitZeros(score.outcomes),
    cfr: roundToSixDecimals(score.overall.rate),
    by_category: Object.fromEntries(
      [...score.byCategory].sort(compareByName).map(([name, rate]) => [
        name,
        {
          context: rate.context,
          memory: rate.memory,
          cfr: roundToSixDecimals(rate.rate),
          ...formatInterval(rate),
          dimension: rate.dimension,
          pairs: rate.pairs,
          known: rate.known,
          above_explicit: subtractReference(score, rate),
        },
      ]),
    ),
    by_dimension: Object.fromEntries([...score.byDimension].map(([name, rate]) => [name, formatRate(rate)])),
    ...formatInterval(score.overall),
    known_share: roundToSixDecimals(score.knownShare),
    enters: score.enters,
    reason: score.reason,
    reference: {
      category: referenceCategory,
      cfr: roundToSixDecimals(score.byCategory.get(referenceCategory)?.rate ?? null),
    },
    repeated_rows: score.repeated.rows,
    contradicted_answers: score.repeated.contradicted,
    ...(score.fillers.answers === 0
      ? {}
      : {
          fillers: {
            answers: score.fillers.answers,
            right: roundToSixDecimals(score.fillers.share),
            ...limitsOf(score.fillers),
          },
        }),
  };
}

/** Formats a ranking like the published file of expected ranks. */
export function formatRanking(ranking: Ranking): Record<string, unknown> {
  const exact = ranking.permutations === null;
  return {
    n_models: ranking.models.length,
    n_categories: ranking.categories,
    n_permutations: ranking.permutations,
    method: exact ? "exact" : "monte-carlo",
    alpha: ranking.alpha,
    tail: "two-sided on |mean rank - (K+1)/2|",
    p_formula: exact
      ? "exact: share of all shuffles with |shuffled - expected| >= |observed - expected|"
      : "(count(|perm - expected| >= |observed - expected|) + 1) / (n_permutations + 1)",
    correction: "Benjamini-Hochberg step-up, monotone adjusted",
    ties: "average rank",
    rank_1: "highest CFR",
    models: ranking.models,
    rows: ranking.rows.map((row) => ({
      category: row.category,
      mean_rank: roundToSixDecimals(row.meanRank),
      p: exact ? row.p : roundToSixDecimals(row.p),
      q: exact ? row.q : roundToSixDecimals(row.q),
      significant: row.significant,
      stars: row.stars,
      direction: row.direction,
      models: row.models,
    })),
  };
}

/** Rounds a number to six decimals. Halves that are exact in binary are rounded to even, as by Python's round. */
export function roundToSixDecimals(value: number | null): number | null {
  if (value === null) return null;
  const scaled = value * 1e6;
  const isExactHalf = Math.abs(scaled % 1) === 0.5 && Number.isInteger(value * 2 ** 7);
  if (isExactHalf) return (2 * Math.round(scaled / 2)) / 1e6;
  return roundTo(value, 6);
}

function formatRate(rate: FollowRate): Record<string, unknown> {
  return { context: rate.context, memory: rate.memory, cfr: roundToSixDecimals(rate.rate), ...formatInterval(rate) };
}

function formatInterval(rate: FollowRate): Record<string, unknown> {
  return {
    low: roundToSixDecimals(rate.low),
    high: roundToSixDecimals(rate.high),
    clusters: rate.clusters,
    interval: rate.interval,
  };
}

function limitsOf({ low, high }: { low: number | null; high: number | null }): Record<string, unknown> {
  return { low: roundToSixDecimals(low), high: roundToSixDecimals(high) };
}

function subtractReference(score: BeliefScore, rate: FollowRate): number | null {
  const reference = score.byCategory.get(referenceCategory)?.rate ?? null;
  return reference === null || rate.rate === null ? null : roundToSixDecimals(rate.rate - reference);
}

function omitZeros(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

function compareByName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}
