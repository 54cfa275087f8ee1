import type { ConfirmatoryTest } from "../plan/confirmatory-family.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import { type StatusOfPlan, statusOfOthers } from "../plan/test-status.ts";
import type { View, ViewTable } from "../views/view.ts";

// Reduces results to estimates and intervals, for data that are not locked. A conclusion that could be drawn at any
// time has a higher error rate than the level of its test (Armitage, McPherson and Rowe 1969).

/** Columns that repeat the decision of a test. */
const testColumns = new Set(["Decided by", "Detectable", "Decision"]);

/** The column that marks a table of decisions. */
const decisionColumn = "Letters";

/** Matches texts that contain a p value or a decision. */
const testPattern = /\bp[\s\u00a0][=<]|corrected|concluded|significan/;

/** Why a result of data that are not locked has no test. */
export const notTestedReason = "Interim: not tested before the data are locked.";

const interimSentence =
  "Interim: the data are not locked, so only estimates and intervals are shown, and nothing is tested.";

/** A view under a status: for interim data, only estimates and intervals. */
export function limitViewToStatus(view: View, status: ResultStatus | StatusOfPlan | null): View {
  return statusOfOthers(status)?.kind === "interim" ? removeConclusions(view) : view;
}

/** A view without its tests, their sentences, and tables of decisions. */
export function removeConclusions(view: View): View {
  return {
    ...view,
    checks: view.checks.filter(({ found }) => !testPattern.test(found)),
    sentences: [
      interimSentence,
      ...view.sentences.filter((sentence) => sentence !== interimSentence && !testPattern.test(sentence)),
    ],
    findings: [],
    tables: view.tables.filter(({ columns }) => !columns.includes(decisionColumn)).map(removeTestColumns),
  };
}

/** A table without the columns of tests; other tables are returned unchanged. */
export function removeTestColumns(table: ViewTable): ViewTable {
  const keptIndices = table.columns.flatMap((column, index) =>
    testColumns.has(column) || table.rows.some((row) => row[index]?.kind === "test") ? [] : [index],
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

/** The tests of a plan with their estimates, without conclusions. */
export function markAsNotTested(tests: readonly ConfirmatoryTest[]): ConfirmatoryTest[] {
  return tests.map((one) => ({
    ...one,
    p: null,
    reason: notTestedReason,
    isGated: false,
    adjusted: null,
    isSignificant: false,
    dependsOnMissing: false,
  }));
}
