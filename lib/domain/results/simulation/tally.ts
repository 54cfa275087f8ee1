import * as z from "zod";
import type { Share } from "../model/share.ts";
import { type PlannedTestKind, plannedTestKinds } from "../plan/analysis-plan.ts";
import type { ConfirmatoryTest } from "../plan/confirmatory-family.ts";
import type { DrawnStudy } from "./draw-study.ts";
import { shareGroups } from "./share-groups.ts";
import type { PreparedSimulation } from "./simulated-study.ts";

const testTallySchema = z.strictObject({
  kind: z.enum(plannedTestKinds),
  says: z.string(),
  isSecondary: z.boolean(),
  /** The true difference; null if the test has none. */
  truth: z.number().nullable(),
  /** Whether the null hypothesis is true under the profile; null if that is not known. */
  isNull: z.boolean().nullable(),
  /** Studies in which the test could be computed, and in which it was significant at any analysis. */
  tested: z.number(),
  rejected: z.number(),
  /** Studies with an estimate; sums of its error and of the square of the error. */
  estimated: z.number(),
  errorSum: z.number(),
  errorSquares: z.number(),
  /** Number of studies with an interval, number of intervals that contain the true value, and the sum of the widths. */
  intervals: z.number(),
  covered: z.number(),
  widthSum: z.number(),
});
export type TestTally = z.infer<typeof testTallySchema>;

const shareTallySchema = z.strictObject({
  name: z.string(),
  truth: z.number(),
  intervals: z.number(),
  covered: z.number(),
  widthSum: z.number(),
});

/** Sums over simulated studies. Tallies of different studies can be added. */
export const planTallySchema = z.strictObject({
  studies: z.number(),
  /** Studies in which a test with a true null hypothesis was significant. */
  falseRejections: z.number(),
  answers: z.number(),
  left: z.number(),
  comparator: z.enum(["majority", "person"]),
  tests: z.array(testTallySchema),
  /** Shares of correct answers of people. */
  shares: z.array(shareTallySchema),
});
export type PlanTally = z.infer<typeof planTallySchema>;

/** A planned test with its true difference under a profile. */
export type TrueTest = Pick<TestTally, "kind" | "says" | "isSecondary" | "truth">;

/** Differences below this value count as no difference. */
const minDifference = 0.001;

export function emptyTally(prepared: PreparedSimulation, truth: readonly TrueTest[]): PlanTally {
  const { comparator, design } = prepared;
  const { margin } = design.plan;
  return {
    studies: 0,
    falseRejections: 0,
    answers: 0,
    left: 0,
    comparator,
    tests: truth.map((test) => ({
      ...test,
      isNull: isNullTrue(test.kind, test.truth, margin),
      tested: 0,
      rejected: 0,
      estimated: 0,
      errorSum: 0,
      errorSquares: 0,
      intervals: 0,
      covered: 0,
      widthSum: 0,
    })),
    shares: shareGroups(prepared).map(({ name, truth: share }) => ({
      name,
      truth: share,
      intervals: 0,
      covered: 0,
      widthSum: 0,
    })),
  };
}

/** Differences are people minus model: a model is worse by more than the margin if the difference is above it. */
function isNullTrue(kind: PlannedTestKind, truth: number | null, margin: number | null): boolean | null {
  if (truth === null) return null;
  if (kind === "equivalence") return margin === null ? null : Math.abs(truth) >= margin - minDifference;
  if (kind === "non-inferiority") return margin === null ? null : truth >= margin - minDifference;
  return Math.abs(truth) < minDifference;
}

/** Adds one simulated study: its tests at each analysis, the final one last. */
export function addStudy(
  tally: PlanTally,
  { analyses, shares }: { analyses: readonly ConfirmatoryTest[][]; shares: readonly Pick<Share, "low" | "high">[] },
  drawn: DrawnStudy,
): void {
  const final = analyses.at(-1) ?? [];
  // The rows of a family can differ between studies, such as when no one answered at a level.
  const indexByName = indexTests(final);
  const isRejected = (says: string) =>
    analyses.some((tests) => tests[indexTests(tests).get(says) ?? -1]?.isSignificant);
  let hasFalseRejection = false;
  for (const [name, own] of entriesOfTally(tally)) {
    const finalTest = final[indexByName.get(name) ?? -1];
    if (!finalTest) continue;
    const rejected = isRejected(name);
    if (finalTest.p !== null || rejected || finalTest.isGated) own.tested += 1;
    if (rejected) own.rejected += 1;
    if (rejected && own.isNull) hasFalseRejection = true;
    const { value = null, low = null, high = null } = finalTest.estimate ?? {};
    if (own.truth === null || value === null) continue;
    own.estimated += 1;
    own.errorSum += value - own.truth;
    own.errorSquares += (value - own.truth) ** 2;
    if (low === null || high === null) continue;
    own.intervals += 1;
    own.covered += Number(low <= own.truth && own.truth <= high);
    own.widthSum += high - low;
  }
  for (const [index, { low, high }] of shares.entries()) {
    const shareTally = tally.shares[index];
    if (!shareTally || low === null || high === null) continue;
    shareTally.intervals += 1;
    shareTally.covered += Number(low <= shareTally.truth && shareTally.truth <= high);
    shareTally.widthSum += high - low;
  }
  tally.studies += 1;
  tally.falseRejections += Number(hasFalseRejection);
  tally.left += drawn.left;
  tally.answers += drawn.slots.reduce(
    (sum, group) => sum + group.reduce((groupSum, slot) => groupSum + slot.length, 0),
    0,
  );
}

/** The sum of two tallies of the same plan. */
export function addTallies(one: PlanTally, other: PlanTally): PlanTally {
  const indexByName = new Map(entriesOfTally(other));
  return {
    ...one,
    studies: one.studies + other.studies,
    falseRejections: one.falseRejections + other.falseRejections,
    answers: one.answers + other.answers,
    left: one.left + other.left,
    tests: entriesOfTally(one).map(([name, testTally]) => {
      const otherTally = indexByName.get(name);
      if (!otherTally) return testTally;
      return {
        ...testTally,
        tested: testTally.tested + otherTally.tested,
        rejected: testTally.rejected + otherTally.rejected,
        estimated: testTally.estimated + otherTally.estimated,
        errorSum: testTally.errorSum + otherTally.errorSum,
        errorSquares: testTally.errorSquares + otherTally.errorSquares,
        intervals: testTally.intervals + otherTally.intervals,
        covered: testTally.covered + otherTally.covered,
        widthSum: testTally.widthSum + otherTally.widthSum,
      };
    }),
    shares: one.shares.map((ownShare, index) => {
      const otherShare = other.shares[index]!;
      return {
        ...ownShare,
        intervals: ownShare.intervals + otherShare.intervals,
        covered: ownShare.covered + otherShare.covered,
        widthSum: ownShare.widthSum + otherShare.widthSum,
      };
    }),
  };
}

/** The index of each test by its kind and label; repeated names are numbered. */
function indexTests(tests: readonly { kind: string; says: string }[]): Map<string, number> {
  const indices = new Map<string, number>();
  for (const [place, { kind, says }] of tests.entries()) {
    let name = `${kind}/${says}`;
    for (let again = 2; indices.has(name); again += 1) name = `${kind}/${says}/${again}`;
    indices.set(name, place);
  }
  return indices;
}

function entriesOfTally(tally: PlanTally): [string, TestTally][] {
  return [...indexTests(tally.tests)].map(([name, index]) => [name, tally.tests[index]!]);
}
