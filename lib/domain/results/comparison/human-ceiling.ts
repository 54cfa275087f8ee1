import { formatCount, formatInterval, formatShare } from "../../format/figures.ts";
import { agreeingWithOthers, halvesAgreement } from "../../statistics/agreement/plurality-agreement.ts";
import { splitHalfAgreement } from "../../statistics/agreement/split-half-agreement.ts";
import type { ResultCell } from "../model/cells.ts";
import type { ResultTiePolicy } from "../model/majority.ts";
import { type MajorityCurve, majorityCurveOfCounts, type VoteCount, voteCountOf } from "../model/majority-curve.ts";
import { clusterOf, type Share, shareOfCells, shareOfTotals } from "../model/share.ts";
import type { ItemCluster } from "../model/study-results.ts";

/** Agreement among people, and the accuracy of a large majority: reference levels for a model's share. */
export interface HumanCeiling {
  /** Expected agreement of the majorities of two random halves of a cell's people, exact over all splits. */
  halves: Share;
  /** Agreement of one person with the majority of all others of the cell; a tie of the others counts as one half. */
  rest: Share;
  /**
   * The largest crowd size available in every answered cell, and the accuracy of its majority; null if there is none.
   */
  majority: MajorityCurve["points"][number] | null;
}

/** A reference level of a figure of shares, with its name and number. */
export interface CeilingLine {
  label: string;
  value: number;
}

/** The votes of people about an item with two options. */
export interface CeilingCount extends VoteCount {
  cluster: ItemCluster;
}

/**
 * Computes the human ceiling from counts, on items with options and at least two answers. Agreement requires no key;
 * the majority requires a key and two options.
 *
 * @param ties how a tie of the majority counts
 */
export function humanCeiling(cells: readonly ResultCell[], ties: ResultTiePolicy): HumanCeiling {
  const majorityCeiling = ceilingOfCounts(
    cells.flatMap((cell) => {
      const count = voteCountOf(cell);
      return count === null ? [] : [{ ...count, cluster: clusterOf(cell.item) }];
    }),
    ties,
  );
  const hasOtherItems = cells.some(
    ({ item, correct }) => item.options.length > 2 || (item.options.length === 2 && correct === null),
  );
  if (!hasOtherItems) return majorityCeiling;
  const votedCells = cells.flatMap(({ vote, item }) =>
    item.options.length < 2 || vote.n < 2
      ? []
      : [{ counts: vote.counts.map(({ count }) => count), n: vote.n, cluster: clusterOf(item) }],
  );
  return {
    halves: shareOfCells(votedCells.map(({ counts, cluster }) => ({ score: agreementOfHalves(counts), cluster }))),
    rest: shareOfTotals(
      votedCells.map(({ counts, n, cluster }) => ({ correct: agreeingWithOthers(counts), n, cluster })),
    ),
    majority: majorityCeiling.majority,
  };
}

function agreementOfHalves(counts: readonly number[]): number | null {
  const [nTrue = 0, nFalse = 0, ...others] = counts;
  return others.length === 0 ? splitHalfAgreement([{ nTrue, nFalse }]).agreement : halvesAgreement(counts);
}

/**
 * The human ceiling for any outcome that is right or wrong; cells with fewer than two answers are excluded.
 *
 * @param ties how a tie of the majority counts
 */
export function ceilingOfCounts(counts: readonly CeilingCount[], ties: ResultTiePolicy): HumanCeiling {
  const sufficientCounts = counts.filter(({ n }) => n > 1);
  const { perCell } = splitHalfAgreement(
    sufficientCounts.map(({ correct, n }) => ({ nTrue: correct, nFalse: n - correct })),
  );
  return {
    halves: shareOfCells(perCell.map((score, index) => ({ score, cluster: sufficientCounts[index]!.cluster }))),
    rest: shareOfTotals(
      sufficientCounts.map(({ correct, n, cluster }) => ({
        correct: countAgreeingWithRest(correct, n - correct),
        n,
        cluster,
      })),
    ),
    majority: largestMajority(majorityCurveOfCounts(sufficientCounts, ties)),
  };
}

function largestMajority({ points }: MajorityCurve): HumanCeiling["majority"] {
  const last = points.at(-1);
  return last && last.k > 1 ? last : null;
}

/**
 * The number of people in a cell who agree with the majority of all others, from the numbers of correct and wrong
 * answers; a tie counts as one half.
 */
export function countAgreeingWithRest(right: number, wrong: number): number {
  const agreementShare = (own: number, other: number) => (own - 1 > other ? 1 : own - 1 === other ? 0.5 : 0);
  return right * agreementShare(right, wrong) + wrong * agreementShare(wrong, right);
}

/** All levels of a ceiling in one line of a legend. */
export function ceilingLegend(ceiling: readonly CeilingLine[]): string {
  return `The human ceiling: ${ceiling.map(({ label }) => label).join("; ")}`;
}

/** The ceiling as lines of a figure of shares; empty if agreement cannot be computed. */
export function ceilingLines({ halves, rest, majority }: HumanCeiling): CeilingLine[] {
  const line = (name: string, { value, low, high, n }: Pick<Share, "value" | "low" | "high" | "n">, unit: string) =>
    value === null
      ? []
      : [{ label: `${name} (${formatShare(value)}, ${limits({ low, high })}, n = ${formatCount(n)} ${unit})`, value }];
  const limits = ({ low, high }: Pick<Share, "low" | "high">) =>
    low === null || high === null ? "no interval" : `${formatInterval({ low, high })}`;
  return [
    ...line("one person agrees with all others", rest, "answers"),
    ...line("two halves of the people agree", halves, "cells"),
    ...(majority
      ? [
          {
            label: `the majority of ${majority.k} people is right (${formatShare(majority.accuracy)} over ${formatCount(majority.cells)} cells, exact, without a sampling interval)`,
            value: majority.accuracy,
          },
        ]
      : []),
  ];
}
