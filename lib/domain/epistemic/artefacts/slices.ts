import { findHypothesisVerbs } from "../mindgames/hypothesis-form.ts";
import type { MindgamesRow } from "../mindgames/row.ts";

/**
 * The variables by which results are grouped: likely sources of error according to the paper, and the result of the
 * authors' classifier.
 */
export const sliceNames = [
  "setup",
  "hypothesis_depth",
  "n_agents",
  "n_announcements",
  "verb",
  "deberta",
  "difficulty",
] as const;
export type SliceName = (typeof sliceNames)[number];

/**
 * The value of a slicing variable for a row; null if the row does not state it. `verb` is the outer "know that" or
 * "know whether". `deberta` is whether the authors' classifier was right. `difficulty` has three bands: below 0.1 the
 * classifier was right and nearly certain, above 1 it was wrong.
 */
export function sliceOf(name: SliceName, row: MindgamesRow): string | null {
  switch (name) {
    case "verb":
      return findHypothesisVerbs(row.hypothesis)?.outer ?? null;
    case "deberta":
      if (row.deberta_pred === null || row.deberta_pred === undefined) return null;
      return row.deberta_pred === (row.label === "entailment" ? 1 : 0) ? "right" : "wrong";
    case "difficulty":
      if (row.difficulty === null || row.difficulty === undefined) return null;
      return row.difficulty < 0.1 ? "easy" : row.difficulty <= 1 ? "middle" : "hard";
    default: {
      const value = row[name];
      return value === undefined ? null : String(value);
    }
  }
}
