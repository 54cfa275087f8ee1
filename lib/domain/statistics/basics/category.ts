/** A nominal value or the name of a cluster. The number 1 and the text "1" are different categories. */
export type Category = string | number | boolean;

/** The distinct members of a list, in order of appearance, with their indices. */
export interface CategoryIndex {
  size: number;
  /** Returns the index of a value, from 0. A new value is added. */
  indexOf(value: Category): number;
}

/** Assigns indices to categories in order of appearance, compared by type and value. Throws RangeError for NaN. */
export function categoryIndex(): CategoryIndex {
  // A Map distinguishes types: 1, "1" and true are three different keys.
  const numbers = new Map<Category, number>();
  return {
    get size() {
      return numbers.size;
    },
    indexOf(value) {
      if (typeof value === "number" && !Number.isFinite(value))
        throw new RangeError(`a category must be a text, a truth value or a finite number, not ${value}`);
      const known = numbers.get(value);
      if (known !== undefined) return known;
      numbers.set(value, numbers.size);
      return numbers.size - 1;
    },
  };
}
