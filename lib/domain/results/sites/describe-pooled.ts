import {
  formatCount,
  formatInterval,
  formatNumber,
  formatNumberOf,
  formatPInSentence,
  formatShare,
} from "../../format/figures.ts";
import type { RandomEffects } from "../../statistics/sites/random-effects.ts";
import type { PooledSites } from "./pool-sites.ts";

/** The p value and the figures from which it can be looked up. */
type Tested = "q" | "pvalue" | "iSquared";

/** A pooled result, with the state of its data. */
export interface PooledStudies extends Omit<PooledSites, "summary"> {
  /** Without the test of heterogeneity, and the figures it follows from, if the data of a study are not locked. */
  summary: (Omit<RandomEffects, Tested> & Record<Tested, number | null>) | null;
  /** The status as `statusLabel` names it. */
  status: string;
  /** The data of each site, in words. */
  data: string[];
  /** What is known about people who took part at several sites. */
  overlap: string;
}

/** A pooled result in sentences: a line for each site, then the summary, the overlap of people and the state of the data. */
export function describePooled({
  sites,
  summary,
  reason,
  cells,
  otherCells,
  status,
  data,
  overlap,
}: PooledStudies): string[] {
  const lines = sites.map(
    ({ name, share, low, high, people, answers, reason: problem }) =>
      `${name}: ${formatShare(share)}${low === null ? "" : ` [${formatInterval({ low, high })}]`}, ${formatCount(people)} people, ${formatCount(answers)} answers${problem === null ? "" : `; excluded from the summary: ${problem}`}`,
  );
  const facts = [
    `${formatNumberOf(cells, "cell")} (stimulus and condition) that every site asked; ${formatNumberOf(otherCells, "other cell")} excluded.`,
    overlap,
    ...data,
    `Status: ${status}.`,
  ];
  if (summary === null) return [...lines, String(reason), ...facts];
  const toShare = (logit: number | null) => (logit === null ? null : 1 / (1 + Math.exp(-logit)));
  return [
    ...lines,
    `Median site: ${formatShare(toShare(summary.estimate))} [${formatInterval({ low: toShare(summary.low), high: toShare(summary.high) })}], ${formatCount(summary.df + 1)} sites`,
    `Prediction for a new site: ${formatInterval({ low: toShare(summary.predictionLow), high: toShare(summary.predictionHigh) })}`,
    `Heterogeneity (logits): tau ${formatNumber(Math.sqrt(summary.tau2), 3)}${describeTest(summary)}`,
    ...facts,
  ];
}

/** The test of heterogeneity; empty if the data are not locked. */
function describeTest({ q, df, pvalue, iSquared }: NonNullable<PooledStudies["summary"]>): string {
  if (q === null || pvalue === null) return "";
  return `, I² ${formatShare(iSquared)}, Q ${formatNumber(q, 2)} on ${df}, ${formatPInSentence(pvalue)}`;
}
