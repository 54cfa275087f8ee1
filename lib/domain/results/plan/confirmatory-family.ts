import { formatNumberOf, formatStatistic } from "../../format/figures.ts";
import { minStoriesForEquivalence } from "../../statistics/clustered/equivalence-error-rates.ts";
import { adjustFamily } from "../../statistics/referee/family.ts";
import { finish, type Steps } from "../../steps.ts";
import { decideEquivalence, type MarginDecision } from "../comparison/decide-equivalence.ts";
import {
  finalStage,
  levelOfKind,
  type SequentialStage,
  type TestLevels,
  testLevels,
} from "../interim/interim-analyses.ts";
import { layCellsInSteps, type ResultCell } from "../model/cells.ts";
import type { StudyResults } from "../model/study-results.ts";
import { prepareCellMaterial } from "../views/cell-material.ts";
import { estimate, restingOnTest, test, textCell, type View, type ViewTable } from "../views/view.ts";
import { type AnalysisPlan, isWholeTest, type PlannedRole, type PlannedTestKind } from "./analysis-plan.ts";
import type { StoredPlan } from "./plan-record.ts";
import { planWords } from "./plan-words.ts";
import { plannedSeries } from "./planned-comparisons.ts";
import { formatOutcome, withOutcome } from "./planned-outcome.ts";
import { plannedTestRows } from "./planned-test-rows.ts";
import type { FoundTest } from "./view-test-rows.ts";

/** One planned test. */
export interface ConfirmatoryTest extends FoundTest {
  kind: PlannedTestKind;
  role: PlannedRole;
  /** Whether it is about a subset of the items, so that the page's comparisons do not include it. */
  isPart: boolean;
  /** Whether it is secondary and not tested, because a primary test is not significant. */
  isGated: boolean;
  /** p after the correction of the plan over all tests of the same role. */
  adjusted: number | null;
  isSignificant: boolean;
  /** Whether it is significant only as long as missing answers do not favour the other side. */
  dependsOnMissing: boolean;
  /** What a test against the margin decides; absent for other tests, and if it cannot be computed. */
  decision?: MarginDecision;
  /** The nominal level of the test in a group sequential design; absent for tests that are corrected by `method`. */
  level?: number;
}

/** The result of a test, before roles and correction. */
export type UncorrectedTest = FoundTest &
  Pick<ConfirmatoryTest, "kind"> &
  Partial<Pick<ConfirmatoryTest, "role" | "isPart">>;

/**
 * Runs all tests of a plan's family on all cells of a study, corrected together by the plan's method. Filters do not
 * change the number of tests, and all tests use the plan's outcome. Tests of groups of people need the stored analysis
 * of single answers, which uses correct answers. If that analysis is missing (null), or if the outcome is the share of
 * one answer, these tests have a reason instead of a result.
 *
 * @param stage the position in a group sequential design; null if no interim analysis was carried out
 */
export function confirmatoryFamily(
  given: StudyResults,
  plan: AnalysisPlan,
  groups: View | null,
  stage: SequentialStage | null = null,
): ConfirmatoryTest[] {
  return finish(confirmatoryFamilyInSteps(given, plan, groups, stage));
}

/** `confirmatoryFamily` as a generator, so that a server can handle other requests while it tests dozens of models. */
export function* confirmatoryFamilyInSteps(
  given: StudyResults,
  plan: AnalysisPlan,
  groups: View | null,
  stage: SequentialStage | null = null,
): Steps<ConfirmatoryTest[]> {
  const results = withOutcome(given, plan.outcome);
  const cells = yield* layCellsInSteps(results, plan.ties, plan.unparsed);
  return yield* testCells(results, cells, plan, groups, stage);
}

