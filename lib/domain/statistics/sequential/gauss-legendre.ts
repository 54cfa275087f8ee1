export interface QuadratureRule {
  nodes: number[];
  weights: number[];
}

/**
 * Nodes and weights of the Gauss-Legendre rule with n points on [-1, 1], which is exact for polynomials up to degree 2n
 * - 1. Newton's method finds the roots of the Legendre polynomial.
 */
export function gaussLegendre(n: number): QuadratureRule {
  const nodes: number[] = [];
  const weights: number[] = [];
  for (let index = n; index >= 1; index -= 1) {
    let x = Math.cos((Math.PI * (index - 0.25)) / (n + 0.5));
    for (let step = 0; step < 20; step += 1) {
      const { value, slope } = legendre(n, x);
      x -= value / slope;
      if (Math.abs(value / slope) < 1e-16) break;
    }
    const { slope } = legendre(n, x);
    nodes.push(x);
    weights.push(2 / ((1 - x * x) * slope * slope));
  }
  return { nodes, weights };
}

function legendre(n: number, x: number): { value: number; slope: number } {
  let [previousValue, value] = [1, x];
  for (let degree = 2; degree <= n; degree += 1)
    [previousValue, value] = [value, ((2 * degree - 1) * x * value - (degree - 1) * previousValue) / degree];
  return { value, slope: (n * (x * value - previousValue)) / (x * x - 1) };
}
