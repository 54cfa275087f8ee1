import type { ResultCell } from "../model/cells.ts";
import type { PreparedSimulation } from "./simulated-study.ts";

/** A part of the cells for which pages show the share of correct answers with an interval. */
export interface ShareGroup {
  name: string;
  /** The true share of correct answers of people. */
  truth: number;
  holds: (cell: Pick<ResultCell, "item" | "condition">) => boolean;
}

/** Attributes whose levels are reported by default (Street et al.: orders and levels). */
const defaultLevelAttributes = ["order", "level"];
/** An attribute with more values than this contains names, not levels. */
const maxLevels = 12;

/**
 * Groups of answers: all answers, each condition if there are several, and each level that the plan compares. If the
 * plan compares no levels, each order and level is a group.
 */
export function shareGroups({ cells, design }: PreparedSimulation): ShareGroup[] {
  const { conditions, plan, items } = design;
  const plannedAttributes = plan.family.tests.flatMap(({ kind, of }) => (kind === "levels" && of !== "" ? [of] : []));
  const valuesOf = (attribute: string) => [...new Set(items.map(({ attributes }) => attributes[attribute]))];
  const levels = (plannedAttributes.length > 0 ? [...new Set(plannedAttributes)] : defaultLevelAttributes).filter(
    (attribute) => {
      const values = valuesOf(attribute).filter((value) => value != null);
      return values.length > 1 && values.length <= maxLevels;
    },
  );
  const parts: Omit<ShareGroup, "truth">[] = [
    { name: "all answers", holds: () => true },
    ...(conditions.length < 2
      ? []
      : conditions.map(({ id, label }) => ({
          name: label,
          holds: ({ condition }: Pick<ResultCell, "condition">) => condition.id === id,
        }))),
    ...levels.flatMap((attribute) =>
      valuesOf(attribute).flatMap((value) =>
        value == null
          ? []
          : [
              {
                name: `${attribute} ${value}`,
                holds: ({ item }: Pick<ResultCell, "item">) => item.attributes[attribute] === value,
              },
            ],
      ),
    ),
  ];
  return parts.flatMap((part) => {
    const groupCells = cells.filter(part.holds);
    return groupCells.length === 0
      ? []
      : [{ ...part, truth: groupCells.reduce((sum, { share }) => sum + share, 0) / groupCells.length }];
  });
}
