import { formatCount, formatInterval, formatShare } from "../../format/figures.ts";
import { splitHalfAgreement } from "../../statistics/agreement/split-half-agreement.ts";
import type { ResultCell } from "../model/cells.ts";
import { curveOfCounts } from "../model/majority-curve.ts";
import { clusterOf, type Share, shareOfCells, shareOfTotals } from "../model/share.ts";
import type { ItemCluster } from "../model/study-results.ts";

/** How far people agree with people, and how right the majority of many is: what a model's share can be held against. */
export interface HumanCeiling {
  /** Expected agreement of the majorities of two random halves of a cell's people, exact over all splits. */
  halves: Share;
  /** One person with the majority of all others of the cell; a tie of the others is a half. */
  rest: Share;
  /** The largest number that every answered cell can give, and how often its majority is right; null without one. */
  majority: { k: number; accuracy: number; cells: number } | null;
}

/** A level to draw across a figure of shares, with its name and number. */
export interface CeilingLine {
  label: string;
  value: number;
}

/** How many of the people who answered one thing with two options were right. */
export interface CeilingCount {
  correct: number;
  n: number;
  cluster: ItemCluster;
}

/** The human ceiling from counts alone, on items with two options that two people or more have answered. */
export function humanCeiling(cells: readonly ResultCell[]): HumanCeiling {
  return ceilingOfCounts(
    cells.flatMap(({ vote, correct, item }) =>
      correct === null || item.options.length !== 2 ? [] : [{ correct, n: vote.n, cluster: clusterOf(item) }],
    ),
  );
}

/** The same of whatever was judged right or wrong; what fewer than two people answered is left out. */
export function ceilingOfCounts(counts: readonly CeilingCount[]): HumanCeiling {
  const voted = counts.filter(({ n }) => n > 1);
  const { perCell } = splitHalfAgreement(voted.map(({ correct, n }) => ({ nTrue: correct, nFalse: n - correct })));
  const last = curveOfCounts(voted).points.at(-1);
  return {
    halves: shareOfCells(perCell.map((score, index) => ({ score, cluster: voted[index]!.cluster }))),
    rest: shareOfTotals(
      voted.map(({ correct, n, cluster }) => ({ correct: agreeingWithRest(correct, n - correct), n, cluster })),
    ),
    majority: last && last.k > 1 ? last : null,
  };
}

/** Of so many right and wrong answers in a cell, how many agree with the majority of all others; a tie is a half. */
export function agreeingWithRest(right: number, wrong: number): number {
  const lead = (own: number, other: number) => (own - 1 > other ? 1 : own - 1 === other ? 0.5 : 0);
  return right * lead(right, wrong) + wrong * lead(wrong, right);
}

/** All levels of a ceiling in one line of a legend. */
export function ceilingLegend(ceiling: readonly CeilingLine[]): string {
  return `The human ceiling: ${ceiling.map(({ label }) => label).join("; ")}`;
}

/** The ceiling as lines of a figure of shares; empty where no one can agree with anyone. */
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
