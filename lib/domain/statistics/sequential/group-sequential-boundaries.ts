import { normalCdf, normalQuantile } from "../basics/distributions.ts";
import { requireLevel } from "../basics/require-number.ts";
import { gaussLegendre } from "./gauss-legendre.ts";

export const spendingFunctions = ["obrien_fleming", "pocock"] as const;
export type SpendingFunction = (typeof spendingFunctions)[number];

export interface SequentialAnalysis {
  /** Share of the final information. */
  fraction: number;
  /** Two-sided alpha that is spent up to this analysis, inclusive. */
  spent: number;
  increment: number;
  /** The hypothesis is rejected if |Z| is at least this value; Infinity if no alpha is spent. */
  z: number;
  /** The two-sided p-value of `z`, which is the nominal level of this analysis. */
  pNominal: number;
}

/**
 * The nominal level of each analysis in a group sequential design with a Lan-DeMets spending function (1983) and
 * symmetric boundaries. Under the null, Z_k = B(t_k)/sqrt(t_k), where B is a Brownian motion. z_k is chosen so that the
 * probability of a first crossing at analysis k equals the alpha that is spent there. The density of the paths that
 * have not crossed is propagated from analysis to analysis by numerical integration (Armitage, McPherson and Rowe
 * 1969).
 *
 * `alpha` is two-sided, half of it on each side. For a one-sided test at level a, pass 2a. The last fraction may be
 * below 1. Throws RangeError unless the fractions are in (0, 1] and strictly increasing, and for an unknown spending
 * function.
 */
export function groupSequentialBoundaries(
  fractions: readonly number[],
  alpha = 0.05,
  spending: SpendingFunction = "obrien_fleming",
): { looks: SequentialAnalysis[] } {
  requireLevel("alpha", alpha);
  if (!spendingFunctions.includes(spending))
    throw new RangeError(`spending must be one of ${spendingFunctions.join(", ")}, not ${String(spending)}`);
  requireFractions(fractions);
  const analyses: SequentialAnalysis[] = [];
  let density: PathDensity | null = null;
  for (const [index, fraction] of fractions.entries()) {
    const previous = analyses.at(-1);
    const spent = spentAt(fraction, alpha, spending);
    const increment = spent - (previous?.spent ?? 0);
    const z = density ? boundaryAfter(density, fraction, increment) : Math.abs(normalQuantile(Math.min(spent, 1) / 2));
    analyses.push({ fraction, spent, increment, z, pNominal: 2 * normalCdf(-z) });
    const next = fractions[index + 1];
    if (next !== undefined) density = densityAt(density, fraction, z, next - fraction);
  }
  return { looks: analyses };
}

function requireFractions(fractions: readonly number[]): void {
  if (fractions.length === 0) throw new RangeError("fractions must contain at least one look");
  fractions.forEach((fraction, index) => {
    if (!(fraction > (fractions[index - 1] ?? 0) && fraction <= 1))
      throw new RangeError(`fractions must lie in (0, 1] and increase strictly; look ${index + 1} is ${fraction}`);
  });
}

/** The two-sided alpha that is spent at a fraction of the information. */
function spentAt(fraction: number, alpha: number, spending: SpendingFunction): number {
  const half = alpha / 2;
  if (spending === "pocock") return 2 * half * Math.log1p((Math.E - 1) * fraction);
  return 4 * normalCdf(normalQuantile(half / 2) / Math.sqrt(fraction));
}

/** The density of B(t) among paths that have not crossed, as quadrature nodes with weights. */
interface PathDensity {
  fraction: number;
  nodes: Float64Array;
  /** Density times quadrature weight. */
  mass: Float64Array;
  /** Standard deviation of the last step, which is the finest scale on which the density varies. */
  step: number;
}

/** Nodes per panel, and maximum number of panels. A step that would need more panels is too small to be resolved. */
const panelNodes = 16;
const maxPanels = 4_000;

/** Number of standard deviations beyond which the normal density underflows. */
const underflow = 38;

/** Number of standard deviations beyond which nodes are skipped if there are many nodes. */
const farStep = 12;

function densityAt(before: PathDensity | null, fraction: number, z: number, nextStep: number): PathDensity {
  const bound = Math.min(z, underflow) * Math.sqrt(fraction);
  const step = Math.sqrt(fraction - (before?.fraction ?? 0));
  const width = Math.min(step, Math.sqrt(nextStep));
  const panels = Math.min(maxPanels, Math.max(4, Math.ceil((2 * bound) / width)));
  const rule = gaussLegendre(panelNodes);
  const nodes = new Float64Array(panels * panelNodes);
  const mass = new Float64Array(nodes.length);
  const half = bound / panels;
  for (let panel = 0; panel < panels; panel += 1)
    for (let node = 0; node < panelNodes; node += 1) {
      const at = panel * panelNodes + node;
      nodes[at] = -bound + half * (2 * panel + 1 + rule.nodes[node]!);
      mass[at] = half * rule.weights[node]!;
    }
  for (let at = 0; at < nodes.length; at += 1)
    mass[at]! *= before ? densityFrom(before, nodes[at]!, step) : normalDensity(nodes[at]! / step) / step;
  return { fraction, nodes, mass, step };
}

/** The density at `x` of the paths of `before`, one step later. */
function densityFrom({ nodes, mass }: PathDensity, x: number, step: number): number {
  const reach = (nodes.length <= 4_000 ? underflow : farStep) * step;
  let sum = 0;
  for (let at = firstAtLeast(nodes, x - reach); at < nodes.length && nodes[at]! <= x + reach; at += 1)
    sum += mass[at]! * normalDensity((x - nodes[at]!) / step);
  return sum / step;
}

/** The z at which the probability that the paths of `before` first cross either side is `increment`. */
function boundaryAfter(before: PathDensity, fraction: number, increment: number): number {
  if (!(increment > 0)) return Number.POSITIVE_INFINITY;
  const step = Math.sqrt(fraction - before.fraction);
  const crossing = (z: number) => {
    const bound = z * Math.sqrt(fraction);
    let sum = 0;
    // Both sides are symmetric.
    for (let at = 0; at < before.nodes.length; at += 1) {
      const distance = (bound - before.nodes[at]!) / step;
      if (distance < underflow) sum += 2 * before.mass[at]! * normalCdf(-distance);
    }
    return sum;
  };
  let [low, high] = [0, underflow];
  for (let iteration = 0; iteration < 60; iteration += 1) {
    const middle = (low + high) / 2;
    if (crossing(middle) > increment) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function firstAtLeast(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
}