/** The tests of a plan on cells that were built by its rules. */
export function* testCells(
  results: StudyResults,
  cells: readonly ResultCell[],
  plan: AnalysisPlan,
  groups: View | null,
  stage: SequentialStage | null,
): Steps<ConfirmatoryTest[]> {
  const series = plannedSeries(results.series, plan);
  const rules = { ties: plan.ties, unparsed: plan.unparsed, withMismatches: plan.exclusions.mismatched };
  const material = prepareCellMaterial({ ...results, series }, new Map(), null, rules, cells);
  const foundTests: UncorrectedTest[] = [];
  for (const planned of plan.family.tests) {
    yield;
    const isPart = !isWholeTest(planned);
    for (const one of yield* plannedTestRows(planned, { material, plan, groups }))
      foundTests.push({ ...one, kind: planned.kind, role: planned.role, isPart });
  }
  return correctFamily(foundTests, plan, stage);
}

/** The tests before the amendment, if the plan's results were amended after data existed; otherwise empty. */
export function* familyBeforeAmendment(
  { former, looks }: Pick<StoredPlan, "former" | "looks">,
  groups: View | null,
): Steps<ConfirmatoryTest[]> {
  return former ? yield* confirmatoryFamilyInSteps(former.results, former.plan, groups, finalStage(looks)) : [];
}

/** The table of the tests before the amendment, shown next to the amended ones. */
export function tableBeforeAmendment(tests: readonly ConfirmatoryTest[], plan: AnalysisPlan): ViewTable {
  const table = confirmatoryTable(tests, plan);
  return { ...table, name: "confirmatory-before", caption: `Before the amendment. ${table.caption}` };
}

/**
 * Applies the plan's correction to a family: to the primary tests together, and to the secondary tests together. Serial
 * gatekeeping (Westfall and Krishen 2001): secondary tests keep the level of the family only if every primary test is
 * significant. Otherwise, and before the final analysis, they are not tested. In a group sequential design, every
 * primary test has its own nominal level instead.
 */
export function correctFamily(
  found: readonly UncorrectedTest[],
  { family }: Pick<AnalysisPlan, "family">,
  stage: SequentialStage | null = null,
): ConfirmatoryTest[] {
  const roleOf = ({ role = "primary" }: UncorrectedTest) => role;
  const levels = stage && testLevels(stage, family.alpha, found.filter((one) => roleOf(one) === "primary").length);
  const correctTestsOfRole = (role: ConfirmatoryTest["role"]) => {
    const indices = found.flatMap((one, foundIndex) => (roleOf(one) === role ? [foundIndex] : []));
    const pvalues = indices.map((foundIndex) => found[foundIndex]!.p);
    const correctTest = (p: readonly (number | null)[], index: number) => {
      if (levels && role === "primary")
        return decideAtLevel({ kind: found[indices[index]!]!.kind, p: p[index]! }, levels);
      const corrected = adjustFamily(p, family.method, family.alpha);
      return { adjusted: corrected.adjusted[index] ?? null, isSignificant: corrected.significant[index] ?? false };
    };
    type Correction = Pick<ConfirmatoryTest, "adjusted" | "isSignificant" | "dependsOnMissing" | "decision" | "level">;
    return new Map<number, Correction>(
      indices.map((foundIndex, index) => {
        const result = correctTest(pvalues, index);
        const { worst, clusters, isIncomplete = false } = found[foundIndex]!;
        const dependsOnMissing =
          result.isSignificant &&
          worst !== undefined &&
          !correctTest(pvalues.with(index, worst.p), index).isSignificant;
        const isSignificant = result.isSignificant && !dependsOnMissing;
        if (!clusters || pvalues[index] === null) return [foundIndex, { ...result, isSignificant, dependsOnMissing }];
        const decision = decideEquivalence({ isSignificant, isIncomplete, clusters: clusters.count });
        return [foundIndex, { ...result, isSignificant: decision === "shown", dependsOnMissing, decision }];
      }),
    );
  };
  const primary = correctTestsOfRole("primary");
  const isGateOpen = [...primary.values()].every(({ isSignificant }) => isSignificant);
  const secondary = correctTestsOfRole("secondary");
  return found.map((one, index) => {
    const role = roleOf(one);
    const isBeforeEnd = stage !== null && !stage.isFinal;
    const isGated = role === "secondary" && (isBeforeEnd || !isGateOpen);
    const correction = (role === "primary" ? primary : secondary).get(index)!;
    return {
      ...one,
      role,
      isPart: one.isPart ?? false,
      isGated,
      ...(isGated
        ? {
            p: null,
            reason: isBeforeEnd ? notTestedAtInterimAnalysis : notTestedByGate,
            adjusted: null,
            isSignificant: false,
            dependsOnMissing: false,
          }
        : correction),
    };
  });
}

