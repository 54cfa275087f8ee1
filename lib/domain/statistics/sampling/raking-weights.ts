import { requireCount, requireFinite, requireSameLength } from "../basics/require-number.ts";
import { exactZero } from "../clustered/cluster-robust-mean.ts";

export interface RakingMargin {
  /** The category of each person. */
  categories: readonly (string | number)[];
  /** The share of each category in the population. The shares sum to 1. */
  targets: Readonly<Record<string, number>>;
}

export interface RakingWeights {
  /** One per person, with mean 1. */
  weights: number[];
  /** Kish's design effect of the weights: n sum w^2 / (sum w)^2. */
  deff: number;
  nEff: number;
  /** Weighted mean of y. */
  share: number;
  /** Standard error if the weights are treated as known; null for one person. */
  seFixed: number | null;
  /** Linearised standard error, which accounts for the estimation of the weights; null for one person. */
  se: number | null;
}

/**
 * Computes weights with which the sample has the margins of the population. Each sweep adjusts one margin after
 * another, until the weights of a category sum to n times its target. Sweeps end when every weight changes by less than
 * `tol`. With one margin this is post-stratification. Deming and Stephan (1940), Kish (1965). The linearised error uses
 * the residuals of the unweighted least-squares regression of y on the margins' indicators. R survey `svymean(~y,
 * rake(...))`.
 *
 * Throws RangeError if the weights do not converge within `maxIter` sweeps, if targets are not positive or do not sum
 * to 1, and if a category of the sample has no target or a target has no person.
 */
export function rakingWeights(
  margins: readonly RakingMargin[],
  y: readonly number[],
  maxIter: number,
  tol: number,
): RakingWeights {
  requireCount("maxIter", maxIter, 1);
  if (!(tol > 0)) throw new RangeError(`tol must be above 0, not ${tol}`);
  for (const value of y) requireFinite("y", value);
  const n = y.length;
  const groups = margins.flatMap((margin, index) => {
    requireSameLength("y", y, `margins[${index}].categories`, margin.categories);
    return [groupsOf(margin, index)];
  });
  if (groups.length === 0 || n === 0) throw new RangeError("margins must contain at least one margin with one person");
  const weights = rake(groups, n, maxIter, tol);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const squares = weights.reduce((sum, weight) => sum + weight * weight, 0);
  const deff = (n * squares) / (total * total);
  const share = weights.reduce((sum, weight, person) => sum + weight * y[person]!, 0) / total;
  const termsWithKnownWeights = weights.map((weight, person) => (weight * (y[person]! - share)) / total);
  const residuals = residualsOf(
    y,
    groups.flat().map(({ members }) => members),
  );
  const linearisedTerms = weights.map((weight, person) => (weight * residuals[person]!) / total);
  const mean = linearisedTerms.reduce((sum, value) => sum + value, 0) / n;
  const error = (values: number[]) =>
    n < 2 ? null : Math.sqrt((n / (n - 1)) * values.reduce((sum, value) => sum + value * value, 0));
  const se = error(linearisedTerms.map((value) => value - mean));
  return {
    weights,
    deff,
    nEff: n / deff,
    share,
    seFixed: error(termsWithKnownWeights),
    se: se === null ? null : exactZero(se, 1),
  };
}

interface Group {
  members: number[];
  target: number;
}

function groupsOf({ categories, targets }: RakingMargin, index: number): Group[] {
  const shares = Object.entries(targets);
  for (const [category, share] of shares)
    if (!(share > 0)) throw new RangeError(`margins[${index}].targets.${category} must be above 0, not ${share}`);
  const sum = shares.reduce((total, [, share]) => total + share, 0);
  if (!(Math.abs(sum - 1) <= 1e-9)) throw new RangeError(`the targets of margins[${index}] must sum to 1, not ${sum}`);
  const groups = new Map<string, Group>(shares.map(([category, target]) => [category, { members: [], target }]));
  categories.forEach((category, person) => {
    const group = groups.get(String(category));
    if (!group) throw new RangeError(`margins[${index}] has no target for ${JSON.stringify(category)}`);
    group.members.push(person);
  });
  for (const [category, { members }] of groups)
    if (members.length === 0) throw new RangeError(`margins[${index}] has no one in ${JSON.stringify(category)}`);
  return [...groups.values()];
}

function rake(margins: readonly (readonly Group[])[], n: number, maxIter: number, tol: number): number[] {
  const weights = new Array<number>(n).fill(1);
  for (let sweep = 0; sweep < maxIter; sweep += 1) {
    const before = [...weights];
    for (const { members, target } of margins.flat()) {
      const sum = members.reduce((total, person) => total + weights[person]!, 0);
      for (const person of members) weights[person]! *= (n * target) / sum;
    }
    if (weights.every((weight, person) => Math.abs(weight - before[person]!) < tol)) {
      const mean = weights.reduce((sum, weight) => sum + weight, 0) / n;
      return weights.map((weight) => weight / mean);
    }
  }
  throw new RangeError(`the weights do not converge within ${maxIter} sweeps: the margins may contradict each other`);
}

/** The least-squares residuals of y on the indicators, by Gram-Schmidt. Linearly dependent indicators are skipped. */
function residualsOf(y: readonly number[], groups: readonly (readonly number[])[]): number[] {
  const basis: number[][] = [];
  for (const members of groups) {
    const indicator = y.map(() => 0);
    for (const person of members) indicator[person] = 1;
    // The projection is subtracted twice, because one pass leaves rounding errors in the direction of earlier columns.
    const residual = subtractProjection(subtractProjection(indicator, basis), basis);
    const length = Math.sqrt(residual.reduce((sum, value) => sum + value * value, 0));
    if (length > 1e-9 * Math.sqrt(members.length)) basis.push(residual.map((value) => value / length));
  }
  return subtractProjection(subtractProjection(y, basis), basis);
}

function subtractProjection(values: readonly number[], basis: readonly (readonly number[])[]): number[] {
  return basis.reduce<number[]>(
    (rest, direction) => {
      const share = rest.reduce((sum, value, index) => sum + value * direction[index]!, 0);
      return rest.map((value, index) => value - share * direction[index]!);
    },
    [...values],
  );
}
