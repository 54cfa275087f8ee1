/** Attributes by which items have levels where no plan says otherwise (Street et al.: orders and levels). */
const usualLevels = ["order", "level"];

/** An attribute with more values than this divides items into names, not into levels. */
const mostLevels = 12;

/** The items of one level, by how many there are. */
export interface PlannedLevel {
  name: string;
  items: number;
}

/**
 * The levels whose figures a study will show: of the attributes that its plan compares levels of, else of order and level.
 * An attribute with one value, or with more than twelve, has none.
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
