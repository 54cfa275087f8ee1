import type { TestName } from "./comparison.ts";

/** Labels of the tests in sentences and in table headers. */
export const testLabels: Record<TestName, string> = {
  "mcnemar-midp": "McNemar's test (mid-p)",
  "mcnemar-exact": "McNemar's exact test",
  "sign-midp": "the sign test (mid-p)",
  "cochran-q": "Cochran's Q",
  "paired-clustered-t": "the paired t-test with clustered standard errors",
  "two-way-clustered-t": "the paired t-test clustered by person and story",
  "two-proportion-z": "the two-proportion z-test",
  "unpaired-clustered-t": "the unpaired t-test with clustered standard errors",
  "clustered-t": "the t-test against chance with clustered standard errors",
  "items-t": "the t-test against chance over independent items",
  "exact-binomial": "the exact binomial test",
  "cohen-kappa": "Cohen's kappa",
  "fleiss-kappa": "Fleiss' kappa",
  "krippendorff-alpha": "Krippendorff's alpha",
  "mean-rank-permutation": "the mean-rank permutation test",
};
