/**
 * Whether a number agrees with what a paper prints: equal after rounding to the printed digits, or below the bound for
 * "<.001". A missing leading zero is usual in such tables. Throws RangeError for a text that is no number.
 */
export function agreesWithPrinted(printed: string, value: number): boolean {
  const [, below, digits] = /^(<?)\s*(-?\d*\.?\d+)%?$/.exec(printed.trim()) ?? [];
  if (digits === undefined) throw new RangeError(`a printed number must be digits, not ${JSON.stringify(printed)}`);
  const bound = Number(digits);
  if (below === "<") return value < bound;
  const places = digits.includes(".") ? digits.length - digits.indexOf(".") - 1 : 0;
  // Half a unit in the last printed place, and a little for decimals that are no binary fractions.
  return Math.abs(value - bound) <= 0.5 * 10 ** -places + 1e-9;
}

/** How many digits a paper printed after the point, so that ours can be shown alike. */
export function printedPlaces(printed: string): number {
  const point = printed.indexOf(".");
  return point === -1 ? 0 : printed.length - point - 1;
}
