import type { Category } from "../basics/category.ts";
import { completeRows } from "../basics/complete-rows.ts";
import { cholesky, choleskyInverse, zeroMatrix } from "../basics/linear-algebra.ts";
import { type Minimum, minimise } from "../basics/minimise.ts";
import { requireBinary, requireFinite, requireRectangle } from "../basics/require-number.ts";
import {
  addByGroup,
  type CrossedDesign,
  type CrossedPrecision,
  crossedDesign,
  crossedPrecision,
  sumFurtherEffects,
} from "./crossed-design.ts";
import { zeroNegligibleSds } from "./without-needless-spread.ts";

export interface CrossedLogistic {
  /** Fixed effects on the logit scale, the intercept first. */
  beta: number[];
  /** Standard errors from the Hessian of the deviance in all parameters; null if a component is singular. */
  se: number[] | null;
  /** Standard errors conditional on the estimated standard deviations. */
  seRX: number[];
  /** The covariance matrix from which `se` was computed, or `seRX` if `se` is null. */
  covariance: number[][];
  /**
   * For each combination of an item and further groups: the most probable sum of the random intercepts (without that of
   * the subject), in logits. Only combinations that occur are included, in the order of their first rows.
   */
  places: number[];
  sdSubject: number;
  sdItem: number;
  /** The standard deviations of the further groups, in the given order of the groups. */
  sdFurther: number[];
  /** Laplace approximation. */
  loglik: number;
  /** Whether a standard deviation was estimated as 0. */
  singular: boolean;
}

/**
 * How fixed effects are found. `joint` (lme4 `nAGQ = 1`): together with the standard deviations. `penalised` (lme4
 * `nAGQ = 0`): together with the random effects, for given standard deviations. The second search has only the standard
 * deviations as parameters, however many effects there are; its effects are slightly too small.
 */
export type FixedEffectsSearch = "joint" | "penalised";

/**
 * The search for the effects ends when a step is this short. The remaining error is the square of the step, which does
 * not affect the deviance.
 */
const minStep = 1e-6;

/**
 * A logistic mixed model with crossed random intercepts of subjects, items and further groups: logit P = b0 + X b +
 * sdSubject u + sdItem v + …, where u and v are standard normal. It is fitted by the Laplace approximation: the
 * deviance is the minimum over u of -2 ln p(y | u) + u'u, plus ln det(Z'WZ + I), minimised jointly over the standard
 * deviations and b. R lme4 `glmer(y ~ x + (1 | subject) + (1 | item) + …, binomial, nAGQ = 1)`. Baayen, Davidson and
 * Bates (2008).
 *
 * A row without `hasSubject` has no random effect of its subject, for example a model with a fixed effect. `further`
 * contains more kinds of groups by row, such as stories and prompts. Rows with a null are dropped. Throws RangeError if
 * all answers are equal, if a kind has only one group, if columns of X are linearly dependent, and if an effect is
 * infinite.
 */
export function crossedLogistic(
  y: readonly (number | null)[],
  subject: readonly (Category | null)[],
  item: readonly (Category | null)[],
  x: readonly (readonly (number | null)[])[],
  hasSubject: readonly boolean[] | null = null,
  search: FixedEffectsSearch = "joint",
  further: readonly (readonly Category[])[] = [],
): CrossedLogistic {
  const data = prepare(y, subject, item, x, hasSubject, further);
  const kinds = 2 + further.length;
  const randomEffectSds = Array<number>(kinds).fill(1);
  const mean = data.y.reduce((sum, value) => sum + value, 0) / data.y.length;
  const beta = data.x[0]!.map((_, index) => (index === 0 ? Math.log(mean / (1 - mean)) : 0));
  const deviance = laplaceDeviance(data, search === "penalised" ? beta : null);
  const freeMinimum = minimise(
    search === "penalised" ? randomEffectSds : [...randomEffectSds, ...beta],
    (at) => deviance(at).deviance,
  );
  const at = zeroNegligibleSds(freeMinimum, kinds, (at) => deviance(at).deviance);
  const fit = deviance(at);
  const singular = at.slice(0, kinds).includes(0);
  const [sdSubject = 0, sdItem = 0, ...sdFurther] = at.slice(0, kinds).map(Math.abs);
  const ofHessian = singular || search === "penalised" ? null : covarianceOf(freeMinimum, kinds, beta.length);
  const conditional = conditionalCovariance(data, fit);
  return {
    beta: fit.beta,
    se: ofHessian && rootsOf(ofHessian),
    seRX: rootsOf(conditional),
    covariance: ofHessian ?? conditional,
    places: sumFurtherEffects(data.design, fit.effects, fit.scales),
    sdSubject,
    sdItem,
    sdFurther,
    loglik: -fit.deviance / 2,
    singular,
  };
}

