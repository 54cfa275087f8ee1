import { formatNumber, formatNumberOf, formatPInSentence } from "../../../format/figures.ts";
import { chiSquareUpperTail, normalTwoSidedQuantile } from "../../../statistics/basics/distributions.ts";
import { medianOf, percentileOfSorted } from "../../../statistics/basics/percentiles.ts";
import { abilityOfShares } from "../../../statistics/item-response/person-ability.ts";
import { type RaschModel, raschModel } from "../../../statistics/item-response/rasch-model.ts";
import type { Material } from "../material.ts";
import { type Check, descriptiveNumber, estimate, refusedView, shownView, textCell, type View } from "../view.ts";
import { itemScaleView, minAnswersForPersonScale } from "./item-scale-view.ts";
import { responseMatrix } from "./response-matrix.ts";

const head = {
  id: "rasch",
  title: "People and models on one scale",
  lead: "Rasch difficulties of the items, estimated from people alone, and abilities of people and models on that scale (logits: one more multiplies the odds of a right answer by e).",
};

const minPeople = 30;
const minItems = 4;
const z = normalTwoSidedQuantile(0.95);

/** Item difficulties by conditional maximum likelihood, and the positions of people and models. */
export function raschView(material: Material): View {
  const { items, people, models, left } = responseMatrix(material);
  const answerSummary = `${formatNumberOf(people.length, "person", "people")} answered the same ${formatNumberOf(items.length, "item")}; ${left} answered others`;
  const complete = {
    says: "People answered the same items",
    holds: people.length >= minPeople && items.length >= minItems,
    found: answerSummary,
  };
  const answerCounts = material.perPerson.filter((n) => n > 0);
  const meanAnswers = answerCounts.reduce((sum, n) => sum + n, 0) / Math.max(1, answerCounts.length);
  if (!complete.holds && answerCounts.length > 0 && meanAnswers < minAnswersForPersonScale)
    return itemScaleView(head, material);
  if (!complete.holds)
    return refusedView(
      head,
      `Requires at least ${minPeople} people who all answered the same items, at least ${minItems}.`,
      [complete],
    );
  const responses = people.map(({ right }) => right);
  const fit = raschModel(responses);
  const estimable = {
    says: "The estimates are finite: no separation of items by wrong answers",
    holds: fit.estimable,
    found: `${fit.nPersonsUsed} people with some but not all items right, ${formatNumberOf(fit.removedItems.length, "item")} removed`,
  };
  if (!fit.estimable)
    return refusedView(head, "The difficulties have no finite estimate on these answers (Fischer 1981).", [
      complete,
      estimable,
    ]);
  const split = scoreSplit(responses, fit);
  const estimateAbility = (right: readonly (number | null)[]) => abilityOfShares(fit.difficulty, right);
  const abilities = responses.map((right) => estimateAbility(right).theta!).sort((one, other) => one - other);
  return shownView(head, {
    checks: [complete, estimable, split],
    conclusions: [
      split.holds === null
        ? "Whether difficulties are the same for people with high and with low scores was not tested: the halves are too small for separate estimates."
        : split.holds
          ? "The test finds no difference in difficulties between people with high and with low scores."
          : "People with high and low scores find different items hard: they do not fit one scale, and the abilities below are a summary, not a measurement.",
    ],
    sentences: [
      "Abilities are Warm’s weighted likelihood estimates with the difficulties treated as known. A model counts with the share of its answers to an item that is right, over repeats and conditions.",
    ],
    tables: [
      {
        name: "difficulties",
        caption: "Difficulty of items for people, in logits, hardest first; the mean is 0",
        columns: ["Item", "Difficulty"],
        rows: items
          .map(({ label }, index) => ({ label, value: fit.difficulty[index]!, se: fit.se[index]! }))
          .sort((one, other) => (other.value ?? Number.NEGATIVE_INFINITY) - (one.value ?? Number.NEGATIVE_INFINITY))
          .map(({ label, value, se }) => [
            textCell(label),
            estimate(
              {
                value,
                low: value === null ? null : value - z * se!,
                high: value === null ? null : value + z * se!,
                n: fit.nPersonsUsed,
                reason: value === null ? "All people or none answered the item correctly." : null,
              },
              "number",
            ),
          ]),
      },
      {
        name: "abilities",
        caption: "Abilities of people and models, in logits",
        columns: ["Who", "Ability", "Right", "People below"],
        rows: [
          ...[0.1, 0.5, 0.9].map((q) => [
            textCell(q === 0.5 ? "Median person" : `${q * 100}th percentile of people`),
            descriptiveNumber(percentileOfSorted(abilities, q), abilities.length),
            textCell("–"),
            descriptiveNumber(q, abilities.length, "share"),
          ]),
          ...models.flatMap(({ label, shares }) => {
            const { theta, se, n, score } = estimateAbility(shares);
            if (theta === null || se === null) return [];
            const below =
              abilities.filter((one) => one < theta).length + abilities.filter((one) => one === theta).length / 2;
            return [
              [
                textCell(label),
                estimate({ value: theta, low: theta - z * se, high: theta + z * se, n }, "number"),
                descriptiveNumber(score / n, n, "share"),
                descriptiveNumber(below / abilities.length, abilities.length, "share"),
              ],
            ];
          }),
        ],
      },
    ],
  });
}

/** Andersen's likelihood ratio test (1973): the same difficulties for people below and above the median score. */
function scoreSplit(responses: readonly (readonly number[])[], whole: RaschModel): Check {
  const says = "Difficulties are the same for people with low and with high scores (Andersen’s likelihood ratio test)";
  const scores = responses.map((right) => right.reduce((sum, one) => sum + one, 0));
  const median = medianOf(scores).median ?? 0;
  const halves = [
    responses.filter((_, row) => scores[row]! <= median),
    responses.filter((_, row) => scores[row]! > median),
  ];
  const fits = halves.map((half) => (half.length === 0 ? null : raschModel(half)));
  if (fits.some((fit) => !fit?.estimable || fit.removedItems.length !== whole.removedItems.length))
    return { says, holds: null, found: "the halves are too small for separate estimates", restsOnTest: true };
  const ratio = Math.max(0, 2 * (fits.reduce((sum, fit) => sum + fit!.loglik!, 0) - whole.loglik!));
  const df = responses[0]!.length - whole.removedItems.length - 1;
  const p = chiSquareUpperTail(ratio, df);
  return {
    says,
    holds: p >= 0.05,
    found: `chi-square ${formatNumber(ratio, 2)} on ${df} df (a statistic, so without an interval), ${formatPInSentence(p)}, n = ${responses.length} people`,
    restsOnTest: true,
  };
}
