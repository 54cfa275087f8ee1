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
const none = 0.001;

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
  if (kind === "equivalence") return margin === null ? null : Math.abs(truth) >= margin - none;
  if (kind === "non-inferiority") return margin === null ? null : truth >= margin - none;
  return Math.abs(truth) < none;
}

/** Adds one simulated study: its tests at each analysis, the final one last. */
export function addStudy(
  tally: PlanTally,
  { analyses, shares }: { analyses: readonly ConfirmatoryTest[][]; shares: readonly Pick<Share, "low" | "high">[] },
  drawn: DrawnStudy,
): void {
  const final = analyses.at(-1) ?? [];
  // The rows of a family can differ between studies, such as when no one answered at a level.
  const places = placesOf(final);
  const isRejected = (says: string) => analyses.some((tests) => tests[placesOf(tests).get(says) ?? -1]?.isSignificant);
  let hasFalse = false;
  for (const [name, own] of entriesOfTally(tally)) {
    const found = final[places.get(name) ?? -1];
    if (!found) continue;
    const rejected = isRejected(name);
    if (found.p !== null || rejected || found.isGated) own.tested += 1;
    if (rejected) own.rejected += 1;
    if (rejected && own.isNull) hasFalse = true;
    const { value = null, low = null, high = null } = found.estimate ?? {};
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
    const own = tally.shares[index];
    if (!own || low === null || high === null) continue;
    own.intervals += 1;
    own.covered += Number(low <= own.truth && own.truth <= high);
    own.widthSum += high - low;
  }
  tally.studies += 1;
  tally.falseRejections += Number(hasFalse);
  tally.left += drawn.left;
  tally.answers += drawn.slots.reduce((sum, group) => sum + group.reduce((own, slot) => own + slot.length, 0), 0);
}

/** The sum of two tallies of the same plan. */
export function addTallies(one: PlanTally, other: PlanTally): PlanTally {
  const places = new Map(entriesOfTally(other));
  return {
    ...one,
    studies: one.studies + other.studies,
    falseRejections: one.falseRejections + other.falseRejections,
    answers: one.answers + other.answers,
    left: one.left + other.left,
    tests: entriesOfTally(one).map(([name, own]) => {
      const more = places.get(name);
      if (!more) return own;
      return {
        ...own,
        tested: own.tested + more.tested,
        rejected: own.rejected + more.rejected,
        estimated: own.estimated + more.estimated,
        errorSum: own.errorSum + more.errorSum,
        errorSquares: own.errorSquares + more.errorSquares,
        intervals: own.intervals + more.intervals,
        covered: own.covered + more.covered,
        widthSum: own.widthSum + more.widthSum,
      };
    }),
    shares: one.shares.map((own, index) => {
      const more = other.shares[index]!;
      return {
        ...own,
        intervals: own.intervals + more.intervals,
        covered: own.covered + more.covered,
        widthSum: own.widthSum + more.widthSum,
      };
    }),
  };
}

/** Tests by kind and words; a repeated one has its number. */
function placesOf(tests: readonly { kind: string; says: string }[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [place, { kind, says }] of tests.entries()) {
    let name = `${kind}/${says}`;
    for (let again = 2; places.has(name); again += 1) name = `${kind}/${says}/${again}`;
    places.set(name, place);
  }
  return places;
}

function entriesOfTally(tally: PlanTally): [string, TestTally][] {
  return [...placesOf(tally.tests)].map(([name, place]) => [name, tally.tests[place]!]);
}
