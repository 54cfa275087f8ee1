import { countedByDefault } from "../../survey/counted-response.ts";
import { localisationFamily } from "../analysis/localisation-family.ts";
import { limitViewToStatus, markAsNotTested } from "../interim/without-conclusions.ts";
import type { ModelSeries } from "../model/study-results.ts";
import type { View } from "../views/view.ts";
import type { ConfirmatoryTest } from "./confirmatory-family.ts";
import type { StoredPlan } from "./plan-record.ts";
import type { ResultStatus } from "./result-status.ts";

/** What a page of error detection states about its tests: which were planned, and how many were not. */
export interface PlannedErrorTests {
  /** The planned tests about marked words, corrected together; empty for other plans, and if the tests are withheld. */
  tests: ConfirmatoryTest[];
  /** Why tests of the plan are not shown although it is about marked words; null otherwise. */
  withheld: string | null;
  /** Tests of the page that no plan fixed. */
  exploratory: number;
}

/**
 * Matches the tests of `errorView` with the plan of the study.
 *
 * @param withMismatches whether the view includes models' answers to texts that differ from people's
 * @param status the status of results that no plan names (`dataStatus`)
 * @param series the models' series; runs that the plan does not cover are marked
 */
export function matchErrorTests(
  view: View,
  stored: StoredPlan | null,
  withMismatches: boolean,
  status: ResultStatus,
  series: readonly ModelSeries[],
): PlannedErrorTests {
  const all = limitViewToStatus(view, status)
    .tables.flatMap(({ rows }) => rows.flat())
    .filter((cell) => cell.kind === "test" && cell.p !== null);
  const noTests = { tests: [], withheld: null, exploratory: all.length };
  if (stored?.plan.outcome.measure !== "localisation") return noTests;
  const { openStratum, surplus, excluded, mismatched } = stored.plan.exclusions;
  const defaultChoice = countedByDefault("");
  const isSame =
    openStratum === defaultChoice.openStratum &&
    surplus === defaultChoice.surplus &&
    excluded === defaultChoice.excluded &&
    mismatched === withMismatches;
  if (!isSame)
    return {
      ...noTests,
      withheld: "This page counts other answers than the analysis plan does. The analysis files contain its tests.",
    };
  const family = localisationFamily(view, stored.plan, series);
  const tests = status.kind === "interim" ? markAsNotTested(family) : family;
  return { tests, withheld: null, exploratory: all.length - tests.filter(({ p }) => p !== null).length };
}
