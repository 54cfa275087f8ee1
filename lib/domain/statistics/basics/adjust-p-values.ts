import { requireProbability } from "./require-number.ts";

export const adjustmentMethods = ["BH", "holm", "bonferroni"] as const;
export type AdjustmentMethod = (typeof adjustmentMethods)[number];

/**
 * Adjusts p-values for a family of tests (R `p.adjust`); the result has the given order.
 *
 * A null stays null and does not count in the size of the family. `holm` and `bonferroni` control the familywise error
 * rate; `BH` controls the false discovery rate of independent or positively dependent tests. Holm (1979); Benjamini and
 * Hochberg (1995).
 */
export function adjustPValues(p: readonly (number | null)[], method: AdjustmentMethod): (number | null)[] {
  const present = p.flatMap((value, index) =>
    value === null ? [] : [{ index, value: requireProbability("p", value) }],
  );
  const n = present.length;
  const ascending = present.toSorted((left, right) => left.value - right.value);
  const adjusted: (number | null)[] = p.map(() => null);
  switch (method) {
    case "bonferroni":
      for (const { index, value } of present) adjusted[index] = Math.min(1, n * value);
      return adjusted;
    case "holm": {
      let largest = 0;
      ascending.forEach(({ index, value }, rank) => {
        largest = Math.max(largest, (n - rank) * value);
        adjusted[index] = Math.min(1, largest);
      });
      return adjusted;
    }
    case "BH": {
      let smallest = 1;
      for (let rank = n; rank >= 1; rank -= 1) {
        const { index, value } = ascending[rank - 1]!;
        smallest = Math.min(smallest, (n / rank) * value);
        adjusted[index] = smallest;
      }
      return adjusted;
    }
    default:
      throw new RangeError(`method must be one of ${adjustmentMethods.join(", ")}, not ${String(method)}`);
  }
}
