import type { Category } from "../../statistics/basics/category.ts";
import { type Clustering, fewestClusters } from "../../statistics/clustered/clustered-estimate.ts";
import { layCells, type ModelCell, type ResultCell } from "../model/cells.ts";
import type { ResultTiePolicy } from "../model/majority.ts";
import { seriesLabel } from "../model/series-label.ts";
import { clusteringOf, clusterOf } from "../model/share.ts";
import { answersPerPerson, type ScoredAnswer, type SingleAnswers, scoredAnswers } from "../model/single-answers.ts";
import type { StudyResults } from "../model/study-results.ts";
import type { UnparsedPolicy } from "../model/unparsed-policy.ts";

/** What the views of single answers are computed from. */
export interface Material {
  results: StudyResults;
  /** Laid by `rules`. */
  cells: readonly ResultCell[];
  single: SingleAnswers;
  scored: readonly ScoredAnswer[];
  /** What ties of people and unparsed answers of models count as: the plan's rules, else the usual ones. */
  rules: { ties: ResultTiePolicy; unparsed: UnparsedPolicy };
  /** Scored answers by person. */
  perPerson: readonly number[];
  models: readonly { id: string; label: string }[];
  /** The share of the people that the design plans for each value of an attribute, by attribute; empty for none. */
  planned: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The same of a population that a researcher entered; null: people are weighted to what is planned. */
  population: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
  /** P(true) of each series in each cell where log probabilities were stored. */
  probabilities: readonly ModelProbability[];
  /** Fixes every draw. */
  seed: string;
}

/** What a model's log probabilities say in one cell: summed over the spellings of an answer, and of the likeliest one. */
export interface ModelProbability {
  seriesId: string;
  itemId: string;
  conditionId: string;
  pTrue: number;
  answerSummed: string;
  answerArgmax: string;
}

const usualRules: Material["rules"] = { ties: "half", unparsed: "wrong" };

/** Prepares what all views share. Models' answers to another text than people read are in none of them. */
export function prepareMaterial(
  found: StudyResults,
  single: SingleAnswers,
  {
    rules = usualRules,
    ...rest
  }: Pick<Material, "planned" | "population" | "probabilities" | "seed"> & Partial<Pick<Material, "rules">>,
): Material {
  const results = { ...found, answers: found.answers.filter(({ parity }) => parity !== "mismatch") };
  const cells = layCells(results, rules.ties, rules.unparsed);
  const scored = scoredAnswers(single, cells, results.conditions.length);
  return {
    results,
    cells,
    single,
    scored,
    rules,
    perPerson: answersPerPerson(single.people, scored),
    models: results.series.map((one) => ({ id: one.id, label: seriesLabel(one, results.series) })),
    ...rest,
  };
}

/**
 * The single answers of a model in a cell, right 1 and wrong 0: each counts like one answer of a person. A tie of log
 * probabilities is in neither, and an answer that serves several cells is in the first of them only.
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

/** Of those, the ones that a regression can allow for: fewer than rows, and at least five. */
export function usableClusters(clusterings: readonly Clustering[], rows: number): (readonly Category[])[] {
  return clusterings.flatMap(({ ids }) => {
    const { size } = new Set(ids);
    return size < rows && size >= fewestClusters ? [ids] : [];
  });
}

/** Clusters of people in words: how many stories and people there are, and whether they are enough. */
export function clusterSentence(clusterings: readonly Clustering[], rows: number): string {
  return clusterings
    .map(({ one, many, ids }) => {
      const { size } = new Set(ids);
      if (size >= rows) return `each ${one} gave one answer`;
      return `${size} ${size === 1 ? one : many}${size < fewestClusters ? `, too few to allow for (${fewestClusters} are needed)` : ""}`;
    })
    .join("; ");
}
