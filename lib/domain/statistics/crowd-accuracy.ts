import { drawnWithoutReplacement } from "./hypergeometric.ts";
import { requireCount } from "./require-number.ts";

export const crowdTiePolicies = ["half", "false", "true"] as const;
export type CrowdTiePolicy = (typeof crowdTiePolicies)[number];

/** How many people called one statement true and false, and what it is. */
export interface CrowdCell {
  nTrue: number;
  nFalse: number;
  gold: boolean;
}

export interface CrowdAccuracy {
  /** By k - 1: the expected accuracy of the majority of k people; null without a cell of k answers. */
  accuracy: (number | null)[];
  /** By k - 1: cells with at least k answers. */
  nCells: number[];
}

/**
 * The accuracy of the majority of k people for k = 1 .. kMax: k of a cell's n people are drawn without replacement, and
 * P(true) = sum over x of Hypergeom(x; nTrue, nFalse, k) [x > k/2]. A tie is half a point ("half"), says false or says
 * true. k = 1 is the accuracy of one person. Exact expectation, no simulation.
 * Throws RangeError for another policy, counts that are not whole and kMax below 1.
 */
export function crowdAccuracy(
  cells: readonly CrowdCell[],
  kMax: number,
  tiePolicy: CrowdTiePolicy = "half",
): CrowdAccuracy {
  requireCount("kMax", kMax, 1);
  if (!crowdTiePolicies.includes(tiePolicy))
    throw new RangeError(`tiePolicy must be one of ${crowdTiePolicies.join(", ")}, not ${String(tiePolicy)}`);
  const accuracy: (number | null)[] = [];
  const nCells: number[] = [];
  for (let k = 1; k <= kMax; k += 1) {
    const large = cells.filter(
      ({ nTrue, nFalse }) => requireCount("nTrue", nTrue) + requireCount("nFalse", nFalse) >= k,
    );
    const sum = large.reduce((total, cell) => {
      const saysTrue = rememberedProbability(cell, k, tiePolicy);
      return total + (cell.gold ? saysTrue : 1 - saysTrue);
    }, 0);
    nCells.push(large.length);
    accuracy.push(large.length === 0 ? null : sum / large.length);
  }
  return { accuracy, nCells };
}

/** What was computed for the cells of late, by k: pages ask for the same cells once a model and once a view. */
const remembered = new Map<string, number[]>();
const mostRemembered = 4_000;

function rememberedProbability(cell: CrowdCell, k: number, tiePolicy: CrowdTiePolicy): number {
  const key = `${cell.nTrue}/${cell.nFalse}/${tiePolicy}`;
  let byK = remembered.get(key);
  if (!byK) {
    byK = [];
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(key, byK);
  }
  byK[k] ??= probabilityOfTrue(cell, k, tiePolicy);
  return byK[k];
}

function probabilityOfTrue({ nTrue, nFalse }: CrowdCell, k: number, tiePolicy: CrowdTiePolicy): number {
  const tie = { half: 0.5, false: 0, true: 1 }[tiePolicy];
  return drawnWithoutReplacement(nTrue, nFalse, k).reduce(
    (sum, { drawn, probability }) => sum + probability * (2 * drawn > k ? 1 : 2 * drawn === k ? tie : 0),
    0,
  );
}
