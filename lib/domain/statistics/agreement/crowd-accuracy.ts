import { hypergeometricDistribution } from "../basics/hypergeometric.ts";
import { requireCount } from "../basics/require-number.ts";

export const crowdTiePolicies = ["half", "false", "true"] as const;
export type CrowdTiePolicy = (typeof crowdTiePolicies)[number];

/** The numbers of people who called one statement true and false, and the key of the statement. */
export interface CrowdCell {
  nTrue: number;
  nFalse: number;
  gold: boolean;
}

export interface CrowdAccuracy {
  /** For each k, at index k - 1: the expected accuracy of the majority of k people; null if no cell has k answers. */
  accuracy: (number | null)[];
  /** For each k, at index k - 1: the number of cells with at least k answers. */
  nCells: number[];
}

/**
 * The accuracy of the majority of k people for k = 1 .. kMax. k of a cell's n people are drawn without replacement, and
 * P(true) = sum over x of Hypergeom(x; nTrue, nFalse, k) [x > k/2]. A tie counts as half a point ("half"), as false or
 * as true. k = 1 is the accuracy of one person. The expectation is exact, without simulation.
 * Throws RangeError for an unknown policy, for counts that are not whole numbers and for kMax below 1.
 */
export function crowdAccuracy(
  cells: readonly CrowdCell[],
  kMax: number,
  tiePolicy: CrowdTiePolicy = "half",
): CrowdAccuracy {
  requireCount("kMax", kMax, 1);
  if (!crowdTiePolicies.includes(tiePolicy))
    throw new RangeError(`tiePolicy must be one of ${crowdTiePolicies.join(", ")}, not ${String(tiePolicy)}`);
  const cellsWithProbabilities = cells.map((cell) => ({
    people: requireCount("nTrue", cell.nTrue) + requireCount("nFalse", cell.nFalse),
    gold: cell.gold,
    saysTrue: probabilitiesOf(cell, kMax, tiePolicy),
  }));
  const accuracy: (number | null)[] = [];
  const nCells: number[] = [];
  for (let k = 1; k <= kMax; k += 1) {
    let large = 0;
    let sum = 0;
    for (const { people, gold, saysTrue } of cellsWithProbabilities) {
      if (people < k) continue;
      large += 1;
      sum += gold ? saysTrue[k]! : 1 - saysTrue[k]!;
    }
    nCells.push(large);
    accuracy.push(large === 0 ? null : sum / large);
  }
  return { accuracy, nCells };
}

/** Cache of recent results, because pages request the same cells once per model and view. */
const cachedByCell = new Map<string, number[]>();
const maxCached = 4_000;

/** For each k up to `kMax` or the number of answers: the probability that the majority of k people says true. */
function probabilitiesOf(cell: CrowdCell, kMax: number, tiePolicy: CrowdTiePolicy): readonly number[] {
  const key = `${cell.nTrue}/${cell.nFalse}/${tiePolicy}`;
  const known = cachedByCell.get(key);
  const byK = known ?? [0];
  const most = Math.min(kMax, cell.nTrue + cell.nFalse);
  for (let k = byK.length; k <= most; k += 1) byK.push(probabilityOfTrue(cell, k, tiePolicy));
  if (!known) {
    if (cachedByCell.size >= maxCached) cachedByCell.clear();
    cachedByCell.set(key, byK);
  }
  return byK;
}

/**
 * The probability that the majority of k people says true, drawn without replacement from `nTrue` and `nFalse` people;
 * a tie counts one half. If the counts are right and wrong answers, it is the probability that the majority is right.
 */
export function majorityIsTrue(nTrue: number, nFalse: number, k: number): number {
  return probabilityOfTrue({ nTrue, nFalse }, k, "half");
}

function probabilityOfTrue({ nTrue, nFalse }: Omit<CrowdCell, "gold">, k: number, tiePolicy: CrowdTiePolicy): number {
  const tie = { half: 0.5, false: 0, true: 1 }[tiePolicy];
  return hypergeometricDistribution(nTrue, nFalse, k).reduce(
    (sum, { drawn, probability }) => sum + probability * (2 * drawn > k ? 1 : 2 * drawn === k ? tie : 0),
    0,
  );
}
