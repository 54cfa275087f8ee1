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
 * Compares the test that a researcher requested with the referee's choice. Accepts it, with a warning if it treats
 * dependent answers as independent; or rejects it and names the better test.
 */
export function judgeRequest(
  comparison: Comparison,
  choice: ChosenTest,
  requested: TestName,
): ChosenTest | RefusedTest {
  const requestedLabel = capitalize(testLabels[requested]);
  const betterLabel = testLabels[choice.test];
  const isDifference = unpairedTests.includes(requested) || pairedTests.includes(requested);
  if (isDifference !== (comparison.aim === "difference") || comparison.aim === "ranking")
    return refuse("otherQuestion", `${requestedLabel} does not answer this question; use ${betterLabel}.`, choice.test);
  if (!isDifference)
    return comparison.aim === "chance" && requested === "exact-binomial"
      ? {
          ...choice,
          test: requested,
          warnings: [
            "Answers of one story are treated as independent; if they are correlated, the p-value is too small.",
          ],
        }
      : refuse("otherQuestion", `${requestedLabel} does not answer this question; use ${betterLabel}.`, choice.test);
  if (binaryTests.includes(requested) && comparison.outcome !== "binary")
    return refuse(
      "needsBinary",
      `${requestedLabel} needs answers that are right or wrong; use ${betterLabel}.`,
      choice.test,
    );
  if (comparison.items === "same" && unpairedTests.includes(requested))
    return refuse(
      "unpairedTestOnPairedData",
      `Both sides answered the same items, but ${testLabels[requested]} treats them as independent; use ${betterLabel}.`,
      choice.test,
    );
  if (comparison.items === "different" && pairedTests.includes(requested))
    return refuse(
      "pairedTestOnDifferentItems",
      `The sides answered different items, so there are no pairs for ${testLabels[requested]}; use ${betterLabel}.`,
      choice.test,
    );
  if (requested === "cochran-q" && comparison.parties < 3)
    return refuse("otherQuestion", `Two sides need no overall test; use ${betterLabel}.`, choice.test);
  if (requested === "two-way-clustered-t" && comparison.answersPerPerson !== "several")
    return refuse(
      "otherQuestion",
      `No person gave several answers, so there is no second clustering; use ${betterLabel}.`,
      choice.test,
    );
  const ignoresClusters = !requested.includes("clustered") && choice.test.includes("clustered");
  const ignoresPeople = choice.test === "two-way-clustered-t";
  const warnings =
    ignoresClusters || ignoresPeople
      ? [
          ...choice.warnings,
          "This test treats clustered answers as independent; if they are correlated, its p-value is too small.",
        ]
      : choice.warnings;
  return { ...choice, test: requested, reason: `${requestedLabel} was requested. ${choice.reason}`, warnings };
}
