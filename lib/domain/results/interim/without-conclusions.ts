import type { ConfirmatoryTest } from "../plan/confirmatory-family.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import type { View, ViewTable } from "../views/view.ts";

// Results without conclusions, for data that are not locked: estimates and intervals. A conclusion that could be drawn
// at any time has a higher error rate than the level of its test (Armitage, McPherson and Rowe 1969).

/** Columns that repeat the decision of a test in other words. */
const columnsOfTests = new Set(["Decided by", "Detectable", "Decision"]);

/** Tables that consist of decisions. */
const decidedColumn = "Letters";

/** Texts with a p value or about decisions. */
const ofTests = /\bp[\s\u00a0][=<]|corrected|concluded|significan/;

const notTested = "Interim: not tested before the data are locked.";

/** A view as it may be shown under a status: of interim data only estimates and intervals. */
export function viewForStatus(view: View, status: ResultStatus | null): View {
  return status?.kind === "interim" ? withoutConclusions(view) : view;
}

/** A view without its tests, their sentences, and tables of decisions. */
export function withoutConclusions(view: View): View {
  return {
    ...view,
    checks: view.checks.filter(({ found }) => !ofTests.test(found)),
    sentences: [
      "Interim: the data are not locked, so there are estimates and intervals, and nothing is tested.",
      ...view.sentences.filter((sentence) => !ofTests.test(sentence)),
    ],
    findings: [],
    tables: view.tables.filter(({ columns }) => !columns.includes(decidedColumn)).map(withoutTests),
  };
}

/** A table without columns of tests; the others are the same. */
export function withoutTests(table: ViewTable): ViewTable {
  const kept = table.columns.flatMap((column, index) =>
    columnsOfTests.has(column) || table.rows.some((row) => row[index]?.kind === "test") ? [] : [index],
  );
  if (kept.length === table.columns.length) return table;
  const only = <Value>(all: readonly Value[]) => kept.map((index) => all[index]!);
  return {
    ...table,
    caption: `${table.caption}; interim, not tested before the data are locked`,
    columns: only(table.columns),
    rows: table.rows.map(only),
  };
}

/** The tests of a plan with their estimates, without conclusions. */
export function notTestedYet(tests: readonly ConfirmatoryTest[]): ConfirmatoryTest[] {
  return tests.map((one) => ({
    ...one,
    p: null,
    reason: notTested,
    isGated: false,
    adjusted: null,
    isSignificant: false,
    dependsOnMissing: false,
  }));
}
