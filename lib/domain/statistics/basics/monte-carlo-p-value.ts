import { requireCount } from "./require-number.ts";

/**
 * The p-value of a Monte Carlo test: (exceed + 1) / (k + 1), where `exceed` is the number of the k simulated statistics
 * that are at least as extreme as the observed one. Never 0. Throws RangeError unless 0 <= exceed <= k are whole
 * numbers. Davison and Hinkley (1997); Phipson and Smyth (2010).
 */
export function monteCarloPValue(exceed: number, k: number): { pvalue: number } {
  requireCount("k", k);
  requireCount("exceed", exceed);
  if (exceed > k) throw new RangeError(`exceed must not be above k = ${k}, but is ${exceed}`);
  return { pvalue: (exceed + 1) / (k + 1) };
}