interface CrossedData {
  y: Float64Array;
  /** With the column of ones first. */
  x: number[][];
  design: CrossedDesign;
}

function prepare(
  y: readonly (number | null)[],
  subject: readonly (Category | null)[],
  item: readonly (Category | null)[],
  x: readonly (readonly (number | null)[])[],
  hasSubject: readonly boolean[] | null,
  further: readonly (readonly Category[])[],
): CrossedData {
  const width = requireRectangle("X", x);
  for (const answer of y) requireBinary("y", answer, "missing allowed");
  const rows = x.map((row) => (row.includes(null) ? null : row.map((value) => requireFinite("X", value!))));
  const { columns } = completeRows({
    y,
    subject,
    item,
    x: rows,
    has: hasSubject ?? y.map(() => true),
    further: y.map((_, row) => further.map((groups) => groups[row]!)),
  });
  const right = columns.y.reduce((sum, answer) => sum + answer, 0);
  if (right === 0 || right === columns.y.length) throw new RangeError("y must contain both 0 and 1");
  const ofFurther = further.map((_, kind) => columns.further.map((groups) => groups[kind]!));
  const design = crossedDesign([columns.subject, columns.item, ...ofFurther], [columns.has]);
  if ([design.outer, ...design.inner].some(({ count }) => count < 2))
    throw new RangeError(
      "there must be at least two subjects, two items and two levels of every other grouping factor",
    );
  const full = columns.x.map((row) => [1, ...row]);
  if (!cholesky(gram(full, width + 1), 1e-10))
    throw new RangeError("the columns of X (with a constant) must be independent");
  return { y: Float64Array.from(columns.y), x: full, design };
}

function gram(rows: readonly (readonly number[])[], width: number, weights?: Float64Array) {
  const matrix = zeroMatrix(width, width);
  rows.forEach((row, index) => {
    const weight = weights ? weights[index]! : 1;
    for (let i = 0; i < width; i += 1) for (let j = 0; j < width; j += 1) matrix[i]![j]! += weight * row[i]! * row[j]!;
  });
  return matrix;
}

interface LaplaceFit {
  deviance: number;
  /** P(1 - P) of each answer at the most probable random effects. */
  weights: Float64Array;
  precision: CrossedPrecision;
  /** By kind of group. */
  scales: number[];
  /** The most probable random effects: those of the outer groups, then those of the inner groups. */
  effects: Float64Array;
  beta: number[];
}

/**
 * The Laplace deviance as a function of the random-effect scales and of the fixed effects. If `start` is given, the
 * fixed effects are no arguments: they are optimised together with the random effects, beginning at `start`.
 */
