import { testEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { summarizeReading } from "../comparison/compared-cells.ts";
import { type FillOptions, fillMissingAnswers } from "../comparison/missing-fills.ts";
import type { ResultCell } from "../model/cells.ts";
import type { Subject } from "./cell-material.ts";
import type { TestedDifference } from "./family-tests.ts";
import type { TestCell } from "./view.ts";

/**
 * The side of a difference to which a model's answer belongs: `first` is the minuend, `second` the subtrahend; null for
 * neither.
 */
export type SideOfAnswer = (cell: ResultCell, seriesId: string) => "first" | "second" | null;

/**
 * The test of a difference if missing and unparsed answers of its models favoured the other side: p (1 if the direction
 * is reversed) and the number of these answers. Undefined if no answer is missing, and for a difference that is 0 or
 * not tested.
 *
 * @param seriesIds the models of the difference
 * @param differenceOn the same difference on other cells
 */
export function worstCase(
  difference: TestedDifference,
  cells: readonly ResultCell[],
  seriesIds: readonly string[],
  { sideOf, ...options }: FillOptions & { sideOf: SideOfAnswer },
  differenceOn: (cells: readonly ResultCell[]) => TestedDifference | null,
): TestCell["worst"] {
  const missing = seriesIds.reduce((sum, id) => {
    const sideCells = cells.filter((cell) => sideOf(cell, id) !== null);
    return sum + summarizeReading(sideCells, id, options.withMismatches).absent;
  }, 0);
  const direction = Math.sign(difference.value ?? 0);
  if (missing === 0 || direction === 0 || testEstimate(difference) === null) return undefined;
  const scoreOf = (cell: ResultCell, id: string) => {
    const side = sideOf(cell, id);
    return side === null ? null : (side === "first") === direction > 0 ? 0 : 1;
  };
  const worstDifference = differenceOn(fillMissingAnswers(cells, seriesIds, scoreOf, options));
  const holds = worstDifference !== null && Math.sign(worstDifference.value ?? 0) === direction;
  return { p: holds ? (testEstimate(worstDifference)?.pvalue ?? 1) : 1, missing };
}

/** The series ID of a subject; empty for people. */
export function seriesOf({ series }: Pick<Subject, "series">): string[] {
  return series ? [series.id] : [];
}

/** The side of an answer, determined by its group; null for any other group. */
export function sideOfGroup(
  group: string | null,
  [first, second]: readonly [string, string],
): "first" | "second" | null {
  return group === first ? "first" : group === second ? "second" : null;
}
