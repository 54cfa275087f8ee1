/**
 * Whether a number agrees with a printed number: equal after rounding to the printed digits, or below the bound for
 * "<.001". Tables often omit the leading zero. Throws RangeError for a text that is not a number.
 */
export function agreesWithPrinted(printed: string, value: number): boolean {
  const [, below, digits] = /^(<?)\s*(-?\d*\.?\d+)%?$/.exec(printed.trim()) ?? [];
  if (digits === undefined) throw new RangeError(`a printed number must be digits, not ${JSON.stringify(printed)}`);
  const bound = Number(digits);
  if (below === "<") return value < bound;
  const decimals = digits.includes(".") ? digits.length - digits.indexOf(".") - 1 : 0;
  // Half a unit of the last printed digit, plus a tolerance for decimals that are not binary fractions.
  return Math.abs(value - bound) <= 0.5 * 10 ** -decimals + 1e-9;
}

/** Number of printed decimals, so that the recomputed value can be shown with equally many. */
export function printedDecimals(printed: string): number {
  const point = printed.indexOf(".");
  return point === -1 ? 0 : printed.length - point - 1;
}
