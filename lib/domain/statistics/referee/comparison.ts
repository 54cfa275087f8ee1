import type { AdjustmentMethod } from "../basics/adjust-p-values.ts";

/** An answer: right or wrong, or the share of right repeats (0 to 1); null if there is no answer. */
export type ItemOutcome = boolean | number | null;

/** Whether every answer is right or wrong, not a share. */
export function isRightOrWrong(outcomes: readonly ItemOutcome[]): boolean {
  return outcomes.every((outcome) => typeof outcome !== "number" || outcome === 0 || outcome === 1);
}

export type TestName =
  | "mcnemar-midp"
  | "mcnemar-exact"
  | "sign-midp"
  | "cochran-q"
  | "paired-clustered-t"
  | "two-way-clustered-t"
  | "two-proportion-z"
  | "unpaired-clustered-t"
  | "clustered-t"
  | "items-t"
  | "exact-binomial"
  | "cohen-kappa"
  | "fleiss-kappa"
  | "krippendorff-alpha"
  | "mean-rank-permutation";

/** The comparison, in the terms of a study. */
export interface Comparison {
  /**
   * The question: a difference between sides, one side against chance, agreement of raters, or ranks of types over
   * models.
   */
  aim: "difference" | "chance" | "agreement" | "ranking";
  outcome: "binary" | "nominal" | "continuous";
  /** The compared sides: models, majorities, conditions or raters. */
  parties: number;
  /** Whether all parties answered the same items. */
  items: "same" | "different";
  /** Number of stories (or other clusters of items); null if items are independent. */
  stories: number | null;
  /** Whether each person gave one answer, several answers, or there are no persons (models, majorities). */
  answersPerPerson: "one" | "several" | "none";
  /** Whether every party answered every item. */
  complete: boolean;
}

export interface ChosenTest {
  ok: true;
  test: TestName;
  /** Why this test, in one sentence. */
  reason: string;
  /** The correction for the family of tests; null for a single test. */
  correction: AdjustmentMethod | null;
  familySize: number;
  /** The overall test that is reported before the pairwise tests; null if there is none. */
  overall: "cochran-q" | null;
  warnings: string[];
}

export type RefusalReason =
  | "unpairedTestOnPairedData"
  | "pairedTestOnDifferentItems"
  | "needsBinary"
  | "noOrder"
  | "otherQuestion"
  | "tooFewParties"
  | "nothingShared"
  | "continuousAgreement";

export interface RefusedTest {
  ok: false;
  reason: RefusalReason;
  /** A sentence for the researcher that states why the test is refused. */
  sentence: string;
  /** The test to use instead; null if there is none. */
  instead: TestName | null;
}

export function refuse(reason: RefusalReason, sentence: string, instead: TestName | null = null): RefusedTest {
  return { ok: false, reason, sentence, instead };
}
