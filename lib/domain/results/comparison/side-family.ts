import type { AdjustmentMethod } from "../../statistics/basics/adjust-p-values.ts";
import { type JudgedFamily, judgeFamily } from "../../statistics/referee/family.ts";
import { levelOfKind, type TestLevels } from "../interim/interim-analyses.ts";
import type { PlannedTestKind } from "../plan/analysis-plan.ts";
import { exploratory, type ResultStatus } from "../plan/result-status.ts";
import type { Comparator, SideTest } from "./side-test.ts";

/** The level and the correction of a study that states none. */
export const defaultFamily = { alpha: 0.05, method: "holm" } as const;

/** The planned tests and their comparator. Tests of people and models are corrected together with all of them. */
export interface PlannedSides {
  comparator: Comparator;
  /** The status of the plan's tests; tests of the other comparator are exploratory. */
  status: ResultStatus;
  /** The kinds of primary tests that the plan names on all its items. */
  names: readonly PlannedTestKind[];
  /** The nominal levels of single tests in a group sequential design; null or omitted without one. */
  levels?: TestLevels | null;
  tests: readonly {
    kind: PlannedTestKind;
    p: number | null;
    /** Secondary tests are a separate family (`gatekeeping`). */
    role?: "primary" | "secondary";
    /** Whether the test is about a subset of the items, so that these comparisons do not repeat it. */
    isPart?: boolean;
  }[];
}

export interface SideFamilyOptions {
  family?: { alpha: number; method: AdjustmentMethod };
  planned?: PlannedSides | null;
  /** The status of tests that are not part of the plan; exploratory by default. */
  unplanned?: ResultStatus;
}

/** How the tests of one comparator over all models are corrected. */
export interface SideFamily {
  /** Tests that are corrected together. */
  size: number;
  /** Whether the corrected tests include other tests of a plan. */
  isOfPlan: boolean;
  differences: JudgedFamily & {
    /** Whether a difference is significant only as long as missing answers do not favour the other side. */
    dependsOnMissing: boolean[];
  };
  equivalences: SideTest["equivalence"][];
}

/**
 * Corrects the tests of one comparator over the models: differences, equivalence and non-inferiority, each kind over
 * the models, or, if the plan contains tests of that kind for this comparator, over all tests of the plan.
 * @param models number of models that share cells with people, or that are part of the plan
 * @param others p-values of the other comparator's equivalence tests, corrected together with these unless they are
 *   planned
 */
export function judgeSides(
  comparator: Comparator,
  tests: readonly SideTest[],
  { family: { method, alpha } = defaultFamily, planned = null }: SideFamilyOptions,
  models: number,
  others: readonly (number | null)[] = [],
): SideFamily {
  const levels = planned?.comparator === comparator ? (planned.levels ?? null) : null;
  const judge = (p: readonly (number | null)[], kind: PlannedTestKind) => {
    if (levels && planned?.names.includes(kind)) return judgeAtLevel(p, levelOfKind(levels, kind));
    const otherPValues = otherTestsOfFamily(planned, comparator, kind);
    return judgeFamily([...p, ...otherPValues], method, alpha, Math.max(models, countPresent(p)) + otherPValues.length);
  };
  const isPlanned = planned?.comparator === comparator && planned.names.includes("equivalence");
  const otherEquivalences = isPlanned ? [] : others;
  const equivalence = tests.map((test) => test.equivalence);
  const both = judge([...equivalence.map((test) => test?.pvalue ?? null), ...otherEquivalences], "equivalence");
  const lower = judge(
    equivalence.map((test) => test?.pLower ?? null),
    "non-inferiority",
  );
  const pvalues = tests.map(({ pvalue }) => pvalue);
  const differences = judge(pvalues, "model-against-people");
  const dependsOnMissing = tests.map(({ worst }, index) => {
    if (worst === null || !differences.significant[index]) return false;
    return !judge(pvalues.with(index, worst), "model-against-people").significant[index];
  });
  return {
    ...sideFamilySize(planned, comparator, models),
    differences: {
      ...differences,
      significant: differences.significant.map((is, index) => is && !dependsOnMissing[index]),
      dependsOnMissing,
    },
    equivalences: equivalence.map(
      (test, index) =>
        test && {
          ...test,
          adjusted: both.adjusted[index]!,
          adjustedLower: lower.adjusted[index]!,
          equivalent: test.equivalent === null ? null : both.significant[index]!,
          nonInferior: test.nonInferior === null ? null : lower.significant[index]!,
        },
    ),
  };
}

function countPresent(p: readonly (number | null)[]): number {
  return p.filter((one) => one !== null).length;
}

function judgeAtLevel(p: readonly (number | null)[], level: number): JudgedFamily {
  return { adjusted: p.map(() => null), significant: p.map((one) => one !== null && one <= level), level };
}

/** Number of tests in the correction of the differences from one comparator, and whether they are planned. */
export function sideFamilySize(
  planned: PlannedSides | null | undefined,
  comparator: Comparator,
  models: number,
): Pick<SideFamily, "size" | "isOfPlan"> {
  const otherTests = otherTestsOfFamily(planned ?? null, comparator, "model-against-people").length;
  return { size: models + otherTests, isOfPlan: otherTests > 0 };
}

/** The status of the tests of one comparator: that of the plan, if the plan contains tests of that kind for it. */
export function sideStatus(
  { planned, unplanned = exploratory }: Pick<SideFamilyOptions, "planned" | "unplanned">,
  comparator: Comparator,
  kind: PlannedTestKind,
): ResultStatus {
  return planned?.comparator === comparator && planned.names.includes(kind) ? planned.status : unplanned;
}

/** The other tests that a plan corrects together with one kind of its own. */
export function otherTestsOfFamily(
  planned: PlannedSides | null,
  comparator: Comparator,
  kind: PlannedTestKind,
): (number | null)[] {
  const isOwn = (test: PlannedSides["tests"][number]) => test.kind === kind && !test.isPart;
  if (!planned || planned.comparator !== comparator || !planned.tests.some(isOwn)) return [];
  return planned.tests.filter((test) => !isOwn(test)).map(({ p }) => p);
}
