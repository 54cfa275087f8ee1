import { completeRows } from "../basics/complete-rows.ts";
import { normalTwoSidedQuantile } from "../basics/distributions.ts";
import { cholesky, choleskyInverse } from "../basics/linear-algebra.ts";
import { minimise } from "../basics/minimise.ts";
import { requireBinary, requireLevel } from "../basics/require-number.ts";

export type ItemLogitScaleReason =
  | "no answers"
  | "no answer of people"
  | "no answer of the model"
  | "people all right or all wrong"
  | "model all right or all wrong"
  | "fewer than 2 items";

export interface ItemLogitScale {
  n: number;
  nDropped: number;
  nItems: number;
  nPeopleAnswers: number;
  nModelAnswers: number;
  /** Logit of the probability that people answer an average item correctly. */
  people: number | null;
  /** The difference between the model and people in logits, with its standard error and interval. */
  modelEffect: number | null;
  se: number | null;
  low: number | null;
  high: number | null;
  /** Standard deviation of the items' easiness; 0 if `singular`. */
  sdItem: number | null;
  /** Laplace approximation. */
  loglik: number | null;
  singular: boolean | null;
  /**
   * Items in the order in which they first appear among the kept answers. Easiness in logits: `people` plus the
   * conditional mode.
   */
  items: { item: string; n: number; easiness: number }[];
  reason: ItemLogitScaleReason | null;
}

/** Standard deviations below this value count as 0. */
const singularBelow = 1e-3;

/**
 * A standard deviation above this value, in logits, diverges to infinity: the answers to each item are all right or all
 * wrong.
 */
const infiniteAbove = 50;

/** Maximum increase of the deviance at which setting a small standard deviation to 0 does not change the fit. */
const sameDeviance = 1e-9;

/**
 * A common scale for people and a model, for designs in which each person answers one item or a few: logit P(right) =
 * people + modelEffect isModel + b(item), where b is normal. There is no person effect. Fitted by the Laplace
 * approximation; the standard error comes from the second differences of the deviance in (sdItem, people, modelEffect),
 * or from ordinary logistic regression if sdItem is 0. R lme4 `glmer(y ~ g + (1 | item), binomial, nAGQ = 1)`.
 *
 * Rows with a null answer or item are dropped. Names of items are compared as text. Throws RangeError for answers other
 * than 0 and 1, a null in `isModel`, lists of different lengths, and if the estimate is infinite.
 */
export function itemLogitScale(
  y: readonly (number | null)[],
  item: readonly (string | number | null)[],
  isModel: readonly number[],
  confidence = 0.95,
): ItemLogitScale {
  requireLevel("conf", confidence);
  for (const answer of y) requireBinary("y", answer, "missing allowed");
  for (const flag of isModel) requireBinary("isModel", flag, "complete");
  const { columns, nDropped } = completeRows({ y, item, isModel });
  const groups = groupedByItem(columns);
  const totals = sumOf(groups.map(({ counts }) => counts));
  const head = {
    n: columns.y.length,
    nDropped,
    nItems: groups.length,
    nPeopleAnswers: totals.people.n,
    nModelAnswers: totals.model.n,
  };
  const reason = findReasonAgainst(totals, groups.length);
  if (reason) return { ...head, ...emptyScale, reason };
  const { modes, ...fit } = fitScale(groups, totals);
  const half = normalTwoSidedQuantile(confidence) * fit.se;
  return {
    ...head,
    ...fit,
    low: fit.modelEffect - half,
    high: fit.modelEffect + half,
    items: groups.map(({ item: name, counts }, index) => ({
      item: name,
      n: counts.people.n + counts.model.n,
      easiness: fit.people + modes[index]!,
    })),
    reason: null,
  };
}

const emptyScale = {
  people: null,
  modelEffect: null,
  se: null,
  low: null,
  high: null,
  sdItem: null,
  loglik: null,
  singular: null,
  items: [],
};

interface Tally {
  n: number;
  right: number;
}

/** Answers to an item by side. All answers of a side have the same probability, so counts are sufficient. */
interface ItemCounts {
  people: Tally;
  model: Tally;
}

function groupedByItem({ y, item, isModel }: { y: number[]; item: (string | number)[]; isModel: number[] }) {
  const groups = new Map<string, ItemCounts>();
  for (const [row, answer] of y.entries()) {
    const name = String(item[row]);
    const counts = groups.get(name) ?? { people: { n: 0, right: 0 }, model: { n: 0, right: 0 } };
    const tally = isModel[row] === 1 ? counts.model : counts.people;
    tally.n += 1;
    tally.right += answer;
    groups.set(name, counts);
  }
  return [...groups].map(([name, counts]) => ({ item: name, counts }));
}

