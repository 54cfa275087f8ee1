import type { PeopleDifference } from "../../../beliefs/scoring/compare-people.ts";
import { distributionAgreement } from "../../../statistics/agreement/distribution-agreement.ts";
import { normalQuantile } from "../../../statistics/basics/distributions.ts";
import { testTogether } from "../family-tests.ts";
import { estimate, textCell, type ViewCell, type ViewTable } from "../view.ts";
import { type BeliefObserver, countDecided } from "./belief-cells.ts";

/** Below this number of decided pairs a category's rate is omitted from profiles. */
const minPairs = 5;

/** The correlation of the rates of people and of each model over the categories. */
export function profileTable(people: BeliefObserver, models: readonly BeliefObserver[]): ViewTable {
  return {
    name: "profiles",
    caption: `Correlation of people's and each model's rates over categories with at least ${minPairs} decided pairs on both sides`,
    columns: ["Model", "Pearson", "Spearman", "Mean absolute distance"],
    rows: models.map((model) => {
      const ratePairs = pairRates(people, model);
      const agreement = distributionAgreement(
        ratePairs.map((one) => one.people),
        ratePairs.map((one) => one.model),
        ratePairs.map(() => null),
      );
      return [
        textCell(model.name),
        correlationCell(agreement.pearson, ratePairs.length),
        correlationCell(agreement.spearman, ratePairs.length),
        estimate(
          {
            value: agreement.meanAbsDiff,
            low: null,
            high: null,
            n: ratePairs.length,
            reason: "Descriptive; no interval.",
          },
          "points",
        ),
      ];
    }),
  };
}

/** People and one model on the same expressions, from its stored result. */
export interface PeopleComparison {
  model: string;
  rows: readonly PeopleDifference[];
}

/**
 * People minus each model on the expressions that both decided: overall and by dimension for every model, and by
 * category for the chosen model. Each table is corrected by Holm over its rows.
 *
 * @param chosen the model that is compared by category
 */
export function compareWithPeople(
  comparisons: readonly PeopleComparison[],
  chosen: string | null,
): { tables: ViewTable[]; findings: string[]; tests: number } {
  const chosenComparison = comparisons.find(({ model }) => model === chosen) ?? comparisons[0];
  const parts = [
    differenceTable(
      "people-against-models",
      "People minus each model in context following on the same expressions (positive: people have the higher rate); people and facts are two-way clusters",
      comparisons.flatMap(({ model, rows }) =>
        rows.filter(({ level }) => level !== "category").map((row) => ({ model, ...row })),
      ),
    ),
    ...(chosenComparison
      ? [
          differenceTable(
            "people-against-model-by-category",
            `People minus ${chosenComparison.model} by category, on the same expressions; people and facts are two-way clusters`,
            chosenComparison.rows
              .filter(({ level }) => level === "category")
              .map((row) => ({ model: chosenComparison.model, ...row })),
          ),
        ]
      : []),
  ];
  return {
    tables: parts.map(({ table }) => table),
    findings: parts[0]!.findings,
    tests: parts.reduce((sum, { tests }) => sum + tests, 0),
  };
}

function differenceTable(
  name: string,
  caption: string,
  rows: readonly (PeopleDifference & { model: string })[],
): { table: ViewTable; findings: string[]; tests: number } {
  const { cells, findings } = testTogether(
    rows.map(({ model, label, difference }) => ({
      says: `People minus ${model}, ${label}`,
      difference: { ...difference, signPatterns: null },
      unit: "answers of people",
    })),
  );
  const tests = cells.filter(({ p }) => p !== null).length;
  const table: ViewTable = {
    name,
    caption: `${caption}. Holm correction, ${tests} tests`,
    columns: ["Model", "Expressions", "People minus model", "Test"],
    rows: rows.map(({ model, label, difference }, index) => [
      textCell(model),
      textCell(label),
      estimate(difference, "points"),
      cells[index]!,
    ]),
  };
  return { table, findings, tests };
}

/** Rates of one observer by category, if enough pairs were decided. */
function ratesByCategory({ score }: BeliefObserver): Map<string, number> {
  return new Map(
    [...score.byCategory].flatMap(([category, rate]) =>
      rate.rate === null || countDecided(rate) < minPairs ? [] : [[category, rate.rate] as const],
    ),
  );
}

function pairRates(people: BeliefObserver, model: BeliefObserver) {
  const [peopleRates, modelRates] = [ratesByCategory(people), ratesByCategory(model)];
  const categories = [...peopleRates.keys()].filter((category) => modelRates.has(category));
  return categories.map((category) => ({
    category,
    people: peopleRates.get(category)!,
    model: modelRates.get(category)!,
  }));
}

/** A correlation with Fisher's interval, which treats categories as independent; no interval for fewer than five. */
function correlationCell(value: number | null, n: number): ViewCell {
  if (value === null || n < 5 || Math.abs(value) >= 1)
    return estimate(
      {
        value,
        low: null,
        high: null,
        n,
        reason: n < 5 ? "Fewer than five categories." : "No interval for this correlation.",
      },
      "number",
    );
  const half = normalQuantile(0.975) / Math.sqrt(n - 3);
  const limitAt = (shift: number) => Math.tanh(Math.atanh(value) + shift);
  return estimate(
    {
      value,
      low: limitAt(-half),
      high: limitAt(half),
      n,
      reason: "Fisher z interval; categories treated as independent.",
    },
    "number",
  );
}
