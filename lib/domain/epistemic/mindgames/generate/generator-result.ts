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
  /** Number of premises whose tried hypotheses all had the same label. */
  oneSided: number;
  /** Number of premises whose tried hypotheses all existed already. */
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
      /** Cells of a set in pairs that have fewer pairs than other cells because no more pairs exist. */
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
  /** Number of existing problems; 0 if the setup does not permit the cell. */
  found: number;
}

/** A short cell in words. */
export function describeShortCell({ setup, persons, announcements, depth, found }: ShortCell): string {
  const count = found === 0 ? "none" : `only ${found}`;
  return `${setupLabels[setup].name}, ${persons} persons, ${announcements} announcements after the first, order ${depth + 1}: ${count}`;
}

/** Divides a number by the weights of the splits. Shares are rounded so that their sum is correct. */
export function divideBySplits({ splits }: Pick<GeneratorSettings, "splits">, number: number): number[] {
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

/** The rows of a split. Each row contains the split's name if there are several splits. */
export function splitOfRows(
  { splits }: Pick<GeneratorSettings, "splits">,
  name: string,
  rows: readonly MindgamesRow[],
): GeneratedSplit {
  return { name, rows: rows.map((row) => (splits.length === 1 ? row : { ...row, split: name })) };
}
