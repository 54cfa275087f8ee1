import type { SliceFacet } from "../../../beliefs/scoring/score-details.ts";
import { correlation } from "../../../statistics/agreement/distribution-agreement.ts";
import { doubledRanks } from "../../../statistics/basics/ranks.ts";
import { descriptiveNumber, test, textCell, type ViewTable } from "../view.ts";
import { type BeliefObserver, rateCell } from "./belief-cells.ts";

/** The labels of the attributes by which rates are divided. */
export const facetLabels: Readonly<Record<SliceFacet, string>> = {
  relation: "relation",
  template: "template",
  source: "source",
  popularity: "popularity of the subject",
};

/** Models' rates by one attribute; no table if no item has the attribute. */
export function sliceTable(models: readonly BeliefObserver[], facet: SliceFacet): ViewTable[] {
  const rates = models.map(({ score }) => new Map(score.details?.slices[facet] ?? []));
  const values = [...new Set(rates.flatMap((ratesByValue) => [...ratesByValue.keys()]))].sort((left, right) =>
    left.localeCompare(right, "en", { numeric: true }),
  );
  if (values.length === 0) return [];
  return [
    {
      name: `by-${facet}`,
      caption: `Context-following rates of models by ${facetLabels[facet]}; n is the number of decided pairs`,
      columns: [facetLabels[facet], ...models.map(({ name }) => name)],
      rows: values.map((value) => [textCell(value), ...rates.map((ratesByValue) => rateCell(ratesByValue.get(value)))]),
    },
  ];
}

/** The shares of yes and no answers of models without an expression. */
export function unpromptedTable(models: readonly BeliefObserver[]): ViewTable[] {
  const rows = models.flatMap(({ name, score: { details } }) => {
    if (!details) return [];
    const { yes, no, neither } = details.unprompted;
    const n = yes + no + neither;
    const share = (count: number) => descriptiveNumber(n === 0 ? null : count / n, n, "share");
    return n === 0 ? [] : [[textCell(name), share(yes), share(no), share(neither)]];
  });
  if (rows.length === 0) return [];
  return [
    {
      name: "without-expression",
      caption:
        "Shares of answers without an expression; each fact is asked in both forms, so a model that knows it says yes as often as no",
      columns: ["Model", "Yes", "No", "Neither"],
      rows,
    },
  ];
}

/** The variance of rates over the templates of a category, with its permutation baseline. */
export function templateTable(models: readonly BeliefObserver[]): ViewTable[] {
  const rows = models.flatMap(({ name, score }) => {
    const templateVariance = score.details?.templates;
    if (!templateVariance) return [];
    const { templates, n, variance, expected, p } = templateVariance;
    return [
      [textCell(name), descriptiveNumber(variance, templates), descriptiveNumber(expected, templates), test(p, n)],
    ];
  });
  if (rows.length === 0) return [];
  return [
    {
      name: "templates",
      caption:
        "Variance of the rates of the templates of one category, averaged over categories, and its mean over 500 permutations of templates within categories; n: templates with at least 5 decided pairs, and these pairs",
      columns: ["Model", "Variance", "By permutation", "Test"],
      rows,
    },
  ];
}

/** The similarity of models' rankings of the categories: Spearman's correlation of each model with the others. */
export function rankCorrelationTable(models: readonly BeliefObserver[]): ViewTable[] {
  if (models.length < 2) return [];
  const rates = models.map(
    ({ score }) =>
      new Map([...score.byCategory].flatMap(([id, { rate }]) => (rate === null ? [] : [[id, rate] as const]))),
  );
  const pairs = models.map((_, one) =>
    models.map((_, other) => (one === other ? null : rankCorrelation(rates[one]!, rates[other]!))),
  );
  return [
    {
      name: "rank-correlations",
      caption:
        "Rank correlation (Spearman) of each model with the other models over the categories that both decided; n: other models",
      columns: ["Model", "Mean", "Lowest", "with", "Highest", "with"],
      rows: models.map(({ name }, one) => {
        const correlations = pairs[one]!.flatMap((value, other) =>
          value === null ? [] : [{ value, name: models[other]!.name }],
        );
        const sortedCorrelations = [...correlations].sort((left, right) => left.value - right.value);
        const mean =
          correlations.length === 0
            ? null
            : correlations.reduce((sum, { value }) => sum + value, 0) / correlations.length;
        return [
          textCell(name),
          descriptiveNumber(mean, correlations.length),
          descriptiveNumber(sortedCorrelations[0]?.value ?? null, Math.min(1, correlations.length)),
          textCell(sortedCorrelations[0]?.name ?? "–"),
          descriptiveNumber(sortedCorrelations.at(-1)?.value ?? null, Math.min(1, correlations.length)),
          textCell(sortedCorrelations.at(-1)?.name ?? "–"),
        ];
      }),
    },
  ];
}

/** Null for fewer than three shared categories, or if the rates do not vary. */
function rankCorrelation(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number | null {
  const sharedIds = [...left.keys()].filter((id) => right.has(id));
  if (sharedIds.length < 3) return null;
  const ranks = (rates: ReadonlyMap<string, number>) =>
    doubledRanks(sharedIds.map((id) => rates.get(id)!)).map((rank) => rank ?? 0);
  return correlation(ranks(left), ranks(right));
}
