import type { Category } from "../../statistics/basics/category.ts";
import { type Clustering, minClusters } from "../../statistics/clustered/clustered-estimate.ts";
import { buildCells, type ModelCell, type ResultCell } from "../model/cells.ts";
import type { ResultTiePolicy } from "../model/majority.ts";
import { seriesLabel } from "../model/series-label.ts";
import { clusteringOf, clusterOf } from "../model/share.ts";
import { answersPerPerson, listScoredAnswers, type ScoredAnswer, type SingleAnswers } from "../model/single-answers.ts";
import type { StudyResults } from "../model/study-results.ts";
import type { UnparsedPolicy } from "../model/unparsed-policy.ts";

/** The input of the views of single answers. */
export interface Material {
  results: StudyResults;
  /** Computed by `rules`. */
  cells: readonly ResultCell[];
  single: SingleAnswers;
  scored: readonly ScoredAnswer[];
  /** How ties of people and unparsed answers of models count: the plan's rules, otherwise the defaults. */
  rules: { ties: ResultTiePolicy; unparsed: UnparsedPolicy };
  /** Scored answers by person. */
  perPerson: readonly number[];
  models: readonly { id: string; label: string }[];
  /** The planned share of people with each value of an attribute, by attribute; empty without planned shares. */
  planned: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The shares of a population entered by a researcher; null: people are weighted to the plan. */
  population: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
  /** P(true) of each series in each cell, if log probabilities were stored. */
  probabilities: readonly ModelProbability[];
  /** The seed of all random draws. */
  seed: string;
}

/**
 * A model's log probabilities in one cell: summed over the spellings of an answer, and of the most probable spelling.
 */
export interface ModelProbability {
  seriesId: string;
  itemId: string;
  conditionId: string;
  pTrue: number;
  answerSummed: string;
  answerArgmax: string;
}

const defaultRules: Material["rules"] = { ties: "half", unparsed: "wrong" };

/** Prepares the common input of all views. Models' answers to texts that differ from people's are excluded. */
export function prepareMaterial(
  found: StudyResults,
  single: SingleAnswers,
  {
    rules = defaultRules,
    ...rest
  }: Pick<Material, "planned" | "population" | "probabilities" | "seed"> & Partial<Pick<Material, "rules">>,
): Material {
  const results = { ...found, answers: found.answers.filter(({ parity }) => parity !== "mismatch") };
  const cells = buildCells(results, rules.ties, rules.unparsed);
  const scoredAnswers = listScoredAnswers(single, cells, results.conditions.length);
  return {
    results,
    cells,
    single,
    scored: scoredAnswers,
    rules,
    perPerson: answersPerPerson(single.people, scoredAnswers),
    models: results.series.map((one) => ({ id: one.id, label: seriesLabel(one, results.series) })),
    ...rest,
  };
}

/**
 * The single answers of a model in a cell, right 1 and wrong 0; each counts like one answer of a person. A tie of log
 * probabilities is excluded. An answer that belongs to several cells is counted only in the first cell.
 */
export function modelAnswers({ right, n, isRepeated }: ModelCell): number[] {
  if (isRepeated) return [];
  const wrong = n - Math.ceil(right);
  return [...new Array<number>(Math.floor(right)).fill(1), ...new Array<number>(Math.max(0, wrong)).fill(0)];
}

export const byPerson = { one: "person", many: "people" } as const;

/** People and stories as the two kinds of clusters of single answers. */
export function answerClusters(answers: readonly ScoredAnswer[]): Clustering[] {
  return [
    { ...byPerson, ids: answers.map(({ person }) => person) },
    clusteringOf(answers.map(({ cell }) => clusterOf(cell.item))),
  ];
}

/** The clusterings that a regression can use: fewer clusters than rows, and at least five. */
export function usableClusters(clusterings: readonly Clustering[], rows: number): (readonly Category[])[] {
  return clusterings.flatMap(({ ids }) => {
    const { size } = new Set(ids);
    return size < rows && size >= minClusters ? [ids] : [];
  });
}

/** The clusters as text: the numbers of people and stories, and whether they suffice for clustering. */
export function clusterSentence(clusterings: readonly Clustering[], rows: number): string {
  return clusterings
    .map(({ one, many, ids }) => {
      const { size } = new Set(ids);
      if (size >= rows) return `each ${one} gave one answer`;
      return `${size} ${size === 1 ? one : many}${size < minClusters ? `, too few for clustering (requires ${minClusters})` : ""}`;
    })
    .join("; ");
}
