import type { Steps } from "../../steps.ts";
import { summarizeReading } from "../comparison/compared-cells.ts";
import { missingFills } from "../comparison/missing-fills.ts";
import type { ResultCell } from "../model/cells.ts";
import { seriesLabel } from "../model/series-label.ts";
import type { CellMaterial } from "../views/cell-material.ts";
import type { PlannedTest } from "./analysis-plan.ts";
import { type FoundTest, namesModel } from "./view-test-rows.ts";

/**
 * The rows of a planned test of models, each with its p if missing and unparsed answers of its models favoured the other
 * side, 1 if that reverses it. Comparisons with people, with chance and of models have theirs already; equivalence has no
 * direction.
 *
 * @param testsOn the same rows on other cells
 */
export function* withWorstRows(
  found: readonly FoundTest[],
  planned: PlannedTest,
  { cells, results, withMismatches }: CellMaterial,
  testsOn: (cells: readonly ResultCell[]) => Steps<FoundTest[]>,
): Steps<FoundTest[]> {
  const groupOf = sidesOfTest(planned);
  const models = results.series.flatMap((one) => {
    const { absent, asked } = summarizeReading(cells, one.id, withMismatches);
    return absent > 0 && asked > 0 ? [{ id: one.id, label: seriesLabel(one, results.series), absent }] : [];
  });
  if (groupOf === null || models.length === 0) return [...found];
  const ids = models.map(({ id }) => id);
  const cases: Map<string, FoundTest>[] = [];
  for (const filled of yield* missingFills(cells, ids, groupOf, withMismatches)) {
    cases.push(new Map((yield* testsOn(filled)).map((row) => [row.says, row])));
    yield;
  }
  return found.map((row) => {
    const own = models.filter(({ label }) => namesModel(row.says, label));
    const direction = directionOf(row);
    if (own.length === 0 || row.p === null || direction === 0) return row;
    const worst = cases.map((rows) => {
      const other = rows.get(row.says);
      return other && directionOf(other) === direction ? (other.p ?? 1) : 1;
    });
    return { ...row, worst: { p: Math.max(...worst), missing: own.reduce((sum, { absent }) => sum + absent, 0) } };
  });
}

/** The side of a test to which an answer of a model belongs; null for tests that have another worst case or none. */
function sidesOfTest({ kind, of: about }: PlannedTest): ((cell: ResultCell, seriesId: string) => string | null) | null {
  switch (kind) {
    case "prompt-effect":
      return (_, seriesId) => seriesId;
    case "levels":
      return ({ item: { attributes } }) => {
        const value = about === "" ? (attributes.order ?? attributes.level) : attributes[about];
        return value === null || value === undefined ? null : String(value);
      };
    case "tom-factual":
      return ({ item: { attributes } }) => String(attributes.type ?? "");
    case "word-orders":
      return ({ condition }) => String(condition.levels.questionOrder ?? "");
    case "story-effect":
      return ({ condition }) => String(condition.levels.story ?? "");
    default:
      return null;
  }
}

function directionOf({ estimate }: FoundTest): number {
  return Math.sign(estimate?.value ?? 0);
}
