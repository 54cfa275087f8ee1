import { dimensions } from "../../../beliefs/typology.ts";
import { distributionAgreement } from "../../../statistics/agreement/distribution-agreement.ts";
import { normalQuantile } from "../../../statistics/basics/distributions.ts";
import { clusteredEstimate } from "../../../statistics/clustered/clustered-estimate.ts";
import { judgeTogether } from "../family-tests.ts";
import { estimate, textCell, type ViewCell, type ViewTable } from "../view.ts";
import { type BeliefObserver, decided } from "./belief-cells.ts";

/** Below this number of decided pairs a category's rate is omitted from profiles. */
const fewestPairs = 5;

/** The correlation of the rates of people and of each model over the categories. */
export function profileTable(people: BeliefObserver, models: readonly BeliefObserver[]): ViewTable {
  return {
    name: "profiles",
    caption: `Correlation of people's and each model's rates over categories with ${fewestPairs} decided pairs and more on both sides`,
    columns: ["Model", "Pearson", "Spearman", "Mean absolute distance"],
    rows: models.map((model) => {
      const both = shared(people, model);
      const found = distributionAgreement(
        both.map((one) => one.people),
        both.map((one) => one.model),
        both.map(() => null),
      );
      return [
        textCell(model.name),
        correlation(found.pearson, both.length),
        correlation(found.spearman, both.length),
        estimate(
          {
            value: found.meanAbsDiff,
            low: null,
            high: null,
            n: both.length,
            reason: "Describes these categories.",
          },
          "points",
        ),
      ];
    }),
  };
}

/** People minus each model over the categories that both decided, overall and by dimension; Holm over all tests. */
export function againstPeople(
  people: BeliefObserver,
  models: readonly BeliefObserver[],
): { table: ViewTable; findings: string[]; tests: number } {
  const rows = models.flatMap((model) => {
    const both = shared(people, model);
    const dimensionOf = (category: string) => people.score.byCategory.get(category)?.dimension;
    return [{ id: null, label: "All expressions" }, ...dimensions].map(({ id, label }) => {
      const own = both.filter(({ category }) => id === null || dimensionOf(category) === id);
      const difference = clusteredEstimate(
        own.map((one) => one.people - one.model),
        [],
        { range: [-1, 1], unit: "categories" },
      );
      // Categories are independent: there are no clusters for sign patterns.
      return { model, label, difference: { ...difference, signPatterns: null } };
    });
  });
  const { cells, findings } = judgeTogether(
    rows.map(({ model, label, difference }) => ({
      says: `People less ${model.name}, ${label}`,
      difference,
      unit: "categories",
    })),
  );
  const table: ViewTable = {
    name: "people-against-models",
    caption: `People minus each model in context following (positive: people follow more): the mean over categories of expressions, each with the same weight; the interval generalises to new categories. Holm over ${rows.length}`,
    columns: ["Model", "Expressions", "People less model", "Test"],
    rows: rows.map(({ model, label, difference }, index) => [
      textCell(model.name),
      textCell(label),
      estimate(difference, "points"),
      cells[index]!,
    ]),
  };
  return { table, findings, tests: cells.filter(({ p }) => p !== null).length };
}

/** Rates of one observer by category, if enough pairs were decided. */
function profileOf({ score }: BeliefObserver): Map<string, number> {
  return new Map(
    [...score.byCategory].flatMap(([category, rate]) =>
      rate.rate === null || decided(rate) < fewestPairs ? [] : [[category, rate.rate] as const],
    ),
  );
}

function shared(people: BeliefObserver, model: BeliefObserver) {
  const [ofPeople, ofModel] = [profileOf(people), profileOf(model)];
  const categories = [...ofPeople.keys()].filter((category) => ofModel.has(category));
  return categories.map((category) => ({ category, people: ofPeople.get(category)!, model: ofModel.get(category)! }));
}

/** A correlation with Fisher's interval, which treats categories as independent; null limits below five of them. */
function correlation(value: number | null, n: number): ViewCell {
  if (value === null || n < 5 || Math.abs(value) >= 1)
    return estimate(
      { value, low: null, high: null, n, reason: n < 5 ? "Fewer than five categories." : "No spread, no interval." },
      "number",
    );
  const half = normalQuantile(0.975) / Math.sqrt(n - 3);
  const at = (shift: number) => Math.tanh(Math.atanh(value) + shift);
  return estimate(
    { value, low: at(-half), high: at(half), n, reason: "Fisher's interval; categories taken as independent." },
    "number",
  );
}
