import { minStoriesForEquivalence } from "../../statistics/clustered/equivalence-error-rates.ts";

/** What a test against the margin decides, or why it decides nothing although it can be computed. */
export type MarginDecision = "shown" | "not shown" | "missing answers" | "few stories";

/**
 * Decides a test of equivalence or of non-inferiority; sentences, tables, the verdict and simulations all use this
 * decision. Nothing is decided if more than 5% of the model's answers are missing, or if the test is significant but
 * has fewer clusters than `minStoriesForEquivalence`. That minimum applies to both kinds: the error rate of equivalence
 * at the margin is that of the one-sided test at that margin, which is the test of non-inferiority.
 *
 * @param isSignificant whether p is significant after the correction
 * @param clusters the number of stories or source groups; 0 if cells are treated as independent
 */
export function decideEquivalence({
  isSignificant,
  isIncomplete,
  clusters,
}: {
  isSignificant: boolean;
  isIncomplete: boolean;
  clusters: number;
}): MarginDecision {
  if (isIncomplete) return "missing answers";
  if (!isSignificant) return "not shown";
  return clusters < minStoriesForEquivalence ? "few stories" : "shown";
}
