import type { ResultCell } from "../model/cells.ts";
import type { StudyResults } from "../model/study-results.ts";
import { groupByDepth } from "../preparation/prepare-depth.ts";

/** A subset of a study's cells, by a condition or by a property of their items. */
export interface CellGroup {
  label: string;
  has: (cell: ResultCell) => boolean;
}

/** How a study's cells are divided into groups, and which groups are compared. */
export interface CellGroups {
  /** Each condition if there are several, and each order or level. */
  groups: CellGroup[];
  /** Neighbouring levels, conditions in their order, and two types of items. */
  neighbours: { first: CellGroup; second: CellGroup }[];
}

/**
 * The divisions used in the tables of papers: conditions, order and level, and for differences the two types of items.
 */
export function cellGroups({ conditions, items }: Pick<StudyResults, "conditions" | "items">): CellGroups {
  const conditionGroups = conditions.map(
    ({ id, label }): CellGroup => ({ label, has: ({ condition }) => condition.id === id }),
  );
  const panels = groupByDepth(items, null).map(({ title, labels, groupOf }) =>
    labels.map((label): CellGroup => ({ label: `${title} ${label}`, has: ({ item }) => groupOf(item) === label })),
  );
  const types = [...new Set(items.flatMap(({ attributes: { type } }) => (typeof type === "string" ? type : [])))]
    .sort((left, right) => left.localeCompare(right, "en"))
    .map((type): CellGroup => ({ label: `type ${type}`, has: ({ item }) => item.attributes.type === type }));
  return {
    groups: [...(conditionGroups.length > 1 ? conditionGroups : []), ...panels.flat()],
    neighbours: [conditionGroups, ...panels, ...(types.length === 2 ? [types] : [])].flatMap((list) =>
      list.slice(1).map((first, index) => ({ first, second: list[index]! })),
    ),
  };
}
