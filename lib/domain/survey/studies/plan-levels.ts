/** Attributes that define levels by default (Street et al.: orders and levels). */
const usualLevels = ["order", "level"];

/** An attribute with more values than this contains names, not levels. */
const mostLevels = 12;

/** The items of one level, by their number. */
export interface PlannedLevel {
  name: string;
  items: number;
}

/**
 * The levels reported by a study: of the attributes whose levels its plan compares, otherwise of order and level. An
 * attribute with one value, or with more than twelve, has none.
 *
 * @param named attributes that the plan names
 */
export function planLevels(
  items: readonly { attributes: Readonly<Record<string, string>> }[],
  named: readonly string[],
): PlannedLevel[] {
  return (named.length > 0 ? [...new Set(named)] : usualLevels).flatMap((attribute) => {
    const counts = new Map<string, number>();
    for (const { attributes } of items) {
      const value = attributes[attribute];
      if (value !== undefined && value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    if (counts.size < 2 || counts.size > mostLevels) return [];
    const values = [...counts].sort(([left], [right]) => left.localeCompare(right, "en", { numeric: true }));
    return values.map(([value, count]) => ({ name: `${attribute} ${value}`, items: count }));
  });
}
