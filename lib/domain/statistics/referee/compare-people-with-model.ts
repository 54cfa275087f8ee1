import type { Category } from "../category.ts";
import { studentTwoSided } from "../distributions.ts";
import { requireLevel } from "../require-number.ts";
import { type TwoWayClusteredMean, twoWayClusteredMean } from "../two-way-clustered-mean.ts";
import { chooseTest } from "./choose-test.ts";
import type { Refusal, TestName } from "./comparison.ts";
import { detectableByT } from "./minimum-detectable.ts";
import { testLabels } from "./test-labels.ts";
import { wordingOfCount, wordingOfDetectable, wordingOfP, wordingOfPoints } from "./wording.ts";

/** One answer of one person, beside the model's answer to the same item. */
export interface PersonAnswer {
  participant: Category;
  story: Category;
  correct: boolean;
  /** null when the model gave no answer to this item; the answer is then left out and counted. */
  modelCorrect: boolean | null;
}

export interface PeopleComparison {
  ok: true;
  test: TestName;
  reason: string;
  warnings: string[];
  nDropped: number;
  people: number | null;
  model: number | null;
  /** People's accuracy less the model's, over answers. */
  difference: TwoWayClusteredMean;
  pvalue: number | null;
  significant: boolean;
  minimumDetectable: number | null;
  sentence: string;
}

/**
 * Holds single people, not their majority, against a model on the same items. Each answer is compared with the model's
 * answer to its item; the mean difference is clustered by participant and by story (Cameron, Gelbach and Miller), because
 * a person in a block of items answers several and a story is answered by many.
 */
export function comparePeopleWithModel(
  label: string,
  answers: readonly PersonAnswer[],
  { alpha = 0.05, power = 0.8 }: { alpha?: number; power?: number } = {},
): PeopleComparison | Refusal {
  requireLevel("alpha", alpha);
  requireLevel("power", power);
  const paired = answers.filter(({ modelCorrect }) => modelCorrect !== null);
  const stories = new Set(paired.map(({ story }) => story)).size;
  const choice = chooseTest({
    aim: "difference",
    outcome: "binary",
    parties: 2,
    items: "same",
    stories,
    answersPerPerson: "several",
    complete: paired.length === answers.length,
  });
  if (!choice.ok) return choice;
  const difference = twoWayClusteredMean(
    paired.map(({ correct, modelCorrect }) => Number(correct) - Number(modelCorrect)),
    paired.map(({ participant }) => participant),
    paired.map(({ story }) => story),
    1 - alpha,
  );
  const { mean, se, df } = difference;
  const pvalue = mean === null || se === null || se === 0 || df === null ? null : studentTwoSided(mean / se, df);
  const significant = pvalue !== null && pvalue <= alpha;
  const detectable = significant ? null : detectableByT(se, df, { alpha, power });
  const minimumDetectable = detectable !== null && detectable <= 1 ? detectable : null;
  return {
    ok: true,
    test: choice.test,
    reason: choice.reason,
    warnings: [
      ...choice.warnings,
      ...(difference.fellBack
        ? ["The two-way variance was not positive, so the larger one-way variance is used."]
        : []),
    ],
    nDropped: answers.length - paired.length,
    people: share(paired.map(({ correct }) => correct)),
    model: share(paired.map(({ modelCorrect }) => modelCorrect === true)),
    difference,
    pvalue,
    significant,
    minimumDetectable,
    sentence: sentenceOf(label, difference, pvalue, significant, minimumDetectable, power),
  };

  function share(values: readonly boolean[]): number | null {
    return values.length === 0 ? null : values.filter(Boolean).length / values.length;
  }
}

function sentenceOf(
  label: string,
  { mean, n, nFirst, nSecond, ciLow, ciHigh }: TwoWayClusteredMean,
  pvalue: number | null,
  significant: boolean,
  minimumDetectable: number | null,
  power: number,
): string {
  const base = `${wordingOfCount(n, "answer")} of ${wordingOfCount(nFirst, "person", "people")} to ${wordingOfCount(nSecond, "story", "stories")}`;
  if (mean === null || pvalue === null || ciLow === null || ciHigh === null)
    return `People and ${label} cannot be compared on ${base}: there is no spread between clusters.`;
  const finding = significant
    ? `${mean > 0 ? "People were" : `${label} was`} right more often than ${mean > 0 ? label : "people"}`
    : `The difference between people and ${label} is not significant`;
  const numbers = `${wordingOfPoints(mean)} points (${wordingOfPoints(ciLow)} to ${wordingOfPoints(ciHigh)}) over ${base}; ${testLabels["two-way-clustered-t"]} gives ${wordingOfP(pvalue)}`;
  if (significant) return `${finding}: ${numbers}.`;
  const smallest = minimumDetectable === null ? null : `${wordingOfPoints(minimumDetectable)} points`;
  return `${finding}: ${numbers}. ${wordingOfDetectable(smallest, power)}`;
}
