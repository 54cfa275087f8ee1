import type { ConfirmatoryTest } from "../plan/confirmatory-family.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import { type StatusOfPlan, statusOfOthers } from "../plan/test-status.ts";
import type { View, ViewCell, ViewTable } from "../views/view.ts";

// Reduces results to estimates and intervals, for data that are not locked. A conclusion that could be drawn at any
// time has a higher error rate than the level of its test (Armitage, McPherson and Rowe 1969).

/** Why a result of data that are not locked has no test. */
export const notTestedReason = "Interim: not tested before the data are locked.";

const interimSentence =
  "Interim: the data are not locked, so only estimates and intervals are shown, and nothing is tested.";

/** A view under a status: for interim data, only estimates and intervals. */
export function limitViewToStatus(view: View, status: ResultStatus | StatusOfPlan | null): View {
  return statusOfOthers(status)?.kind === "interim" ? removeConclusions(view) : view;
}

/** A view without its tests and the parts that rest on them. */
function removeConclusions(view: View): View {
  return {
    ...view,
    checks: view.checks.filter((check) => !check.restsOnTest),
    conclusions: [],
    sentences: [interimSentence, ...view.sentences.filter((sentence) => sentence !== interimSentence)],
    findings: [],
    tables: view.tables.filter((table) => !table.restsOnTest).map(removeTestColumns),
  };
}

/** A table without the columns that contain tests or what rests on them; other tables are returned unchanged. */
export function removeTestColumns(table: ViewTable): ViewTable {
  const keptIndices = table.columns.flatMap((_, index) =>
    table.rows.some((row) => isTest(row[index])) ? [] : [index],
  );
  if (keptIndices.length === table.columns.length) return table;
  const pickColumns = <Value>(all: readonly Value[]) => keptIndices.map((index) => all[index]!);
  return {
    ...table,
    caption: `${table.caption}; interim, not tested before the data are locked`,
    columns: pickColumns(table.columns),
    rows: table.rows.map(pickColumns),
  };
}

function isTest(cell: ViewCell | undefined): boolean {
  return cell !== undefined && (cell.kind === "test" || (cell.kind !== "count" && cell.restsOnTest === true));
}

/** The tests of a plan with their estimates, without conclusions. */
export function markAsNotTested(tests: readonly ConfirmatoryTest[]): ConfirmatoryTest[] {
  return tests.map(({ decision: _, ...one }) => ({
    ...one,
    p: null,
    reason: notTestedReason,
    isGated: false,
    adjusted: null,
    isSignificant: false,
    dependsOnMissing: false,
  }));
}
