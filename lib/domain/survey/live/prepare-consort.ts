import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import { dropOutByArm, dropOutChiSquare } from "../../statistics/sampling/drop-out-by-arm.ts";
import type { Outcome } from "../protocol.ts";

/** Sessions with the same course. */
export interface FlowTally {
  /** The condition that the session was assigned to; null before a slot was claimed. */
  arm: string | null;
  outcome: Outcome | null;
  /** Whether the session has no outcome and was active within the time for which a slot is reserved. */
  isUnderWay: boolean;
  /** Whether the session is in progress and waits for a slot of a group that is currently full. */
  isWaiting: boolean;
  isSurplus: boolean;
  count: number;
}

/** The outcomes of everyone assigned to one condition: finished, the four kinds of drop-out, and in progress. */
export interface ConsortArm {
  label: string;
  assigned: number;
  finished: number;
  /** Number of finished sessions whose slot had been reassigned: kept and paid, but not in the cells. */
  surplus: number;
  withdrawn: number;
  quality: number;
  /** Screened out by an answer after the assignment. */
  screenedOut: number;
  /** Closed the page and did not return. */
  left: number;
  underWay: number;
  /** Drop-out share of all ended sessions; null before any has ended. */
  dropOut: { share: number; low: number; high: number; n: number } | null;
}

/** The participant flow of a study whose data may have been locked and the study then reopened. */
export interface ConsortParts {
  /** Everyone who arrived until the data were first locked; everyone if no data are locked. */
  consort: Consort;
  /** Everyone who arrived later, after the study was reopened, and when the data were locked; null if no one did. */
  later: { consort: Consort; lockedAt: string } | null;
}

export interface Consort {
  /** Number of all arrivals: sessions, and arrivals that the study's rules rejected. */
  arrived: number;
  /** People who were not assigned, by reason, in the order in which the reasons occur in a session. */
  before: { reason: string; count: number }[];
  assigned: number;
  arms: ConsortArm[];
  /** Whether drop-out differs between conditions; null with a reason if no test is possible. */
  test: { p: number; method: string; n: number } | { p: null; reason: string };
}

/**
 * The flow of people through a study as in a CONSORT figure (Schulz et al. 2010, item 13). Every arrival is in exactly
 * one box: `before` and `assigned` add up to `arrived`, and the boxes of each arm add up to the people assigned to it.
 */
export function prepareConsort(tallies: readonly FlowTally[], refused: number): Consort {
  const sum = (which: (tally: FlowTally) => boolean) =>
    tallies.filter(which).reduce((total, { count }) => total + count, 0);
  const countBeforeItems = (outcome: Outcome) => sum((tally) => tally.arm === null && tally.outcome === outcome);
  const beforeItems = [
    { reason: "Rejected by the arrival rules", count: refused },
    { reason: "Did not consent", count: countBeforeItems("no-consent") },
    { reason: "Screened out", count: countBeforeItems("screened-out") },
    { reason: "Group was full", count: countBeforeItems("over-quota") },
    { reason: "Failed a check before the items", count: countBeforeItems("quality") },
    { reason: "Withdrew before the items", count: countBeforeItems("withdrawn") },
    { reason: "Completed without an item", count: countBeforeItems("complete") },
    {
      reason: "Left before the items",
      count: sum(({ arm, outcome, isUnderWay }) => arm === null && outcome === null && !isUnderWay),
    },
    {
      reason: "Waiting for a free slot",
      count: sum(
        ({ arm, outcome, isUnderWay, isWaiting }) => arm === null && outcome === null && isUnderWay && isWaiting,
      ),
    },
    {
      reason: "In progress before the items",
      count: sum(
        ({ arm, outcome, isUnderWay, isWaiting }) => arm === null && outcome === null && isUnderWay && !isWaiting,
      ),
    },
  ].filter(({ count }) => count > 0);
  const labels = [...new Set(tallies.flatMap(({ arm }) => arm ?? []))].sort();
  const arms = labels.map((label) =>
    summariseArm(
      label,
      tallies.filter((tally) => tally.arm === label),
    ),
  );
  return {
    arrived: sum(() => true) + refused,
    before: beforeItems,
    assigned: sum(({ arm }) => arm !== null),
    arms,
    test: testDropOut(arms),
  };
}

/** Everyone who dropped out of a condition. */
export function countDroppedOut({ withdrawn, quality, screenedOut, left }: ConsortArm): number {
  return withdrawn + quality + screenedOut + left;
}

function summariseArm(label: string, tallies: readonly FlowTally[]): ConsortArm {
  const sum = (which: (tally: FlowTally) => boolean) =>
    tallies.filter(which).reduce((total, { count }) => total + count, 0);
  const countEnded = (outcome: Outcome) => sum((tally) => tally.outcome === outcome);
  const finishedCount = countEnded("complete");
  const counts = {
    withdrawn: countEnded("withdrawn"),
    quality: countEnded("quality"),
    // This number is always 0 in practice, because no one reaches the items without consent or a slot. Such people
    // would be counted once.
    screenedOut: countEnded("screened-out") + countEnded("over-quota") + countEnded("no-consent"),
    left: sum(({ outcome, isUnderWay }) => outcome === null && !isUnderWay),
  };
  const droppedCount = counts.withdrawn + counts.quality + counts.screenedOut + counts.left;
  const n = finishedCount + droppedCount;
  const interval = wilsonInterval(droppedCount, n);
  return {
    label,
    assigned: sum(() => true),
    finished: finishedCount,
    surplus: sum(({ outcome, isSurplus }) => outcome === "complete" && isSurplus),
    ...counts,
    underWay: sum(({ outcome, isUnderWay }) => outcome === null && isUnderWay),
    dropOut:
      interval.estimate === null ? null : { share: interval.estimate, low: interval.low, high: interval.high, n },
  };
}

/**
 * Above this number of people Fisher's exact test takes too long, and the expected counts that matter are large anyway.
 */
const maxPeopleForFisher = 2_000;

/** The test of `dropOutByArm` over all ended sessions; people in progress are excluded. */
function testDropOut(arms: readonly ConsortArm[]): Consort["test"] {
  const rows = arms
    .map((arm) => ({ started: arm.finished + countDroppedOut(arm), completed: arm.finished, sum: 0 }))
    .filter(({ started }) => started > 0);
  const n = rows.reduce((total, { started }) => total + started, 0);
  const finishedCount = rows.reduce((total, { completed }) => total + completed, 0);
  if (rows.length < 2) return { p: null, reason: "Fewer than two conditions have people whose sessions ended." };
  if (finishedCount === n) return { p: null, reason: "No one has dropped out so far." };
  if (finishedCount === 0) return { p: null, reason: "No one has completed the study so far." };
  const test = dropOutChiSquare(rows);
  if (test && (n > maxPeopleForFisher || test.minExpected >= 5)) return { p: test.pChi2, method: "chi-square test", n };
  return { p: dropOutByArm(rows).pvalue, method: "Fisher’s exact test", n };
}
