import type { Fold } from "../../fold.ts";
import {
  clustersOfScored,
  type RunAnswerCount,
  type RunScore,
  type RunSlice,
  type ScoredItem,
  scoreRun,
  sliceableAttributes,
  sliceRun,
} from "./score-run.ts";

/** The scores of a run, overall and for every subset that a page may request. */
export interface SlicedRunScores extends RunScore {
  answers: number;
  conditions: string[];
  /** Attributes that divide its items. */
  attributes: string[];
  /** By attribute; by condition under "". */
  slices: Record<string, RunSlice[]>;
}

/** An item that the run answered, or the count of one answer. */
export type RunRow = { id: string; scored: ScoredItem } | RunAnswerCount;

/** Computes the score of one run from its counted answers. Items may come before or after the answers to them. */
export function foldRun(): Fold<RunRow, SlicedRunScores> {
  const items = new Map<string, ScoredItem>();
  const counts: RunAnswerCount[] = [];
  return {
    add(rows) {
      for (const row of rows) {
        if ("scored" in row) items.set(row.id, row.scored);
        else counts.push(row);
      }
    },
    finish() {
      const attributes = sliceableAttributes(items.values());
      const clusters = clustersOfScored(items);
      const parts = attributes.map(
        (attribute) => [attribute, sliceRun(counts, items, { attribute }, clusters)] as const,
      );
      return {
        ...scoreRun(counts, items, clusters),
        answers: counts.reduce((sum, { count }) => sum + count, 0),
        conditions: [...new Set(counts.map(({ condition }) => condition))].sort(),
        attributes,
        slices: { "": sliceRun(counts, items, "condition", clusters), ...Object.fromEntries(parts) },
      };
    },
  };
}
