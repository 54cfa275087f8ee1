import { formatCount, formatNumber } from "../../../format/figures.ts";
import { normalCdf, normalTwoSidedQuantile } from "../../../statistics/basics/distributions.ts";
import { crossedLogistic } from "../../../statistics/regression/crossed-logistic.ts";
import { type Material, modelAnswers } from "../material.ts";
import { type Check, estimate, refusedView, shownView, test, textCell, type View } from "../view.ts";

const head = {
  id: "mixed",
  title: "A mixed model of people and models",
  lead: "Logistic regression of right answers with crossed random intercepts of people and items, and a fixed effect of each model relative to people (Laplace, as R lme4 glmer).",
};

const fewestAnswersEach = 2;
const fewestSubjects = 10;
const fewestItems = 5;
/** The dense part of the crossed design is factorised repeatedly; above this limit, use the R script of the bundle. */
const mostItems = 120;
const mostAnswers = 6_000;

/**
 * Each model's log odds relative to people's, with people and items as random intercepts; each single answer of a model
 * is one row.
 */
export function mixedView({ scored, perPerson, cells, models }: Material): View {
  const people = perPerson.filter((n) => n > 0).length;
  const items = new Set(scored.map(({ cell }) => cell.item.id)).size;
  const perSubject = people === 0 ? 0 : scored.length / people;
  const checks: Check[] = [
    {
      says: "People answered several items, so that person and answer effects can be separated",
      holds: perSubject >= fewestAnswersEach && people >= fewestSubjects,
      found: `${people} people with ${formatNumber(perSubject)} scored answers each on average, which describes these data`,
    },
    { says: "There are items enough", holds: items >= fewestItems, found: `${items} items` },
    {
      says: "The model is small enough to be fitted here",
      holds: items <= mostItems && scored.length <= mostAnswers,
      found: `${formatCount(scored.length)} answers to ${items} items (at most ${formatCount(mostAnswers)} to ${mostItems})`,
    },
  ];
  if (!checks[0]!.holds)
    return refusedView(
      head,
      `It takes ${fewestSubjects} people with ${fewestAnswersEach} answers each and more.`,
      checks,
    );
  if (!checks[1]!.holds) return refusedView(head, `It takes ${fewestItems} items.`, checks);
  if (!checks[2]!.holds)
    return refusedView(
      head,
      "This many answers are refitted by the R script of the bundle export (glmer), not here.",
      checks,
    );
  const ofModels = modelRows({ models, cells });
  const rows = [
    ...scored.map(({ right, person, cell }) => ({
      y: right,
      subject: `person ${person}`,
      item: cell.item.id,
      model: -1,
    })),
    ...ofModels,
  ];
  const present = models.filter((_, index) => ofModels.some(({ model }) => model === index));
  const columns = present.map((model) => models.indexOf(model));
  const y = rows.map((row) => row.y);
  if (y.every((value) => value === y[0])) return refusedView(head, "All answers are alike.", checks);
  const fit = crossedLogistic(
    y,
    rows.map(({ subject }) => subject),
    rows.map(({ item }) => item),
    rows.map(({ model }) => columns.map((column) => Number(model === column))),
    // A model's effect is fixed: with an additional random intercept its error would be that of a sampled person.
    rows.map(({ model }) => model === -1),
  );
  const errors = fit.se ?? fit.seRX;
  const z = normalTwoSidedQuantile(0.95);
  const effects = ["People (intercept)", ...present.map(({ label }) => `${label} relative to people`)];
  return shownView(head, {
    checks: [
      ...checks,
      {
        says: "Both standard deviations were estimated above 0",
        holds: !fit.singular,
        found: fit.singular ? "one is 0, so errors are conditional on it" : "they were",
      },
    ],
    sentences: [
      `Standard deviation of people ${formatNumber(fit.sdSubject, 3)}, of items ${formatNumber(fit.sdItem, 3)} (logits, n = ${formatCount(rows.length)} answers; no interval: the likelihood near 0 is not quadratic). Effects are Wald tests; a model has a fixed effect and no random one, so its effect is about this model alone.`,
    ],
    tables: [
      {
        name: "effects",
        caption: "Fixed effects in logits; positive: right more often",
        columns: ["Effect", "Logits", "Test"],
        rows: effects.map((label, index) => {
          const value = fit.beta[index]!;
          const se = errors[index]!;
          const isUsable = Number.isFinite(se) && se > 0;
          return [
            textCell(label),
            estimate(
              {
                value,
                low: isUsable ? value - z * se : null,
                high: isUsable ? value + z * se : null,
                n: rows.length,
                reason: isUsable ? null : "No standard error.",
              },
              "number",
            ),
            test(isUsable ? 2 * normalCdf(-Math.abs(value / se)) : null, rows.length),
          ];
        }),
      },
    ],
  });
}

/** Each single answer of each model as a row. */
function modelRows({ models, cells }: Pick<Material, "models" | "cells">) {
  return models.flatMap(({ id }, index) =>
    cells.flatMap(({ item, models: answers }) => {
      const answer = answers.get(id);
      if (!answer) return [];
      return modelAnswers(answer).map((y) => ({ y, subject: `model ${index}`, item: item.id, model: index }));
    }),
  );
}
