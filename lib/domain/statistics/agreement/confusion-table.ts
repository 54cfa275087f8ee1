import { type Category, categoryIndex } from "../basics/category.ts";
import { requireSameLength } from "../basics/require-number.ts";

export interface ConfusionTable {
  /** Pairs without a null. */
  n: number;
  /** The categories of both sides in order of appearance. */
  categories: Category[];
  /** Counts by decided category (rows) and given category (columns). */
  counts: number[][];
  /** Share of pairs on the diagonal; null without a pair. */
  accuracy: number | null;
  /**
   * By category: recall, the share of items with this decision that have the same label; and precision, the share of
   * items with this label that have the same decision.
   */
  byCategory: { category: Category; precision: number | null; recall: number | null }[];
}

/** Compares labels (of one annotator or of all) with decisions, which come from adjudication, gold or consensus. */
export function confusionTable(
  decided: readonly (Category | null)[],
  given: readonly (Category | null)[],
): ConfusionTable {
  requireSameLength("decided", decided, "given", given);
  const index = categoryIndex();
  const categories: Category[] = [];
  const categoryPosition = (value: Category) => {
    const at = index.indexOf(value);
    categories[at] = value;
    return at;
  };
  const pairs = decided.flatMap((value, item): [number, number][] => {
    const other = given[item] ?? null;
    return value === null || other === null ? [] : [[categoryPosition(value), categoryPosition(other)]];
  });
  const counts = categories.map(() => categories.map(() => 0));
  for (const [row, column] of pairs) counts[row]![column]! += 1;
  const share = (k: number, n: number) => (n === 0 ? null : k / n);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    n: pairs.length,
    categories,
    counts,
    accuracy: share(sum(counts.map((row, at) => row[at]!)), pairs.length),
    byCategory: categories.map((category, at) => ({
      category,
      precision: share(counts[at]![at]!, sum(counts.map((row) => row[at]!))),
      recall: share(counts[at]![at]!, sum(counts[at]!)),
    })),
  };
}
