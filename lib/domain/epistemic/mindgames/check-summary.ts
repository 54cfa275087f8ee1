import type { CheckedRow } from "./check-row.ts";
import { type Setup, setups } from "./problem.ts";

/** For each error, the number of rows of a file that have it. A row can have several errors. */
export interface CheckSummary {
  rows: number;
  withProblems: number;
  malformed: number;
  unreadableFormula: number;
  unreadableText: number;
  /** Text and formula state different problems. */
  differing: number;
  /** The text's announcements leave no possible state. */
  contradictory: number;
  labelNotByFormula: number;
  labelNotByText: number;
}

export function createEmptySummary(): CheckSummary {
  return {
    rows: 0,
    withProblems: 0,
    malformed: 0,
    unreadableFormula: 0,
    unreadableText: 0,
    differing: 0,
    contradictory: 0,
    labelNotByFormula: 0,
    labelNotByText: 0,
  };
}

/** Adds one row to a summary, so that a file of any size needs only one summary. */
export function addToSummary(summary: CheckSummary, { storedLabel, check }: CheckedRow): void {
  summary.rows += 1;
  if (check.problems.length > 0) summary.withProblems += 1;
  if (storedLabel === null) {
    summary.malformed += 1;
    return;
  }
  if (check.label_by_formula === null) summary.unreadableFormula += 1;
  else if (check.label_by_formula !== storedLabel) summary.labelNotByFormula += 1;
  if (check.label_by_text === null) summary.unreadableText += 1;
  else if (check.label_by_text !== storedLabel) summary.labelNotByText += 1;
  if (check.text_matches_formula === false) summary.differing += 1;
  if (check.text_contradictory === true) summary.contradictory += 1;
}

/** A summary of all rows, and a summary for each setup that occurs, in the order of the setups. */
export class SetupSummaries {
  readonly all = createEmptySummary();
  private readonly own = new Map<Setup, CheckSummary>();

  /** Counts a row; a malformed row has no setup. */
  add(setup: Setup | null, checked: CheckedRow): void {
    addToSummary(this.all, checked);
    if (setup === null) return;
    const summary = this.own.get(setup) ?? createEmptySummary();
    this.own.set(setup, summary);
    addToSummary(summary, checked);
  }

  bySetup(): { setup: Setup; check: CheckSummary }[] {
    return setups.flatMap((setup) => {
      const check = this.own.get(setup);
      return check ? [{ setup, check }] : [];
    });
  }
}