function sumOf(counts: readonly ItemCounts[]): ItemCounts {
  const total = (side: "people" | "model"): Tally => ({
    n: counts.reduce((sum, item) => sum + item[side].n, 0),
    right: counts.reduce((sum, item) => sum + item[side].right, 0),
  });
  return { people: total("people"), model: total("model") };
}

function findReasonAgainst({ people, model }: ItemCounts, nItems: number): ItemLogitScaleReason | null {
  const isAlike = ({ n, right }: Tally) => right === 0 || right === n;
  if (people.n + model.n === 0) return "no answers";
  if (people.n === 0) return "no answer of people";
  if (model.n === 0) return "no answer of the model";
  if (isAlike(people)) return "people all right or all wrong";
  if (isAlike(model)) return "model all right or all wrong";
  return nItems < 2 ? "fewer than 2 items" : null;
}

function fitScale(groups: readonly { counts: ItemCounts }[], totals: ItemCounts) {
  const counts = groups.map((group) => group.counts);
  const people = logitOf(totals.people);
  const plainParameters = [0, people, logitOf(totals.model) - people];
  const plainDeviance = laplace(counts, plainParameters).deviance;
  const freeMinimum = minimise([1, ...plainParameters.slice(1)], (at) => laplace(counts, at).deviance);
  const isSingular = Math.abs(freeMinimum.at[0]!) < singularBelow || plainDeviance <= freeMinimum.value + sameDeviance;
  const at = isSingular ? plainParameters : freeMinimum.at;
  const { deviance, effects } = laplace(counts, at);
  return {
    people: at[1]!,
    modelEffect: at[2]!,
    se: isSingular ? plainError(totals) : hessianError(freeMinimum.hessian),
    sdItem: Math.abs(at[0]!),
    loglik: -deviance / 2,
    singular: isSingular,
    modes: effects.map((effect) => at[0]! * effect),
  };
}

function logitOf({ n, right }: Tally): number {
  return Math.log(right / (n - right));
}

/** The standard error of the log odds ratio of two groups. */
function plainError({ people, model }: ItemCounts): number {
  const variance = ({ n, right }: Tally) => 1 / right + 1 / (n - right);
  return Math.sqrt(variance(people) + variance(model));
}

/** Standard errors from 2 * inverse(Hessian of the deviance). */
function hessianError(hessian: Parameters<typeof cholesky>[0]): number {
  const factor = cholesky(hessian);
  if (!factor) throw new RangeError("the standard error cannot be computed: the deviance is flat at its minimum");
  return Math.sqrt(2 * choleskyInverse(factor)[2]![2]!);
}

/**
 * The Laplace deviance at (sdItem, people, modelEffect), and the most probable effects of the items. For each item, the
 * deviance is the minimum of -2 ln p(answers | u) + u^2 over its standardised effect u, plus ln(1 + sd^2 W), where W is
 * the sum of P(1 - P). Items are independent, so each search has one variable.
 */
function laplace(counts: readonly ItemCounts[], [sd = 0, people = 0, effect = 0]: readonly number[]) {
  if (Math.abs(sd) > infiniteAbove)
    throw new RangeError("the estimate does not converge: items are all right or all wrong (complete separation)");
  let deviance = 0;
  const effects = counts.map((item) => {
    const sides = [
      { ...item.people, logit: people },
      { ...item.model, logit: people + effect },
    ];
    let u = 0;
    let here = penalised(sides, sd, u);
    for (let iteration = 0; iteration < 100; iteration += 1) {
      const step = here.slope / here.curvature;
      let length = 1;
      let next = penalised(sides, sd, u + step);
      while (next.value > here.value + 1e-14 * Math.abs(here.value) && length > 1e-9) {
        length /= 2;
        next = penalised(sides, sd, u + length * step);
      }
      u += length * step;
      here = next;
      if (Math.abs(step) < 1e-9) break;
    }
    deviance += here.value + Math.log(here.curvature);
    return u;
  });
  return { deviance, effects };
}

/** -2 ln p + u^2 of an item, half of its negative slope in u, and half of its second derivative. */
function penalised(sides: readonly (Tally & { logit: number })[], sd: number, u: number) {
  let value = u * u;
  let slope = -u;
  let curvature = 1;
  for (const { n, right, logit } of sides) {
    const eta = logit + sd * u;
    const odds = Math.exp(-Math.abs(eta));
    const p = (eta < 0 ? odds : 1) / (1 + odds);
    // ln(1 + e^eta) without overflow.
    value -= 2 * (right * eta - n * (Math.max(eta, 0) + Math.log1p(odds)));
    slope += sd * (right - n * p);
    curvature += sd * sd * n * p * (1 - p);
  }
  return { value, slope, curvature };
}
