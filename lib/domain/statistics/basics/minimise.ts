import { cholesky, choleskySolve, type Matrix, zeroMatrix } from "./linear-algebra.ts";

export interface Minimum {
  at: number[];
  value: number;
  /** Second derivatives at the minimum, by central differences. */
  hessian: Matrix;
}

/** Step sizes of the differences: for gradients, and the larger one for second derivatives. */
const gradientStep = 1e-4;
const hessianStep = 1e-3;

/** The search ends when a step is this short. The next step would be about its square. */
const convergedStep = 1e-5;

/**
 * Finds a local minimum of a smooth function of a few variables by Newton's method with Levenberg's damping.
 * Derivatives are central differences, so the function must be exact to about 1e-11. Throws RangeError if the search
 * does not converge, for example if the minimum is at infinity.
 */
export function minimise(start: readonly number[], value: (at: readonly number[]) => number): Minimum {
  let at = [...start];
  let best = value(at);
  let damping = 1e-3;
  let gradient = gradientOf(at, value);
  let hessian = hessianOf(at, best, value);
  for (let iteration = 0; iteration < 200; iteration += 1) {
    const step = dampedStep(gradient, hessian, damping);
    const next = at.map((coordinate, index) => coordinate - step[index]!);
    const nextValue = value(next);
    const length = Math.max(0, ...step.map(Math.abs));
    if (nextValue <= best) {
      at = next;
      best = nextValue;
      damping = Math.max(damping / 10, 1e-12);
      hessian = hessianOf(at, best, value);
      if (length >= convergedStep) gradient = gradientOf(at, value);
    } else damping = Math.max(damping * 10, 1e-9);
    if (length < convergedStep) return { at, value: best, hessian };
  }
  throw new RangeError("the estimate does not converge: an effect may be infinite (complete separation)");
}

/** The Newton step for a gradient and a Hessian, damped enough to make the matrix positive definite. */
function dampedStep(gradient: readonly number[], hessian: Matrix, damping: number): Float64Array {
  for (let more = damping; ; more = Math.max(more * 10, 1e-6)) {
    const matrix = hessian.map((row, index) => {
      const damped = row.slice();
      damped[index]! += more * (Math.abs(row[index]!) + 1);
      return damped;
    });
    const factor = cholesky(matrix);
    if (factor) return choleskySolve(factor, gradient);
  }
}

function shiftPoint(at: readonly number[], ...moves: [number, number][]): number[] {
  const moved = [...at];
  for (const [index, by] of moves) moved[index]! += by;
  return moved;
}

function gradientOf(at: readonly number[], value: (at: readonly number[]) => number): number[] {
  return at.map(
    (_, index) =>
      (value(shiftPoint(at, [index, gradientStep])) - value(shiftPoint(at, [index, -gradientStep]))) /
      (2 * gradientStep),
  );
}

/**
 * Second derivatives. Each cross derivative uses two corners and the points on the axes, which the diagonal needs
 * anyway.
 */
function hessianOf(at: readonly number[], here: number, value: (at: readonly number[]) => number): Matrix {
  const h = hessianStep;
  const hessian = zeroMatrix(at.length, at.length);
  // The sum of both neighbours on each axis, relative to the value at the point.
  const onAxis = at.map(
    (_, index) => value(shiftPoint(at, [index, h])) - 2 * here + value(shiftPoint(at, [index, -h])),
  );
  for (let i = 0; i < at.length; i += 1) {
    hessian[i]![i] = onAxis[i]! / (h * h);
    for (let j = 0; j < i; j += 1) {
      const onDiagonal = value(shiftPoint(at, [i, h], [j, h])) - 2 * here + value(shiftPoint(at, [i, -h], [j, -h]));
      hessian[i]![j] = (onDiagonal - onAxis[i]! - onAxis[j]!) / (2 * h * h);
      hessian[j]![i] = hessian[i]![j]!;
    }
  }
  return hessian;
}
