import type { Category } from "../basics/category.ts";
import { completeRows } from "../basics/complete-rows.ts";
import {
  type ClusterRobustMean,
  clusterRobustMean,
  type RobustTest,
  robustTest,
} from "../clustered/cluster-robust-mean.ts";

export const levelClusters = ["story", "subject"] as const;
export type LevelClusters = (typeof levelClusters)[number];

/** Single answers, column by column. */
export interface LevelAnswers {
  subject: readonly (Category | null)[];
  story: readonly (Category | null)[];
  level: readonly (Category | null)[];
  /** 1 right, 0 wrong, null missing. */
  correct: readonly (number | null)[];
}

export interface AdjacentLevels extends Omit<ClusterRobustMean, "n">, RobustTest {
  /** Number of units (subject x story) with a valid answer at both levels. */
  nPairs: number;
  /** Number of units with answers at only one of the two levels. */
  nDropped: number;
  nSubjects: number;
  nStories: number;
  /** Means over the kept units. */
  meanLow: number | null;
  meanHigh: number | null;
}

interface Unit {
  subject: Category;
  story: Category;
  low: number[];
  high: number[];
}

/**
 * The difference between two levels within subjects: for each subject and story, the mean at `levelHigh` minus the mean
 * at `levelLow`. Each unit has the same weight; CR2 with Satterthwaite degrees of freedom over stories (or subjects).
 * In a regression of single answers, unbalanced cells could confound differences of subjects with differences of
 * levels; here they cannot. With one subject it is the paired t test over stories. Throws RangeError if both levels are
 * equal.
 */
export function adjacentLevels(
  answers: LevelAnswers,
  levelLow: Category,
  levelHigh: Category,
  clusterBy: LevelClusters = "story",
  confidence = 0.95,
): AdjacentLevels {
  if (levelLow === levelHigh) throw new RangeError(`levelLow and levelHigh must differ, but both are ${levelLow}`);
  const { columns } = completeRows({ ...answers });
  const units = new Map<string, Unit>();
  columns.correct.forEach((correct, row) => {
    const level = columns.level[row]!;
    if (level !== levelLow && level !== levelHigh) return;
    const subject = columns.subject[row]!;
    const story = columns.story[row]!;
    const key = JSON.stringify([subject, story]);
    const unit = units.get(key) ?? { subject, story, low: [], high: [] };
    units.set(key, unit);
    unit[level === levelLow ? "low" : "high"].push(correct);
  });
  const completeUnits = [...units.values()].filter(({ low, high }) => low.length > 0 && high.length > 0);
  const lows = completeUnits.map(({ low }) => meanOf(low));
  const highs = completeUnits.map(({ high }) => meanOf(high));
  const { n: _units, ...mean } = clusterRobustMean(
    highs.map((high, unit) => high - lows[unit]!),
    completeUnits.map((unit) => unit[clusterBy]),
  );
  return {
    nPairs: completeUnits.length,
    nDropped: units.size - completeUnits.length,
    nSubjects: new Set(completeUnits.map(({ subject }) => subject)).size,
    nStories: new Set(completeUnits.map(({ story }) => story)).size,
    meanLow: completeUnits.length === 0 ? null : meanOf(lows),
    meanHigh: completeUnits.length === 0 ? null : meanOf(highs),
    ...mean,
    ...robustTest(mean, confidence),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
