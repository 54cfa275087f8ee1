import { type Category, categoryIndex } from "../basics/category.ts";
import { requireSameLength } from "../basics/require-number.ts";

export interface CohenKappa {
  /** Number of pairs without missing values. */
  n: number;
  /** Observed agreement. */
  po: number | null;
  /** Agreement that the two margins give by chance. */
  pe: number | null;
  kappa: number | null;
  /** Large-sample standard error (Fleiss, Cohen and Everitt 1969). */
  se: number | null;
  /** Standard error under the hypothesis kappa = 0, for a test. */
  se0: number | null;
}

/**
 * Cohen's unweighted kappa of two raters on the same items: (po - pe) / (1 - pe). Cohen (1960).
 *
 * Pairs with a null are dropped; values are compared by type and value. Without a pair, everything is null. If chance
 * agreement is 1 (both raters used only the same category), kappa and its errors are 0/0 and therefore null. Throws
 * RangeError for lists of different lengths.
 *
 * The variances are differences of nearly equal numbers. They are computed from the counts in integer arithmetic with
 * one final division, so that a variance of 0 is exactly 0.
 */
export function cohenKappa(a: readonly (Category | null)[], b: readonly (Category | null)[]): CohenKappa {
  requireSameLength("a", a, "b", b);
  const categories = categoryIndex();
  const pairs: [number, number][] = [];
  for (let index = 0; index < a.length; index += 1) {
    const left = a[index] ?? null;
    const right = b[index] ?? null;
    if (left !== null && right !== null) pairs.push([categories.indexOf(left), categories.indexOf(right)]);
  }
  if (pairs.length === 0) return { n: 0, po: null, pe: null, kappa: null, se: null, se0: null };

  const size = categories.size;
  const table = Array.from({ length: size }, () => new Array<bigint>(size).fill(0n));
  const rows = new Array<bigint>(size).fill(0n);
  const columns = new Array<bigint>(size).fill(0n);
  for (const [row, column] of pairs) {
    table[row]![column]! += 1n;
    rows[row]! += 1n;
    columns[column]! += 1n;
  }
  const n = BigInt(pairs.length);
  const agreeing = sum(rows.map((_, index) => table[index]![index]!));
  const chance = sum(rows.map((row, index) => row * columns[index]!));
  const po = Number(agreeing) / pairs.length;
  const pe = Number(chance) / Number(n * n);
  // The following numbers are po, pe, 1 - pe and 1 - po, multiplied by n squared.
  const notChance = n * n - chance;
  if (notChance === 0n) return { n: pairs.length, po, pe, kappa: null, se: null, se0: null };
  const notAgreeing = n * (n - agreeing);
  const kappa = Number(agreeing * n - chance) / Number(notChance);

  let first = 0n;
  let second = 0n;
  let nullTerm = 0n;
  for (let row = 0; row < size; row += 1) {
    const margin = rows[row]! + columns[row]!;
    nullTerm += rows[row]! * columns[row]! * margin;
    first += table[row]![row]! * (n * notChance - margin * notAgreeing) ** 2n;
    for (let column = 0; column < size; column += 1) {
      if (row !== column) second += table[row]![column]! * (columns[row]! + rows[column]!) ** 2n;
    }
  }
  const third = n * n * (agreeing * n - chance) - chance * notAgreeing;
  const numerator = n * first + n * notAgreeing ** 2n * second - third ** 2n;
  const nullNumerator = chance * n * n + chance ** 2n - n * nullTerm;
  return {
    n: pairs.length,
    po,
    pe,
    kappa,
    se: Math.sqrt(Number(numerator) / Number(n * notChance ** 4n)),
    se0: Math.sqrt(Number(nullNumerator) / Number(n * notChance ** 2n)),
  };
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
