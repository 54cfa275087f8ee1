import type { AdjustmentMethod } from "../../statistics/basics/adjust-p-values.ts";
import { type AdjustedFamily, adjustFamily } from "../../statistics/referee/family.ts";
import { levelOfKind, type TestLevels } from "../interim/interim-analyses.ts";
import type { PlannedRole, PlannedTestKind } from "../plan/analysis-plan.ts";
import { exploratory, type ResultStatus, statusOfRole } from "../plan/result-status.ts";
import { decideEquivalence } from "./decide-equivalence.ts";
import type { Comparator, SideTest } from "./side-test.ts";

/** The level and the correction of a study that states none. */
export const defaultFamily = { alpha: 0.05, method: "holm" } as const;

/**
 * The planned tests and their comparator. Comparisons of people with models are corrected together with all planned
 * tests.
 */
export interface PlannedSides {
  comparator: Comparator;
  /** The status of the plan's tests; tests of the other comparator are exploratory. */
  status: ResultStatus;
  /** The roles of the tests that the plan names on all its items; null for kinds that it does not name. */
  roles: Record<SideTestKind, PlannedRole | null>;
  /** The nominal levels of single primary tests in a group sequential design; null or omitted without one. */
  levels?: TestLevels | null;
  tests: readonly {
    kind: PlannedTestKind;
    p: number | null;
    /** Secondary tests are a separate family (`correctFamily`). */
    role?: PlannedRole;
    /** Whether a secondary test is not tested, for this reason. */
    isGated?: boolean;
    reason?: string | null;
    /** Whether the test is about a subset of the items; these comparisons then do not contain it. */
    isPart?: boolean;
  }[];
}

export interface SideFamilyOptions {
  family?: { alpha: number; method: AdjustmentMethod };
  planned?: PlannedSides | null;
  /** The status of tests that are not part of the plan; exploratory by default. */
  unplanned?: ResultStatus;
}

/** The kinds of tests that compare a model with people. */
export const sideTestKinds = [
  "model-against-people",
  "equivalence",
  "non-inferiority",
] as const satisfies readonly PlannedTestKind[];
export type SideTestKind = (typeof sideTestKinds)[number];

/** The tests that are corrected together. */
export interface FamilySize {
  size: number;
  /** The role of the tests in a plan if they are corrected with other tests of the plan; otherwise null. */
  ofPlan: PlannedRole | null;
  /** Why secondary tests are not tested: a primary test is not significant, or not decided yet. Otherwise null. */
  notTested: string | null;
}

/** How the tests of one comparator over all models are corrected. */
export interface SideFamily {
  /** The family of each kind of tests. A kind that the plan does not name has its own family. */
  families: Record<SideTestKind, FamilySize>;
  differences: AdjustedFamily & {
    /** Whether a difference is significant only as long as missing answers do not favour the other side. */
    dependsOnMissing: boolean[];
  };
  equivalences: SideTest["equivalence"][];
}

/**
 * Corrects the tests of one comparator: differences, equivalence and non-inferiority. Each kind is corrected over the
 * models or, if the plan contains tests of that kind for this comparator, over all tests of the plan.
 *
 * @param models number of models that share cells with people, or that are part of the plan
 * @param others p-values of the other comparator's equivalence tests; corrected together with the equivalence tests of
 * this comparator unless these are planned
 */
export function correctSideTests(
  comparator: Comparator,
  tests: readonly SideTest[],
  { family: { method, alpha } = defaultFamily, planned = null }: SideFamilyOptions,
  models: number,
  others: readonly (number | null)[] = [],
): SideFamily {
  const otherEquivalences = plannedRoleOf(planned, comparator, "equivalence") ? [] : others;
  const sizeOf = (kind: SideTestKind) =>
    sideFamilySize(
      planned,
      comparator,
      kind === "equivalence" && otherEquivalences.length > 0 ? 2 * models : models,
      kind,
    );
  const correctTests = (p: readonly (number | null)[], kind: SideTestKind) => {
    const level = plannedLevel(planned, comparator, kind);
    if (level !== null) return decideAtLevel(p, level);
    const otherPValues = otherTestsOfFamily(planned, comparator, kind);
    return adjustFamily(
      [...p, ...otherPValues],
      method,
      alpha,
      Math.max(sizeOf(kind).size, countPresent(p) + otherPValues.length),
    );
  };
  const equivalence = tests.map((test) => test.equivalence);
  const correctedEquivalence = correctTests(
    [...equivalence.map((test) => test?.pvalue ?? null), ...otherEquivalences],
    "equivalence",
  );
  const correctWithWorstCases = (
    p: readonly (number | null)[],
    worstCases: readonly (number | null)[],
    kind: SideTestKind,
  ) => {
    const corrected = correctTests(p, kind);
    const dependsOnMissing = worstCases.map(
      (worst, index) =>
        worst !== null && corrected.significant[index]! && !correctTests(p.with(index, worst), kind).significant[index],
    );
    const significant = corrected.significant.map((is, index) => is && !dependsOnMissing[index]);
    return { ...corrected, significant, dependsOnMissing };
  };
  const nonInferiorities = correctWithWorstCases(
    equivalence.map((test) => test?.pLower ?? null),
    equivalence.map((test) => test?.worstLower ?? null),
    "non-inferiority",
  );
  const families = {
    "model-against-people": sizeOf("model-against-people"),
    equivalence: sizeOf("equivalence"),
    "non-inferiority": sizeOf("non-inferiority"),
  };
  const { notTested } = families.equivalence;
  const { notTested: lowerNotTested } = families["non-inferiority"];
  return {
    families,
    differences: correctWithWorstCases(
      tests.map(({ pvalue }) => pvalue),
      tests.map(({ worst }) => worst),
      "model-against-people",
    ),
    equivalences: equivalence.map((test, index) => {
      if (test === null) return null;
      const decide = (p: number | null, isSignificant: boolean) =>
        p === null ? null : decideEquivalence({ ...test, isSignificant });
      const decision = decide(test.pvalue, correctedEquivalence.significant[index]!);
      const lowerDecision = decide(test.pLower, nonInferiorities.significant[index]!);
      return {
        ...test,
        adjusted: correctedEquivalence.adjusted[index]!,
        adjustedLower: nonInferiorities.adjusted[index]!,
        decision,
        lowerDecision,
        equivalent: decision && decision === "shown",
        nonInferior: lowerDecision && lowerDecision === "shown",
        lowerDependsOnMissing: nonInferiorities.dependsOnMissing[index]!,
        ...(notTested && { pvalue: null, adjusted: null, decision: null, equivalent: null, patterns: null }),
        ...(lowerNotTested && {
          pLower: null,
          adjustedLower: null,
          worstLower: null,
          lowerDecision: null,
          nonInferior: null,
          lowerDependsOnMissing: false,
        }),
      };
    }),
  };
}

