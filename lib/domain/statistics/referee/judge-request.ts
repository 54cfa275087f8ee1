import { capitalize } from "../../format/capitalize.ts";
import { type ChosenTest, type Comparison, type RefusedTest, refuse, type TestName } from "./comparison.ts";
import { testLabels } from "./test-labels.ts";

const unpairedTests: readonly TestName[] = ["two-proportion-z", "unpaired-clustered-t"];
const pairedTests: readonly TestName[] = [
  "mcnemar-midp",
  "mcnemar-exact",
  "cochran-q",
  "paired-clustered-t",
  "two-way-clustered-t",
];
const binaryTests: readonly TestName[] = [
  "mcnemar-midp",
  "mcnemar-exact",
  "cochran-q",
  "two-proportion-z",
  "exact-binomial",
];

/**
 * Judges a researcher's requested test against the referee's choice: accepts it, with a warning if it treats dependent
 * answers as independent, or refuses it and names the better one.
 */
export function judgeRequest(
  comparison: Comparison,
  choice: ChosenTest,
  requested: TestName,
): ChosenTest | RefusedTest {
  const wish = capitalize(testLabels[requested]);
  const better = testLabels[choice.test];
  const isDifference = unpairedTests.includes(requested) || pairedTests.includes(requested);
  if (isDifference !== (comparison.aim === "difference") || comparison.aim === "ranking")
    return refuse("otherQuestion", `${wish} does not answer this question; use ${better}.`, choice.test);
  if (!isDifference)
    return comparison.aim === "chance" && requested === "exact-binomial"
      ? {
          ...choice,
          test: requested,
          warnings: ["Answers of one story were taken as independent; the p-value is too small if they are alike."],
        }
      : refuse("otherQuestion", `${wish} does not answer this question; use ${better}.`, choice.test);
  if (binaryTests.includes(requested) && comparison.outcome !== "binary")
    return refuse("needsBinary", `${wish} needs answers that are right or wrong; use ${better}.`, choice.test);
  if (comparison.items === "same" && unpairedTests.includes(requested))
    return refuse(
      "unpairedTestOnPairedData",
      `The same items were answered by both sides, so ${testLabels[requested]}, which takes them as independent, is refused; use ${better}.`,
      choice.test,
    );
  if (comparison.items === "different" && pairedTests.includes(requested))
    return refuse(
      "pairedTestOnDifferentItems",
      `The sides answered different items, so there are no pairs for ${testLabels[requested]}; use ${better}.`,
      choice.test,
    );
  if (requested === "cochran-q" && comparison.parties < 3)
    return refuse("otherQuestion", `Two sides need no overall test; use ${better}.`, choice.test);
  if (requested === "two-way-clustered-t" && comparison.answersPerPerson !== "several")
    return refuse(
      "otherQuestion",
      `No person gave several answers, so there is no second clustering; use ${better}.`,
      choice.test,
    );
  const ignoresClusters = !requested.includes("clustered") && choice.test.includes("clustered");
  const ignoresPeople = choice.test === "two-way-clustered-t";
  const warnings =
    ignoresClusters || ignoresPeople
      ? [
          ...choice.warnings,
          "This test takes answers as independent that come in clusters; its p-value is too small if they are alike.",
        ]
      : choice.warnings;
  return { ...choice, test: requested, reason: `${wish} was asked for. ${choice.reason}`, warnings };
}
