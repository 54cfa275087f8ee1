import { requireCount } from "../basics/require-number.ts";
import { mcnemarTest } from "../proportions/mcnemar.ts";

/**
 * The smallest and the largest mid-p of McNemar's test if only the totals k1 and k2 of n pairs are known. The
 * difference of the totals is b - c. The number of discordant pairs b + c can be any number of the same parity from |k1
 * - k2| to min(k1 + k2, 2n - k1 - k2). Throws RangeError unless both totals are between 0 and n.
 */
export function mcnemarBounds(k1: number, k2: number, n: number): { smallest: number; largest: number } {
  requireCount("n", n);
  if (requireCount("k1", k1) > n || requireCount("k2", k2) > n)
    throw new RangeError(`k1 and k2 must not exceed n = ${n}, but are ${k1} and ${k2}`);
  const difference = Math.abs(k1 - k2);
  let smallest = 1;
  let largest = 0;
  for (let discordant = difference; discordant <= Math.min(k1 + k2, 2 * n - k1 - k2); discordant += 2) {
    const { pvalue } = mcnemarTest((discordant + difference) / 2, (discordant - difference) / 2, "midp");
    smallest = Math.min(smallest, pvalue);
    largest = Math.max(largest, pvalue);
  }
  return { smallest, largest };
}