/** Corrects the tests of all models, separately for each comparator (see `correctSideTests`). */
export function correctBothSides(
  tests: readonly Record<Comparator, SideTest>[],
  options: SideFamilyOptions,
  familySize: number,
): Record<Comparator, SideFamily> {
  const familyOf = (comparator: Comparator, other: Comparator) =>
    correctSideTests(
      comparator,
      tests.map((test) => test[comparator]),
      options,
      familySize,
      tests.map((test) => test[other].equivalence?.pvalue ?? null),
    );
  return { majority: familyOf("majority", "person"), person: familyOf("person", "majority") };
}

function countPresent(p: readonly (number | null)[]): number {
  return p.filter((one) => one !== null).length;
}

function decideAtLevel(p: readonly (number | null)[], level: number): AdjustedFamily {
  return { adjusted: p.map(() => null), significant: p.map((one) => one !== null && one <= level), level };
}

/** The tests in the correction of one kind of tests of a comparator. */
export function sideFamilySize(
  planned: PlannedSides | null | undefined,
  comparator: Comparator,
  models: number,
  kind: SideTestKind = "model-against-people",
): FamilySize {
  const otherTests = otherTestsOfFamily(planned ?? null, comparator, kind).length;
  const role = plannedRoleOf(planned, comparator, kind);
  const gated =
    role === "secondary" ? planned?.tests.find((test) => test.isGated && isOwn(test, kind, role)) : undefined;
  return {
    size: models + otherTests,
    ofPlan: otherTests > 0 || role === "secondary" ? role : null,
    notTested: gated?.reason ?? null,
  };
}

/** The role of one kind of tests of a comparator in the plan; null if the plan does not name it. */
function plannedRoleOf(
  planned: PlannedSides | null | undefined,
  comparator: Comparator,
  kind: SideTestKind,
): PlannedRole | null {
  return planned?.comparator === comparator ? planned.roles[kind] : null;
}

/** The nominal level of a planned primary test in a group sequential design; null for other tests. */
export function plannedLevel(
  planned: PlannedSides | null | undefined,
  comparator: Comparator,
  kind: SideTestKind,
): number | null {
  return planned?.levels && plannedRoleOf(planned, comparator, kind) === "primary"
    ? levelOfKind(planned.levels, kind)
    : null;
}

function isOwn(test: PlannedSides["tests"][number], kind: SideTestKind, role: PlannedRole): boolean {
  return test.kind === kind && (test.role ?? "primary") === role && !test.isPart;
}

/**
 * The status of the tests of one comparator: by their role in the plan, if the plan contains tests of that kind for it.
 */
export function sideStatus(
  { planned, unplanned = exploratory }: Pick<SideFamilyOptions, "planned" | "unplanned">,
  comparator: Comparator,
  kind: SideTestKind,
): ResultStatus {
  const role = plannedRoleOf(planned, comparator, kind);
  return planned && role ? statusOfRole(planned.status, role) : unplanned;
}

/** The p-values of the other planned tests of the same role that are corrected together with one kind of tests. */
function otherTestsOfFamily(
  planned: PlannedSides | null,
  comparator: Comparator,
  kind: SideTestKind,
): (number | null)[] {
  const role = plannedRoleOf(planned, comparator, kind);
  if (!planned || !role || !planned.tests.some((test) => isOwn(test, kind, role))) return [];
  return planned.tests
    .filter((test) => (test.role ?? "primary") === role && !isOwn(test, kind, role))
    .map(({ p }) => p);
}
