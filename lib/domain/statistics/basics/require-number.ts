/** Returns `value` if it is an integer of at least `least`; throws RangeError otherwise. */
export function requireCount(name: string, value: number, least = 0): number {
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}`);
  return value;
}

/** Returns `value` if it is finite; throws RangeError for NaN and infinity. */
export function requireFinite(name: string, value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be a finite number, not ${value}`);
  return value;
}

/** Returns `value` if it is in [0, 1]; throws RangeError otherwise. */
export function requireProbability(name: string, value: number): number {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must lie between 0 and 1, not be ${value}`);
  return value;
}

/** Returns `value` if it is strictly between 0 and 1, as a confidence level or an alpha must be. */
export function requireLevel(name: string, value: number): number {
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} must lie strictly between 0 and 1, not be ${value}`);
  return value;
}

/** Throws RangeError unless `value` is 0 or 1, or `null` if a missing value is allowed. */
export function requireBinary(name: string, value: number | null, missing: "missing allowed" | "complete"): void {
  if (value === 0 || value === 1) return;
  if (value === null && missing === "missing allowed") return;
  throw new RangeError(`${name} must contain only 0 and 1${missing === "complete" ? "" : " and null"}, not ${value}`);
}

/** Throws RangeError unless two paired lists have the same length. */
export function requireSameLength(nameA: string, a: readonly unknown[], nameB: string, b: readonly unknown[]): void {
  if (a.length !== b.length)
    throw new RangeError(`${nameA} and ${nameB} must have the same length, not ${a.length} and ${b.length}`);
}

/** Throws RangeError unless all rows have the same length. Returns this length (0 without rows). */
export function requireRectangle(name: string, rows: readonly (readonly unknown[])[]): number {
  const width = rows[0]?.length ?? 0;
  rows.forEach((row, index) => {
    if (row.length !== width)
      throw new RangeError(`every row of ${name} must have ${width} values; row ${index} has ${row.length}`);
  });
  return width;
}
