import { formatCount, formatNumber } from "../../../format/figures.ts";
import { normalCdf, normalTwoSidedQuantile } from "../../../statistics/basics/distributions.ts";
import { type CrossedLogistic, crossedLogistic } from "../../../statistics/regression/crossed-logistic.ts";
import type { ResultCell } from "../../model/cells.ts";
import { clusterOf, clusterWords } from "../../model/share.ts";
import { logistic, meanOverEffect } from "../../simulation/marginal-logistic.ts";
import { type Material, modelAnswers } from "../material.ts";
import { type Check, estimate, refusedView, shownView, test, textCell, type View, type ViewCell } from "../view.ts";

const head = {
  id: "mixed",
  title: "A mixed model of people and models",
  lead: "Logistic regression of right answers with crossed random intercepts of people and items, of stories and prompts if there are several, and a fixed effect of each model relative to people (as R lme4 glmer).",
};

const minAnswersPerSubject = 2;
const minSubjects = 10;
const minItems = 5;
/**
 * The dense part of the crossed design is factorised repeatedly, and once more for each model. Below this product of
 * items squared, answers and effects, the Laplace approximation takes at most about a minute in a worker.
 */
const maxWork = 400 ** 2 * 10_000 * 4;
/** Above these limits, even the faster approximation takes minutes and hundreds of megabytes. */
const maxItems = 1_000;
const maxAnswers = 100_000;

/**
 * Each model's log odds relative to people's, with people, items, stories and prompts as random intercepts; each single
 * answer of a model is one row.
 */
export function mixedView({ scored, perPerson, cells, models }: Material): View {
  const people = perPerson.filter((n) => n > 0).length;
  const items = new Set(scored.map(({ cell }) => cell.item.id)).size;
  const perSubject = people === 0 ? 0 : scored.length / people;
  const checks: Check[] = [
    {
      says: "People answered several items, so that person and answer effects can be separated",
      holds: perSubject >= minAnswersPerSubject && people >= minSubjects,
      found: `${people} people with ${formatNumber(perSubject)} scored answers each on average (descriptive)`,
    },
    { says: "There are enough items", holds: items >= minItems, found: `${items} items` },
    {
      says: "The mixed model is small enough to be fitted in Parallax",
      holds: items <= maxItems && scored.length <= maxAnswers,
      found: `${formatCount(scored.length)} answers to ${items} items (at most ${formatCount(maxAnswers)} to ${maxItems})`,
    },
  ];
  if (!checks[0]!.holds)
    return refusedView(
      head,
      `Requires at least ${minSubjects} people with at least ${minAnswersPerSubject} answers each.`,
      checks,
    );
  if (!checks[1]!.holds) return refusedView(head, `Requires at least ${minItems} items.`, checks);
  if (!checks[2]!.holds)
    return refusedView(
      head,
      "There are too many answers to be fitted in Parallax; use the R script of the bundle export (glmer).",
      checks,
    );
  const modelAnswerRows = modelRows({ models, cells });
  const rows = [
    ...scored.map(({ right, person, cell }) => ({ y: right, subject: `person ${person}`, cell, model: -1 })),
    ...modelAnswerRows,
  ];
  const answeringModels = models.filter((_, index) => modelAnswerRows.some(({ model }) => model === index));
  const columns = answeringModels.map((model) => models.indexOf(model));
  const y = rows.map((row) => row.y);
  if (y.every((value) => value === y[0])) return refusedView(head, "All answers are right, or all are wrong.", checks);
  const furtherKinds = furtherGroups(rows.map(({ cell }) => cell));
  const search =
    items ** 2 * rows.length * (answeringModels.length + 3 + furtherKinds.length) <= maxWork ? "joint" : "penalised";
  const fit = crossedLogistic(
    y,
    rows.map(({ subject }) => subject),
    rows.map(({ cell }) => cell.item.id),
    rows.map(({ model }) => columns.map((column) => Number(model === column))),
    // A model's effect is fixed: with an additional random intercept, its standard error would be that of a sampled
    // person.
    rows.map(({ model }) => model === -1),
    search,
    furtherKinds.map(({ groups }) => groups),
  );
  const sdTexts = [
    `people ${formatNumber(fit.sdSubject, 3)}`,
    `items ${formatNumber(fit.sdItem, 3)}`,
    ...furtherKinds.map(({ many }, index) => `${many} ${formatNumber(fit.sdFurther[index], 3)}`),
  ];
  const errors = fit.se ?? fit.seRX;
  const effects = ["People (intercept)", ...answeringModels.map(({ label }) => `${label} relative to people`)];
  return shownView(head, {
    checks: [
      ...checks,
      {
        says: "All standard deviations were estimated above 0",
        holds: !fit.singular,
        found: fit.singular ? "one is 0, so errors are conditional on it" : "all are above 0",
      },
    ],
    conclusions: ["Effects are Wald tests."],
    sentences: [
      search === "joint"
        ? "Fitted by the Laplace approximation (glmer, nAGQ = 1)."
        : "These data are too large for the Laplace approximation in all effects: the fixed effects are penalised together with the random ones (glmer, nAGQ = 0), which makes them slightly too small, and errors are conditional on the standard deviations.",
      `Standard deviations of random intercepts: ${sdTexts.join(", ")} (logits, n = ${formatCount(rows.length)} answers; no interval: the likelihood near 0 is not quadratic). A model has a fixed effect and no random one, so its effect is about this model alone.`,
    ],
    tables: [
      {
        name: "effects",
        caption: "Fixed effects in logits (positive: more often right than people)",
        columns: ["Effect", "Logits", "Test"],
        rows: effects.map((label, index) => waldRow(label, fit.beta[index]!, errors[index]!, rows.length, "number")),
      },
      {
        name: "differences",
        caption:
          "Average marginal differences in the probability of a right answer on these items, model minus a person drawn at random; limits by the delta method, given the standard deviations",
        columns: ["Model", "Difference", "Test"],
        rows: answeringModels.map(({ label }, index) => {
          const { value, se } = marginalDifference(fit, index + 1);
          return waldRow(label, value, se, rows.length, "points");
        }),
      },
    ],
  });
}

