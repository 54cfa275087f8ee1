import { chiSquareUpperTail } from "../../statistics/distributions.ts";
import { fisherExactTest } from "../../statistics/fisher-exact.ts";
import { wilsonInterval } from "../../statistics/wilson.ts";
import type { Outcome } from "../protocol.ts";

/** Sessions that went the same way. */
export interface FlowTally {
  /** The condition that the session was assigned to; null before a slot was claimed. */
  arm: string | null;
  outcome: Outcome | null;
  /** Without an end, and seen within the time for which a slot is kept. */
  isUnderWay: boolean;
  isSurplus: boolean;
  count: number;
}

/** What became of everybody assigned to one condition: `finished`, the four ways to drop out, and who is under way. */
export interface Arm {
  label: string;
  assigned: number;
  finished: number;
  /** Of those finished, who had lost the slot meanwhile: kept and paid, not in the cells. */
  surplus: number;
  withdrawn: number;
  quality: number;
  /** Turned away after the assignment by an answer that screens out. */
  screenedOut: number;
  /** Closed the page and did not come back. */
  left: number;
  underWay: number;
  /** Share of those who ended, one way or the other, that dropped out; null before anybody has ended. */
  dropOut: { share: number; low: number; high: number; n: number } | null;
}

export interface Consort {
  /** Everybody who came: sessions, and arrivals that the study's rules refused. */
  arrived: number;
  /** Who was not assigned, by reason, in the order in which it can happen. */
  before: { reason: string; count: number }[];
  assigned: number;
  arms: Arm[];
  /** Whether people drop out of some conditions more than of others; null with the reason why it cannot be told. */
  test: { p: number; method: string; n: number } | { p: null; reason: string };
}

/**
 * The flow of people through a study as a CONSORT figure has it (Schulz et al. 2010, item 13): every arrival is in
 * exactly one place, so `before` and `assigned` add up to `arrived`, and the places of each arm to those assigned to it.
 */
export function prepareConsort(tallies: readonly FlowTally[], refused: number): Consort {
  const sum = (which: (tally: FlowTally) => boolean) =>
    tallies.filter(which).reduce((total, { count }) => total + count, 0);
  const early = (outcome: Outcome) => sum((tally) => tally.arm === null && tally.outcome === outcome);
  const before = [
    { reason: "Refused by the arrival rules", count: refused },
    { reason: "Did not consent", count: early("no-consent") },
    { reason: "Screened out", count: early("screened-out") },
    { reason: "Found their group full", count: early("over-quota") },
    { reason: "Failed a check before the items", count: early("quality") },
    { reason: "Withdrew before the items", count: early("withdrawn") },
    { reason: "Finished without an item", count: early("complete") },
    {
      reason: "Left before the items",
      count: sum(({ arm, outcome, isUnderWay }) => arm === null && outcome === null && !isUnderWay),
    },
    {
      reason: "Under way before the items",
      count: sum(({ arm, outcome, isUnderWay }) => arm === null && outcome === null && isUnderWay),
    },
  ].filter(({ count }) => count > 0);
  const labels = [...new Set(tallies.flatMap(({ arm }) => arm ?? []))].sort();
  const arms = labels.map((label) =>
    armOf(
      label,
      tallies.filter((tally) => tally.arm === label),
    ),
  );
  return {
    arrived: sum(() => true) + refused,
    before,
    assigned: sum(({ arm }) => arm !== null),
    arms,
    test: testDropOut(arms),
  };
}

/** Everybody who dropped out of a condition. */
export function droppedOf({ withdrawn, quality, screenedOut, left }: Arm): number {
  return withdrawn + quality + screenedOut + left;
}

function armOf(label: string, tallies: readonly FlowTally[]): Arm {
  const sum = (which: (tally: FlowTally) => boolean) =>
    tallies.filter(which).reduce((total, { count }) => total + count, 0);
  const ended = (outcome: Outcome) => sum((tally) => tally.outcome === outcome);
  const finished = ended("complete");
  const counts = {
    withdrawn: ended("withdrawn"),
    quality: ended("quality"),
    // Nobody reaches the items without consent or a slot; were it so, they would still be counted once.
    screenedOut: ended("screened-out") + ended("over-quota") + ended("no-consent"),
    left: sum(({ outcome, isUnderWay }) => outcome === null && !isUnderWay),
  };
  const dropped = counts.withdrawn + counts.quality + counts.screenedOut + counts.left;
  const n = finished + dropped;
  const interval = wilsonInterval(dropped, n);
  return {
    label,
    assigned: sum(() => true),
    finished,
    surplus: sum(({ outcome, isSurplus }) => outcome === "complete" && isSurplus),
    ...counts,
    underWay: sum(({ outcome, isUnderWay }) => outcome === null && isUnderWay),
    dropOut:
      interval.estimate === null ? null : { share: interval.estimate, low: interval.low, high: interval.high, n },
  };
}

/** Largest table for Fisher's exact test; beyond it every expected count that matters is large anyway. */
const mostForFisher = 2_000;

/**
 * Pearson's chi-square test of drop-out against conditions, without continuity correction; Fisher's exact test where an
 * expected count is below 5 (Cochran's rule). People who are under way are in neither column.
 */
function testDropOut(arms: readonly Arm[]): Consort["test"] {
  const rows = arms
    .map((arm) => ({ finished: arm.finished, dropped: droppedOf(arm) }))
    .filter(({ finished, dropped }) => finished + dropped > 0);
  const finished = rows.reduce((sum, row) => sum + row.finished, 0);
  const dropped = rows.reduce((sum, row) => sum + row.dropped, 0);
  const n = finished + dropped;
  if (rows.length < 2) return { p: null, reason: "Fewer than two conditions have people whose sessions ended." };
  if (dropped === 0) return { p: null, reason: "Nobody has dropped out so far." };
  if (finished === 0) return { p: null, reason: "Nobody has finished so far." };
  const expected = rows.map((row) => {
    const size = row.finished + row.dropped;
    return { finished: (size * finished) / n, dropped: (size * dropped) / n };
  });
  if (n <= mostForFisher && expected.some((cell) => cell.finished < 5 || cell.dropped < 5)) {
    const p = fisherExactTest(
      rows.map((row) => row.finished + row.dropped),
      rows.map((row) => row.dropped),
    );
    return { p, method: "Fisher’s exact test", n };
  }
  const statistic = rows.reduce((sum, row, index) => {
    const cell = expected[index] as { finished: number; dropped: number };
    return sum + (row.finished - cell.finished) ** 2 / cell.finished + (row.dropped - cell.dropped) ** 2 / cell.dropped;
  }, 0);
  return { p: chiSquareUpperTail(statistic, rows.length - 1), method: "chi-square test", n };
}
