import type { MindgamesRow } from "../row.ts";
import { setupLabels } from "../setup-labels.ts";
import type { PremiseCell } from "./draw-problem.ts";
import type { GeneratorSettings } from "./settings.ts";

/** Progress of the generator, and why premises were dropped. */
export interface GeneratorProgress {
  /** Problems found so far that count towards the target. */
  found: number;
  wanted: number;
  premisesDrawn: number;
  contradictory: number;
  /** All hypotheses tried had the same label. */
  oneSided: number;
  /** Every hypothesis tried already existed. */
  exhausted: number;
}

/** The problems of one split. */
export interface GeneratedSplit {
  name: string;
  rows: MindgamesRow[];
}

export type GeneratorResult =
  | {
      ok: true;
      splits: GeneratedSplit[];
      progress: GeneratorProgress;
      /** Cells of a set in pairs that have fewer pairs than the others, because there are no more. */
      shortCells: ShortCell[];
    }
  | {
      ok: false;
      reason: "tooFewProblems";
      shortages: string[];
      progress: GeneratorProgress;
      /** What was found. */
      splits: GeneratedSplit[];
    };

/** A combination of setup, persons, announcements and depth that has fewer pairs than the others of its setup. */
export interface ShortCell extends PremiseCell {
  depth: number;
  split: string;
  /** Problems that exist; 0 if the setup does not permit the cell. */
  found: number;
}

/** A short cell in words. */
export function shortCellText({ setup, persons, announcements, depth, found }: ShortCell): string {
  const count = found === 0 ? "none" : `only ${found}`;
  return `${setupLabels[setup].name}, ${persons} persons, ${announcements} announcements after the first, order ${depth + 1}: ${count}`;
}

/** The shares of a number by the weights of the splits, rounded so that they add up. */
export function sharesOf({ splits }: Pick<GeneratorSettings, "splits">, number: number): number[] {
  const total = splits.reduce((sum, [, weight]) => sum + weight, 0);
  let weights = 0;
  let assigned = 0;
  return splits.map(([, weight]) => {
    weights += weight;
    const share = Math.round((weights / total) * number) - assigned;
    assigned += share;
    return share;
  });
}

/** The rows of a split; they contain its name if there are several splits. */
export function splitOfRows(
  { splits }: Pick<GeneratorSettings, "splits">,
  name: string,
  rows: readonly MindgamesRow[],
): GeneratedSplit {
  return { name, rows: rows.map((row) => (splits.length === 1 ? row : { ...row, split: name })) };
}
