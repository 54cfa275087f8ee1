import { type Category, categoryIndex } from "../basics/category.ts";
import { requireSameLength } from "../basics/require-number.ts";

export interface ConfusionTable {
  /** Pairs without a null. */
  n: number;
  /** The categories of both sides in order of appearance. */
  categories: Category[];
  /** Counts by decided category (row) and given category (column). */
  counts: number[][];
  /** On the diagonal, over n; null without a pair. */
  accuracy: number | null;
  /**
   * By category: recall, the share of the items with this decision that were labelled the same, and precision, the
   * share of the items with this label that were decided the same.
   */
  byCategory: { category: Category; precision: number | null; recall: number | null }[];
}

/**
 * Compares the given labels (of one annotator or of all) with the decisions, which come from adjudication, gold or
 * consensus.
 */
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
