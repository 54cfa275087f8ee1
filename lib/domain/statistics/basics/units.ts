import { type Category, categoryIndex } from "./category.ts";
import { requireRectangle } from "./require-number.ts";

/** How often each category was given to one unit that at least two raters judged. */
export interface PairableUnit {
  /** Values given to the unit, at least 2. */
  values: number;
  /** By category in order of appearance. Categories that do not occur may be missing at the end. */
  counts: number[];
}

/**
 * The units of a raters x units table (null = missing) that have at least two values. Values are compared by type and
 * value. Throws RangeError if the raters' rows have different lengths.
 */
export function pairableUnits(data: readonly (readonly (Category | null)[])[]): PairableUnit[] {
  const width = requireRectangle("data", data);
  const categories = categoryIndex();
  const units: PairableUnit[] = [];
  for (let unit = 0; unit < width; unit += 1) {
    const ratings = data.flatMap((row) => row[unit] ?? null).filter((value) => value !== null);
    if (ratings.length < 2) continue;
    const counts: number[] = [];
    for (const value of ratings) {
      const category = categories.indexOf(value);
      counts[category] = (counts[category] ?? 0) + 1;
    }
    units.push({ values: ratings.length, counts: Array.from(counts, (count) => count ?? 0) });
  }
  return units;
}
