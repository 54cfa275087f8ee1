import type { BeliefScore } from "../scoring/model-score.ts";
import { referenceCategory } from "../scoring/model-score.ts";
import { categories, categoryLabel, dimensions, getCategory } from "../typology.ts";
import { type RateFigure, toRateFigure } from "./rate-figure.ts";

export interface HeatmapCell extends RateFigure {
  observer: string;
  category: string;
  /** `missing` cells are hatched and show n instead of a colour. */
  state: "value" | "missing";
  /** Why a cell is missing: no question asked, no fact known, no pair decided, or too few decided pairs. */
  reason: "notAsked" | "notKnown" | "notDecided" | "tooFew" | null;
  /** Number of pairs asked, and number of pairs whose fact was known. */
  pairs: number;
  known: number;
  /** Rate minus the observer's rate for explicit expressions; null if a rate is missing. */
  aboveReference: number | null;
}

export interface Heatmap {
  rows: { category: string; label: string; dimension: string; dimensionLabel: string }[];
  columns: { observer: string; reference: RateFigure; overall: RateFigure }[];
  /** Row by row, with cells in the order of the columns. */
  cells: HeatmapCell[][];
  /** Observers that know too few facts to be compared. */
  dropped: { observer: string; reason: "fewKnown" | "noPriorCheck"; known: number; asked: number }[];
}

/**
 * Rates by category and observer. Rows include every category of the typology, so that a category without answers is
 * visible.
 *
 * @param minPairs minimum number of decided pairs; a cell with fewer counts as missing
 */
export function prepareHeatmap(scores: readonly BeliefScore[], minPairs = 1): Heatmap {
  const includedScores = scores.filter((score) => score.enters);
  const shown = listShownCategories(scores);
  return {
    rows: shown.map((category) => ({
      category: category.id,
      label: category.label,
      dimension: category.dimension,
      dimensionLabel: dimensions.find(({ id }) => id === category.dimension)?.label ?? "",
    })),
    columns: includedScores.map((score) => ({
      observer: score.observer,
      reference: toRateFigure(score.byCategory.get(referenceCategory)),
      overall: toRateFigure(score.overall),
    })),
    cells: shown.map((category) => includedScores.map((score) => prepareCell(score, category, minPairs))),
    dropped: scores.flatMap(({ observer, reason, known, notKnown }) =>
      reason === null ? [] : [{ observer, reason, known, asked: known + notKnown }],
    ),
  };
}

/** The categories of the typology, then other categories that have questions, in alphabetical order. */
export function listShownCategories(
  scores: readonly Pick<BeliefScore, "byCategory">[],
): { id: string; label: string; dimension: string }[] {
  const otherLabels = new Map<string, string>();
  for (const { byCategory } of scores)
    for (const [id, { dimension }] of byCategory) if (getCategory(id) === null) otherLabels.set(id, dimension);
  const customCategories = [...otherLabels].sort(([left], [right]) => (left < right ? -1 : 1));
  return [...categories, ...customCategories.map(([id, dimension]) => ({ id, label: categoryLabel(id), dimension }))];
}

function prepareCell(score: BeliefScore, category: { id: string }, minPairs: number): HeatmapCell {
  const rate = score.byCategory.get(category.id);
  const figure = toRateFigure(rate);
  const [pairs, known] = [rate?.pairs ?? 0, rate?.known ?? 0];
  const reason = findMissingReason(pairs, known, figure.n, minPairs);
  const reference = score.byCategory.get(referenceCategory)?.rate ?? null;
  const isComparable = reason === null && figure.rate !== null && reference !== null;
  return {
    observer: score.observer,
    category: category.id,
    ...figure,
    state: reason === null ? "value" : "missing",
    reason,
    pairs,
    known,
    aboveReference: isComparable ? (figure.rate as number) - (reference as number) : null,
  };
}

function findMissingReason(pairs: number, known: number, decided: number, minPairs: number): HeatmapCell["reason"] {
  if (pairs === 0) return "notAsked";
  if (known === 0) return "notKnown";
  if (decided === 0) return "notDecided";
  return decided < minPairs ? "tooFew" : null;
}
