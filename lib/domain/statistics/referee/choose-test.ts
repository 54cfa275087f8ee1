import { type ChosenTest, type Comparison, type RefusedTest, refuse, type TestName } from "./comparison.ts";
import { judgeRequest } from "./judge-request.ts";

/** Minimum number of clusters. With fewer, a clustered standard error is labelled as approximate. */
export const fewClusters = 10;

/**
 * Chooses the test for a comparison, with the reason in one sentence and the correction for the family of tests. If
 * `requested` is given, it decides about a researcher's choice instead: it rejects an unpaired test on the same items,
 * a paired test on different items, and any test that does not answer the question.
 */
export function chooseTest(comparison: Comparison, requested?: TestName): ChosenTest | RefusedTest {
  if (!Number.isInteger(comparison.parties) || comparison.parties < 1)
    throw new RangeError(`parties must be a whole number of at least 1, not ${comparison.parties}`);
  const choice = recommendTest(comparison);
  if (!choice.ok || requested === undefined || requested === choice.test) return choice;
  return judgeRequest(comparison, choice, requested);
}

function recommendTest(comparison: Comparison): ChosenTest | RefusedTest {
  switch (comparison.aim) {
    case "difference":
      return chooseForDifference(comparison);
    case "chance":
      return hasClusters(comparison)
        ? choose(
            comparison,
            "clustered-t",
            "The answers are clustered, so the mean is compared with chance with a clustered standard error.",
          )
        : choose(
            comparison,
            "exact-binomial",
            "One proportion of independent answers is compared with chance; the exact binomial test needs no approximation for this.",
          );
    case "agreement":
      return chooseForAgreement(comparison);
    case "ranking":
      if (comparison.parties < 2)
        return refuse("tooFewParties", "A mean rank needs at least two models that rank the types.");
      return {
        ...choose(
          comparison,
          "mean-rank-permutation",
          "Each model ranks the same types, so ranks are shuffled within each model, which assumes nothing about the scores.",
        ),
        correction: "BH",
      };
  }
}

function chooseForDifference(comparison: Comparison): ChosenTest | RefusedTest {
  const { parties, items, outcome, answersPerPerson } = comparison;
  if (parties < 2) return refuse("tooFewParties", "A difference needs at least two sides.");
  if (outcome === "nominal")
    return refuse(
      "noOrder",
      "Unordered categories have no difference; score them as right or wrong, or choose agreement.",
    );
  const stories = hasClusters(comparison);
  if (answersPerPerson === "several" && items === "same")
    return choose(
      comparison,
      "two-way-clustered-t",
      "People gave several answers each and stories were answered by several people, so the paired difference is clustered by person and by story.",
    );
  if (items === "same") {
    if (stories)
      return choose(
        comparison,
        "paired-clustered-t",
        "All sides answered the same items, and items of one story are correlated, so the paired difference is clustered by story.",
      );
    return outcome === "binary"
      ? choose(
          comparison,
          "mcnemar-midp",
          "All sides answered the same items, right or wrong, so only the items on which two sides differ carry information.",
        )
      : choose(
          comparison,
          "paired-clustered-t",
          "All sides have scores for the same items, so each item is its own control.",
        );
  }
  if (stories || answersPerPerson === "several")
    return choose(
      comparison,
      "unpaired-clustered-t",
      "The two sides answered different items, and answers are clustered, so the difference of means has a clustered standard error.",
    );
  return outcome === "binary"
    ? choose(
        comparison,
        "two-proportion-z",
        "The two sides answered different, independent items, so two independent proportions are compared.",
      )
    : choose(
        comparison,
        "unpaired-clustered-t",
        "The two sides answered different items, so two independent means are compared without assuming equal variances.",
      );
}

function chooseForAgreement(comparison: Comparison): ChosenTest | RefusedTest {
  const { parties, items, outcome, complete } = comparison;
  if (parties < 2) return refuse("tooFewParties", "Agreement needs at least two raters.");
  if (items === "different")
    return refuse("nothingShared", "Raters who judged different items cannot agree or disagree.");
  if (outcome === "continuous")
    return refuse(
      "continuousAgreement",
      "Kappa and alpha here are for categories; continuous scores have no exact agreement.",
    );
  if (!complete)
    return choose(
      comparison,
      "krippendorff-alpha",
      "Some raters did not judge some items, which Krippendorff's alpha allows.",
    );
  return parties === 2
    ? choose(
        comparison,
        "cohen-kappa",
        "Two raters judged every item, so the categories have a separate rate for each rater.",
      )
    : choose(comparison, "fleiss-kappa", "More than two raters judged every item, so their ratings are pooled.");
}

function choose(comparison: Comparison, test: TestName, reason: string): ChosenTest {
  const pairs =
    comparison.aim === "difference"
      ? (comparison.parties * (comparison.parties - 1)) / 2
      : comparison.aim === "chance"
        ? comparison.parties
        : 1;
  return {
    ok: true,
    test,
    reason,
    correction: pairs > 1 ? "holm" : null,
    familySize: pairs,
    overall:
      comparison.aim === "difference" &&
      comparison.items === "same" &&
      comparison.outcome === "binary" &&
      comparison.parties > 2
        ? "cochran-q"
        : null,
    warnings: listWarnings(comparison, test),
  };
}

function listWarnings({ stories }: Comparison, test: TestName): string[] {
  if (stories === null || !test.includes("clustered")) return [];
  if (stories < fewClusters)
    return [`With ${stories} stories the clustered standard error and its p-values are approximate.`];
  return [];
}

/**
 * A single story gives no clusters: the result does not generalise to other stories, and no second cluster can be
 * compared.
 */
function hasClusters({ stories }: Comparison): boolean {
  return stories !== null && stories > 1;
}