function decideAtLevel({ kind, p }: Pick<UncorrectedTest, "kind" | "p">, levels: TestLevels) {
  const level = levelOfKind(levels, kind);
  return { adjusted: null, isSignificant: p !== null && p <= level, level };
}

const notTestedAtInterimAnalysis = "not tested at an interim analysis";
const notTestedByGate = "not tested (primary outcome not significant)";

/** The family as a table of a page or a file. */
export function confirmatoryTable(tests: readonly ConfirmatoryTest[], { family, outcome }: AnalysisPlan): ViewTable {
  const isWhole = outcome.measure === "accuracy" && outcome.items === undefined;
  const hasRoles = tests.some(({ role }) => role === "secondary");
  const hasEstimates = tests.some((one) => one.estimate);
  const secondary = tests.filter(({ role }) => role === "secondary").length;
  const levels = [...new Set(tests.flatMap(({ level }) => level ?? []))].map(formatStatistic);
  const correctionText =
    levels.length > 0
      ? `; each primary test at its nominal level in a group sequential design: ${levels.join(" (two-sided) or ")}${levels.length > 1 ? " (one-sided)" : ""}`
      : hasRoles
        ? `: ${formatNumberOf(tests.length - secondary, "primary test")} corrected together by ${family.method} at alpha ${family.alpha}, then ${formatNumberOf(secondary, "secondary test")} in the same way if all primary ones are significant`
        : `, corrected together by ${family.method} at alpha ${family.alpha}`;
  return {
    name: "confirmatory",
    caption: `The ${tests.length} tests of the analysis plan${isWhole ? "" : `, of ${formatOutcome(outcome)}`}${correctionText}`,
    ...(hasRoles ? { isSecondary: tests.map(({ role }) => role === "secondary") } : {}),
    columns: ["Kind", "Test", ...(hasEstimates ? ["Difference"] : []), "p", "Decision"],
    rows: tests.map((one) => [
      textCell(`${planWords.test[one.kind]}${hasRoles ? ` (${one.role})` : ""}`),
      textCell(one.says),
      ...(hasEstimates ? [estimateOf(one)] : []),
      test(one.p, one.n, one.reason, one.adjusted),
      restingOnTest(textCell(formatDecision(one))),
    ]),
  };
}

function estimateOf({ estimate: found, n }: ConfirmatoryTest) {
  const noDifference = { value: null, low: null, high: null, reason: "This test has no difference in points." };
  return estimate({ ...(found ?? noDifference), n }, "points");
}

function formatDecision(test: ConfirmatoryTest): string {
  const { p, reason, isSignificant, isIncomplete, isGated, dependsOnMissing, worst, decision, clusters, level } = test;
  if (isGated) return reason ?? notTestedByGate;
  if (p === null) return "not tested";
  if (dependsOnMissing)
    return `no conclusion: depends on ${formatNumberOf(worst?.missing ?? 0, "missing and unparsed answer")}`;
  if (decision === "few stories")
    return `no conclusion: fewer than ${minStoriesForEquivalence} ${clusters?.many ?? "stories"}`;
  if (isSignificant) return level === undefined ? "significant" : `significant at ${formatStatistic(level)}`;
  return isIncomplete ? "no conclusion: more than 5% of the model’s answers are missing" : "not significant";
}
