import type { View, ViewTable } from "../views/view.ts";
import { type AnalysisPlan, isWholeOutcome, type PlannedTestKind, plannedRole } from "./analysis-plan.ts";
import { type ResultStatus, statusOfRole, unplannedStatus } from "./result-status.ts";

/** The status of the plan's tests, for a view that contains such tests among others. */
export interface StatusOfPlan {
  ofPlan: ResultStatus;
}

/**
 * The status of a test, in badges, tables, sentences and files: that of the plan only if the plan names the test and it
 * is corrected as planned.
 *
 * @param ofPlan the status of the plan's tests (`planStatus`)
 */
export function decideTestStatus(isPlanned: boolean, ofPlan: ResultStatus): ResultStatus {
  return isPlanned ? ofPlan : unplannedStatus(ofPlan);
}

/** The status of a view under a plan: of its plan's tests if it has such tests, otherwise of all its results. */
export function statusOfView({ tables }: Pick<View, "tables">, ofPlan: ResultStatus): ResultStatus | StatusOfPlan {
  const hasPlanned = tables.some(({ isPlanned = [] }) => isPlanned.includes(true));
  return hasPlanned ? { ofPlan } : decideTestStatus(false, ofPlan);
}

/** The status of the parts of a view that are not tests of the plan, such as figures. */
export function statusOfOthers<Status extends ResultStatus | null>(
  status: Status | StatusOfPlan,
): Status | ResultStatus {
  return status !== null && "ofPlan" in status ? decideTestStatus(false, status.ofPlan) : status;
}

/** The status of a table, or of each of its rows if it contains tests of the plan. */
export function statusOfTable(
  { isPlanned, isSecondary, rows }: Pick<ViewTable, "isPlanned" | "isSecondary" | "rows">,
  status: ResultStatus | StatusOfPlan | null,
): ResultStatus | ResultStatus[] | null {
  if (status === null) return null;
  const isOfPlan = !("ofPlan" in status);
  if (isOfPlan ? isSecondary === undefined : isPlanned === undefined) return statusOfOthers(status);
  const ofPlan = isOfPlan ? status : status.ofPlan;
  return rows.map((_, row) =>
    decideTestStatus(
      isOfPlan || (isPlanned?.[row] ?? false),
      statusOfRole(ofPlan, isSecondary?.[row] ? "secondary" : "primary"),
    ),
  );
}

/**
 * The kinds of tests of each view, in the terms of the analysis plan: empty if no plan can name them, missing if the
 * view has no tests.
 */
const testKindsByView: Readonly<Record<string, readonly PlannedTestKind[]>> = {
  models: ["model-against-model", "model-against-chance"],
  clusters: ["model-against-people", "levels", "word-orders", "story-effect"],
  attributes: ["groups-of-people"],
  dif: [],
  rasch: [],
  mixed: [],
  times: [],
  levels: ["levels"],
  "tom-factual": ["tom-factual"],
  factors: ["word-orders", "story-effect"],
  prompts: ["prompt-effect"],
  families: [],
  "open-ended": [],
  interactions: [],
};

/** Whether a view tests anything. */
export function hasTests(view: string): boolean {
  return testKindsByView[view] !== undefined;
}

/** What a page states about the tests of a view. */
export interface ViewTestStatus {
  /** The different statuses of the tests, those of the plan first; empty for a view without tests. */
  statuses: readonly ResultStatus[];
  /**
   * Whether the plan names such tests but the view shows none of them, because it corrects its tests by themselves or
   * uses other answers.
   */
  isElsewhere: boolean;
}

/**
 * What a page states about the tests of a view, or of some of its tables. Interim data are not tested.
 *
 * @param kinds the kinds of the tests in these tables; all kinds of the view by default
 * @param attribute the attribute whose levels are tested; empty for order and level
 */
export function describeTestStatus(
  { id, tables }: Pick<View, "id" | "tables">,
  plan: AnalysisPlan | null,
  status: ResultStatus | StatusOfPlan,
  {
    kinds = testKindsByView[id] ?? [],
    attribute = "",
  }: { kinds?: readonly PlannedTestKind[]; attribute?: string } = {},
): ViewTestStatus {
  if (!hasTests(id)) return { statuses: [], isElsewhere: false };
  const others = statusOfOthers(status);
  if (others.kind === "interim") return { statuses: [others], isElsewhere: false };
  const testTables = tables.filter(({ rows }) => rows.some((row) => row.some((cell) => cell.kind === "test")));
  const statuses = testTables.flatMap((table) => statusOfTable(table, status) ?? []);
  const distinctStatuses = new Map((statuses.length > 0 ? statuses : [others]).map((one) => [one.kind, one]));
  const isNamed =
    plan !== null && isWholeOutcome(plan.outcome) && kinds.some((kind) => plannedRole(plan, kind, attribute) !== null);
  return {
    statuses: [...distinctStatuses.values()].sort((one) => (one.kind === others.kind ? 1 : -1)),
    isElsewhere: isNamed && !tables.some(({ isPlanned = [] }) => isPlanned.includes(true)),
  };
}