function laplaceDeviance(data: CrossedData, start: number[] | null): (at: readonly number[]) => LaplaceFit {
  const { y, x, design } = data;
  const { outer, inner, nInner } = design;
  const kinds = inner.length + 1;
  // The next search starts from these effects, because neighbouring parameters have similar effects.
  let effects = new Float64Array(outer.count + nInner);
  let beta = start ?? [];
  return (at) => {
    const scales = at.slice(0, kinds);
    if (!start) beta = at.slice(kinds);
    const penalised = (u: Float64Array, fixed: readonly number[]) => {
      const weights = new Float64Array(y.length);
      const residuals = new Float64Array(y.length);
      let value = 0;
      for (const effect of u) value += effect * effect;
      for (let row = 0; row < y.length; row += 1) {
        let eta = scales[outer.kind]! * outer.has[row]! * u[outer.group[row]!]!;
        for (let one = 0; one < inner.length; one += 1) {
          const { kind, group, has } = inner[one]!;
          eta += scales[kind]! * has[row]! * u[outer.count + group[row]!]!;
        }
        const known = x[row]!;
        for (let column = 0; column < known.length; column += 1) eta += known[column]! * fixed[column]!;
        const odds = Math.exp(-Math.abs(eta));
        const p = (eta < 0 ? odds : 1) / (1 + odds);
        // ln(1 + e^eta) without overflow.
        value -= 2 * (y[row]! * eta - Math.max(eta, 0) - Math.log1p(odds));
        weights[row] = p * (1 - p);
        residuals[row] = y[row]! - p;
      }
      return { value, weights, residuals };
    };
    let here = penalised(effects, beta);
    for (let iteration = 0; iteration < 100; iteration += 1) {
      const slope = effects.map((effect) => -effect);
      addByGroup(design, scales, slope, (row) => here.residuals[row]!);
      const precision = crossedPrecision(design, here.weights, scales);
      const random = precision.solve(slope);
      const { step, fixedStep } = start
        ? jointStep(data, { weights: here.weights, precision, scales }, here.residuals, random)
        : { step: random, fixedStep: beta.map(() => 0) };
      let length = 1;
      const moveStep = () => ({
        u: effects.map((effect, index) => effect + length * step[index]!),
        fixed: beta.map((effect, index) => effect + length * fixedStep[index]!),
      });
      let next = moveStep();
      let penalisedNext = penalised(next.u, next.fixed);
      while (penalisedNext.value > here.value + 1e-12 * Math.abs(here.value) && length > 1e-6) {
        length /= 2;
        next = moveStep();
        penalisedNext = penalised(next.u, next.fixed);
      }
      effects = next.u;
      if (start) beta = next.fixed;
      here = penalisedNext;
      if ([...step, ...fixedStep].every((value) => Math.abs(value) < minStep)) break;
    }
    const precision = crossedPrecision(design, here.weights, scales);
    const deviance = here.value + precision.logDeterminant;
    return { deviance, weights: here.weights, precision, scales, effects, beta };
  };
}

/** The Newton step in the random and the fixed effects. `random` is the step in the random effects only. */
function jointStep(
  data: CrossedData,
  at: Pick<LaplaceFit, "weights" | "precision" | "scales">,
  residuals: Float64Array,
  random: Float64Array,
): { step: Float64Array; fixedStep: number[] } {
  const { crossed, solved, factor } = fixedInformation(data, at);
  const slope = crossed.map((column) => -column.reduce((sum, value, index) => sum + value * random[index]!, 0));
  data.x.forEach((row, index) => {
    row.forEach((value, column) => {
      slope[column]! += value * residuals[index]!;
    });
  });
  const inverse = choleskyInverse(factor);
  const fixedStep = inverse.map((row) => row.reduce((sum, value, index) => sum + value * slope[index]!, 0));
  const step = random.map((value, index) =>
    fixedStep.reduce((left, change, column) => left - change * solved[column]![index]!, value),
  );
  return { step, fixedStep };
}

/** The block of 2 * inverse(Hessian) for the fixed effects; null if the Hessian cannot be inverted. */
function covarianceOf({ hessian }: Minimum, kinds: number, nFixed: number): number[][] | null {
  const factor = cholesky(hessian);
  if (!factor) return null;
  const inverse = choleskyInverse(factor);
  return Array.from({ length: nFixed }, (_, row) =>
    Array.from({ length: nFixed }, (_unused, column) => 2 * inverse[row + kinds]![column + kinds]!),
  );
}

const rootsOf = (covariance: readonly (readonly number[])[]) => covariance.map((row, index) => Math.sqrt(row[index]!));

/** (X'WX - X'WZ (Z'WZ + I)^-1 Z'WX)^-1 */
function conditionalCovariance(data: CrossedData, fit: LaplaceFit): number[][] {
  return choleskyInverse(fixedInformation(data, fit).factor).map((row) => [...row]);
}

/** Z'WX, (Z'WZ + I)^-1 Z'WX, and the Cholesky factor of the information about the fixed effects. */
function fixedInformation(
  { x, design }: CrossedData,
  { weights, precision, scales }: Pick<LaplaceFit, "weights" | "precision" | "scales">,
) {
  const width = x[0]!.length;
  const crossed = Array.from({ length: width }, (_, column) => {
    const sums = new Float64Array(design.outer.count + design.nInner);
    addByGroup(design, scales, sums, (row) => weights[row]! * x[row]![column]!);
    return sums;
  });
  const solved = crossed.map((column) => precision.solve(column));
  const information = gram(x, width, weights);
  for (let i = 0; i < width; i += 1)
    for (let j = 0; j < width; j += 1)
      information[i]![j]! -= crossed[i]!.reduce((sum, value, index) => sum + value * solved[j]![index]!, 0);
  const factor = cholesky(information);
  if (!factor) throw new RangeError("the fixed effects cannot be distinguished from the random ones");
  return { crossed, solved, factor };
}
