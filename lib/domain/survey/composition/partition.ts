import { groupBy } from "../../group-by.ts";
import type { LayoutDesign } from "./layout-design.ts";
import { type LayoutItem, layoutValue } from "./layout-item.ts";

/** Items divided by one attribute, with bounds on each value in a session. */
export interface ItemPartition {
  attribute: string;
  /** The class of each item; -1 for an item without the attribute, which the rule does not restrict. */
  classOf: Int32Array;
  values: string[];
  /** Items of each class. */
  sizes: Int32Array;
  /** Minimum and maximum items of each class in a session. */
  low: Int32Array;
  high: Int32Array;
  /** Whether the bounds of each class are restrictive; classes with other bounds need not be checked. */
  binding: boolean[];
}

/** How `balance` counts items without an attribute: as a separate value, or not at all. */
export type MissingValues = "value" | "exempt";

/** The partitions of the rules, one for each attribute, with its strictest rule. */
export function listPartitions(
  rules: LayoutDesign["rules"],
  items: readonly LayoutItem[],
  itemsPerSession: number,
  missing: MissingValues,
): ItemPartition[] {
  const byAttribute = groupBy(rules, ruleAttribute);
  return [...byAttribute].map(([attribute, stated]) => {
    const isBalanced = stated.some((rule) => "balance" in rule);
    const partition = partitionOf(items, attribute, isBalanced && missing === "value");
    for (const rule of stated) restrict(partition, rule, itemsPerSession);
    return { ...partition, binding: bindingClasses(partition, itemsPerSession) };
  });
}

/** The attribute of a rule; null for an order. */
export function ruleAttribute(rule: LayoutDesign["rules"][number]): string | null {
  if ("onePer" in rule) return rule.onePer;
  if ("atMost" in rule) return rule.of;
  return "balance" in rule ? rule.balance : null;
}

/** Divides items by an attribute, with values in the order of first occurrence; the bounds are not restrictive yet. */
export function partitionOf(items: readonly LayoutItem[], attribute: string, missingIsValue: boolean): ItemPartition {
  const indexOfValue = new Map<string | null, number>();
  const classOf = Int32Array.from(items, (item) => {
    const value = layoutValue(item, attribute);
    if (value === null && !missingIsValue) return -1;
    const existingIndex = indexOfValue.get(value);
    if (existingIndex !== undefined) return existingIndex;
    indexOfValue.set(value, indexOfValue.size);
    return indexOfValue.size - 1;
  });
  const sizes = new Int32Array(indexOfValue.size);
  for (const at of classOf) if (at >= 0) sizes[at] = (sizes[at] ?? 0) + 1;
  const values = [...indexOfValue.keys()].map((value) => value ?? "none");
  const high = Int32Array.from(sizes);
  return {
    attribute,
    classOf,
    values,
    sizes,
    low: new Int32Array(indexOfValue.size),
    high,
    binding: values.map(() => false),
  };
}

function restrict(partition: ItemPartition, rule: LayoutDesign["rules"][number], itemsPerSession: number): void {
  const values = partition.values.length;
  for (let at = 0; at < values; at += 1) {
    const most =
      "onePer" in rule
        ? 1
        : "atMost" in rule
          ? rule.atMost
          : "balance" in rule
            ? Math.ceil(itemsPerSession / values)
            : 0;
    partition.high[at] = Math.min(partition.high[at] ?? 0, most);
    if ("balance" in rule) {
      partition.low[at] = Math.max(partition.low[at] ?? 0, Math.floor(itemsPerSession / values));
    }
  }
}

/** Whether each class is restrictive in a set of this size. */
export function bindingClasses(
  { sizes, low, high }: Pick<ItemPartition, "sizes" | "low" | "high">,
  size: number,
): boolean[] {
  return Array.from(sizes, (members, at) => (low[at] ?? 0) > 0 || (high[at] ?? 0) < Math.min(members, size));
}

export type Families = readonly [first: ItemPartition[], second: ItemPartition[], rest: ItemPartition[]];

/**
 * Splits partitions into two families of nested classes and the rest. Two such families form a network, in which an
 * integral solution always exists if a fractional solution exists. The most restrictive partitions are assigned first;
 * within a family the coarser partitions come first; partitions that restrict nothing are omitted.
 */
export function nestedFamilies(partitions: readonly ItemPartition[], size: number): Families {
  const families: Families = [[], [], []];
  const restrictivePartitions = partitions
    .filter((partition) => partition.binding.includes(true))
    .map((partition) => ({ partition, room: measureFreedom(partition, size) }))
    .sort((left, right) => left.room - right.room || right.partition.values.length - left.partition.values.length)
    .map(({ partition }) => partition);
  for (const partition of restrictivePartitions) {
    const familyIndex = families.findIndex(
      (family, index) => index === 2 || family.every((other) => areNested(other, partition)),
    );
    families[familyIndex]?.push(partition);
  }
  for (const family of families) family.sort((left, right) => left.values.length - right.values.length);
  return families;
}

/** How much freedom a partition leaves to a set of this size: 0 if every class is at one of its bounds. */
function measureFreedom({ classOf, low, high }: ItemPartition, size: number): number {
  const exempt = classOf.reduce((count, at) => count + (at < 0 ? 1 : 0), 0);
  const most = high.reduce((sum, own) => sum + own, exempt);
  const least = low.reduce((sum, own) => sum + own, 0);
  return Math.min(most - size, least === 0 ? Number.POSITIVE_INFINITY : size - least);
}

/** Whether any two restrictive classes of two partitions are disjoint or nested. */
function areNested(left: ItemPartition, right: ItemPartition): boolean {
  const shared = new Map<number, number>();
  for (const [item, at] of left.classOf.entries()) {
    const other = right.classOf[item] ?? -1;
    if (at < 0 || other < 0 || !left.binding[at] || !right.binding[other]) continue;
    const pair = at * right.values.length + other;
    shared.set(pair, (shared.get(pair) ?? 0) + 1);
  }
  return [...shared].every(([pair, count]) => {
    const other = pair % right.values.length;
    const at = (pair - other) / right.values.length;
    return count === left.sizes[at] || count === right.sizes[other];
  });
}
