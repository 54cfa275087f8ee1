import { type Category, categoryIndex } from "../basics/category.ts";
import { requireSameLength } from "../basics/require-number.ts";

export interface ConfusionTable {
  /** Pairs of which neither is null. */
  n: number;
  /** The categories of both sides in order of appearance. */
  categories: Category[];
  /** By decided category (row) and given one (column). */
  counts: number[][];
  /** On the diagonal, over n; null without a pair. */
  accuracy: number | null;
  /** By category: of the items decided as it, the share given as it (recall), and of those given as it, decided as it (precision). */
  byCategory: { category: Category; precision: number | null; recall: number | null }[];
}

/** What was given against what was decided, for one annotator or all: adjudication, gold or consensus decides. */
export function confusionTable(
  decided: readonly (Category | null)[],
  given: readonly (Category | null)[],
): ConfusionTable {
  requireSameLength("decided", decided, "given", given);
  const index = categoryIndex();
  const categories: Category[] = [];
  const place = (value: Category) => {
    const at = index.indexOf(value);
    categories[at] = value;
    return at;
  };
  const pairs = decided.flatMap((value, item): [number, number][] => {
    const other = given[item] ?? null;
    return value === null || other === null ? [] : [[place(value), place(other)]];
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