/** The stories (or source groups) of the answers if there are several, and the prompts if there are several. */
function furtherGroups(cells: readonly ResultCell[]): { many: string; groups: string[] }[] {
  const stories = cells.map(({ item }) => clusterOf(item));
  const kinds = [
    { many: clusterWords(stories).many, groups: stories.map(({ id }) => id) },
    { many: "prompts", groups: cells.map(({ condition }) => condition.levels.prompt ?? "") },
  ];
  const items = new Set(cells.map(({ item }) => item.id)).size;
  return kinds.filter(({ groups }) => {
    const { size } = new Set(groups);
    return size > 1 && size < items;
  });
}

/** An estimate with Wald limits and a Wald test, if it has a standard error. */
function waldRow(label: string, value: number, se: number, n: number, unit: "number" | "points"): ViewCell[] {
  const half = Number.isFinite(se) && se > 0 ? normalTwoSidedQuantile(0.95) * se : null;
  const limits = half === null ? { low: null, high: null } : { low: value - half, high: value + half };
  return [
    textCell(label),
    estimate({ value, ...limits, n, reason: half === null ? "No standard error." : null }, unit),
    test(half === null ? null : 2 * normalCdf(-Math.abs(value / se)), n),
  ];
}

/**
 * The mean over items (each under each prompt) of P(model right) - P(person right), averaged over the distribution of
 * people. The delta method gives its standard error from the intercept and the model's effect.
 * @param effect the index of the model's effect in `beta`
 */
export function marginalDifference({ beta, covariance, places, sdSubject }: CrossedLogistic, effect: number) {
  const intercept = beta[0]!;
  let [value, interceptGradient, effectGradient] = [0, 0, 0];
  for (const place of places) {
    const model = logistic(intercept + beta[effect]! + place);
    const person = (of: (p: number) => number) =>
      meanOverEffect((deviation) => of(logistic(intercept + deviation + place)), sdSubject);
    value += (model - person((p) => p)) / places.length;
    effectGradient += (model * (1 - model)) / places.length;
    interceptGradient += (model * (1 - model) - person((p) => p * (1 - p))) / places.length;
  }
  const variance =
    interceptGradient ** 2 * covariance[0]![0]! +
    2 * interceptGradient * effectGradient * covariance[0]![effect]! +
    effectGradient ** 2 * covariance[effect]![effect]!;
  return { value, se: Math.sqrt(variance) };
}

/** Each single answer of each model as a row. */
function modelRows({ models, cells }: Pick<Material, "models" | "cells">) {
  return models.flatMap(({ id }, index) =>
    cells.flatMap((cell) => {
      const answer = cell.models.get(id);
      if (!answer) return [];
      return modelAnswers(answer).map((y) => ({ y, subject: `model ${index}`, cell, model: index }));
    }),
  );
}
