import { chiSquareUpperTail } from "../basics/distributions.ts";
import { requireCount } from "../basics/require-number.ts";
import { fisherExactTest } from "../proportions/fisher-exact.ts";

export interface Arm {
  started: number;
  completed: number;
  /** Sum of the accuracies of people who completed the study. */
  sum: number;
}

export interface ArmSummary {
  started: number;
  completed: number;
  /** Share of people who completed the study; null if no one started. */
  rate: number | null;
  /** Accuracy of people who completed the study; null if no one did. */
  accuracy: number | null;
  /**
   * Bounds of the accuracy of all people who started: every drop-out counts as wrong, or every drop-out counts as
   * right.
   */
  low: number;
  high: number;
}

export interface DropOutByArm {
  arms: ArmSummary[];
  chi2: number | null;
  df: number | null;
  pChi2: number;
  minExpected: number | null;
  pFisher: number;
  /** The test that decides: "fisher" if an expected count is below 5. */
  method: "fisher" | "chi2" | null;
  /** The p of that method. */
  pvalue: number;
  /**
   * The accuracy of each later arm minus the accuracy of the first arm. `diff` is among people who completed; `low` and
   * `high` are worst-case bounds.
   */
  vsFirst: { diff: number | null; low: number; high: number }[];
}

/**
 * Tests whether drop-out differs between the arms of a study, and bounds its effect. The test is Pearson's chi-square
 * test of the table arms × completed without continuity correction, or Fisher's exact test if an expected count is
 * below 5. The bounds of the accuracies are worst cases (Manski 1990). Arms that no one started are excluded from the
 * tests. With fewer than two arms, or if all people or none completed, p = 1. Throws RangeError unless 0 <= sum <=
 * completed <= started.
 */
export function dropOutByArm(arms: readonly Arm[]): DropOutByArm {
  const summaries = arms.map(summaryOf);
  const [first, ...later] = summaries;
  return {
    arms: summaries,
    ...runDropOutTests(arms.filter(({ started }) => started > 0)),
    vsFirst: later.map((arm) => ({
      diff: arm.accuracy === null || first!.accuracy === null ? null : arm.accuracy - first!.accuracy,
      low: arm.low - first!.high,
      high: arm.high - first!.low,
    })),
  };
}

function summaryOf({ started, completed, sum }: Arm): ArmSummary {
  requireCount("started", started);
  requireCount("completed", completed);
  if (completed > started) throw new RangeError(`completed must not exceed started = ${started}, but is ${completed}`);
  if (!(sum >= 0 && sum <= completed)) throw new RangeError(`sum must lie between 0 and ${completed}, not be ${sum}`);
  return {
    started,
    completed,
    rate: started === 0 ? null : completed / started,
    accuracy: completed === 0 ? null : sum / completed,
    low: started === 0 ? 0 : sum / started,
    high: started === 0 ? 1 : (sum + started - completed) / started,
  };
}

/**
 * Pearson's chi-square test of the table arms × completed, without continuity correction; null if no test is possible.
 * For tens of thousands of people, use this function instead of `dropOutByArm`, whose Fisher test is too slow.
 */
export function dropOutChiSquare(arms: readonly Pick<Arm, "started" | "completed">[]) {
  const startedCount = arms.reduce((sum, arm) => sum + arm.started, 0);
  const completedCount = arms.reduce((sum, arm) => sum + arm.completed, 0);
  if (arms.length < 2 || completedCount === 0 || completedCount === startedCount) return null;
  let chi2 = 0;
  let minExpected = Number.POSITIVE_INFINITY;
  for (const arm of arms) {
    const expectedCompleted = (arm.started * completedCount) / startedCount;
    const expectedDropOuts = (arm.started * (startedCount - completedCount)) / startedCount;
    minExpected = Math.min(minExpected, expectedCompleted, expectedDropOuts);
    chi2 +=
      (arm.completed - expectedCompleted) ** 2 / expectedCompleted +
      (arm.started - arm.completed - expectedDropOuts) ** 2 / expectedDropOuts;
  }
  const df = arms.length - 1;
  return { chi2, df, pChi2: chiSquareUpperTail(chi2, df), minExpected };
}

function runDropOutTests(arms: readonly Arm[]) {
  const test = dropOutChiSquare(arms);
  if (!test) return { chi2: null, df: null, pChi2: 1, minExpected: null, pFisher: 1, method: null, pvalue: 1 };
  const { chi2, df, pChi2, minExpected } = test;
  const pFisher = fisherExactTest(
    arms.map((arm) => arm.started),
    arms.map((arm) => arm.completed),
  );
  const method = minExpected < 5 ? ("fisher" as const) : ("chi2" as const);
  return { chi2, df, pChi2, minExpected, pFisher, method, pvalue: method === "fisher" ? pFisher : pChi2 };
}
