import type { SparseRow } from "./tfidf.ts";

/** A fitted linear model. The last weight is the intercept. */
export interface LogisticModel {
  weights: Float64Array;
}

/**
 * Maximum number of Newton steps, and of conjugate-gradient steps within a Newton step. Well-scaled problems need about
 * ten and thirty.
 */
const maxNewtonSteps = 50;
const maxGradientSteps = 200;

/**
 * Fits P(true) = 1 / (1 + exp(-(w·x + b))) by minimising |w|^2 / 2 + cost * sum of log losses; the intercept is not
 * penalised. Uses Newton's method with conjugate gradients and a halving line search, which is deterministic and has no
 * learning rate. The optimum is the same as that of scikit-learn's LogisticRegression(C = cost).
 *
 * Throws RangeError if there are no rows or if the lists have different lengths. If only one label occurs, the
 * intercept diverges until `maxNewtonSteps`; that label is then predicted for all rows.
 */
export function fitLogisticRegression(
  rows: readonly SparseRow[],
  labels: readonly boolean[],
  featureCount: number,
  cost = 1,
): LogisticModel {
  if (rows.length === 0 || rows.length !== labels.length) {
    throw new RangeError(`rows and labels must be equally many and some, not ${rows.length} and ${labels.length}`);
  }
  const problem = { rows, signs: labels.map((label) => (label ? 1 : -1)), featureCount, cost };
  const weights = new Float64Array(featureCount + 1);
  let margins = marginsOf(problem, weights);
  let loss = lossAt(problem, weights, margins);
  let largestGradient = 0;
  for (let step = 0; step < maxNewtonSteps; step += 1) {
    const gradient = gradientAt(problem, weights, margins);
    largestGradient = Math.max(largestGradient, lengthOf(gradient));
    if (lengthOf(gradient) <= 1e-6 * largestGradient) break;
    const direction = newtonDirection(problem, margins, gradient);
    const slope = dot(gradient, direction);
    let isBetter = false;
    for (let size = 1; size > 1e-10 && !isBetter; size /= 2) {
      const next = weights.map((weight, feature) => weight + size * direction[feature]!);
      const nextMargins = marginsOf(problem, next);
      const nextLoss = lossAt(problem, next, nextMargins);
      if (nextLoss > loss + 1e-4 * size * slope) continue;
      isBetter = nextLoss < loss;
      weights.set(next);
      margins = nextMargins;
      loss = nextLoss;
      break;
    }
    if (!isBetter) break;
  }
  return { weights };
}

/** The probability of "true" for a row. */
export function predictProbability({ weights }: LogisticModel, row: SparseRow): number {
  return sigmoid(scoreOf(weights, row));
}

interface Fit {
  rows: readonly SparseRow[];
  signs: readonly number[];
  featureCount: number;
  cost: number;
}

function marginsOf({ rows, signs }: Fit, weights: Float64Array): Float64Array {
  return Float64Array.from(rows, (row, index) => signs[index]! * scoreOf(weights, row));
}

function lossAt({ featureCount, cost }: Fit, weights: Float64Array, margins: Float64Array): number {
  let penalty = 0;
  for (let feature = 0; feature < featureCount; feature += 1) penalty += weights[feature]! ** 2;
  let losses = 0;
  // ln(1 + exp(-m)) without overflow on either side.
  for (const margin of margins) losses += Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(0, -margin);
  return penalty / 2 + cost * losses;
}

function gradientAt(
  { rows, signs, featureCount, cost }: Fit,
  weights: Float64Array,
  margins: Float64Array,
): Float64Array {
  const gradient = Float64Array.from(weights);
  gradient[featureCount] = 0;
  for (const [index, row] of rows.entries()) {
    addRow(gradient, row, -cost * signs[index]! * sigmoid(-margins[index]!));
  }
  return gradient;
}

/** Solves (Hessian) d = -gradient approximately by conjugate gradients, without storing the Hessian. */
function newtonDirection(
  { rows, featureCount, cost }: Fit,
  margins: Float64Array,
  gradient: Float64Array,
): Float64Array {
  const curvatures = margins.map((margin) => cost * sigmoid(margin) * sigmoid(-margin));
  const apply = (vector: Float64Array): Float64Array => {
    const result = Float64Array.from(vector);
    // The added curvature keeps the intercept's direction finite if every row has the same label.
    result[featureCount] = 1e-10 * vector[featureCount]!;
    for (const [index, row] of rows.entries()) addRow(result, row, curvatures[index]! * scoreOf(vector, row));
    return result;
  };
  const direction = new Float64Array(gradient.length);
  const residual = gradient.map((value) => -value);
  const search = Float64Array.from(residual);
  let length = dot(residual, residual);
  const goal = 1e-3 * length;
  for (let step = 0; step < maxGradientSteps && length > goal && length > 0; step += 1) {
    const applied = apply(search);
    const size = length / dot(search, applied);
    for (let index = 0; index < direction.length; index += 1) {
      direction[index]! += size * search[index]!;
      residual[index]! -= size * applied[index]!;
    }
    const next = dot(residual, residual);
    for (let index = 0; index < search.length; index += 1)
      search[index] = residual[index]! + (next / length) * search[index]!;
    length = next;
  }
  return direction;
}

function scoreOf(weights: Float64Array, { features, values }: SparseRow): number {
  let score = weights[weights.length - 1]!;
  for (let index = 0; index < features.length; index += 1) score += weights[features[index]!]! * values[index]!;
  return score;
}

function addRow(vector: Float64Array, { features, values }: SparseRow, factor: number): void {
  for (let index = 0; index < features.length; index += 1) vector[features[index]!]! += factor * values[index]!;
  vector[vector.length - 1]! += factor;
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += left[index]! * right[index]!;
  return sum;
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector));
}

function sigmoid(score: number): number {
  return score >= 0 ? 1 / (1 + Math.exp(-score)) : Math.exp(score) / (1 + Math.exp(score));
}
