import type { LayoutDesign } from "./layout-design.ts";
import { type LayoutItem, layoutValue } from "./layout-item.ts";
import { ruleAttribute } from "./partition.ts";

/** One item under one condition at one position of a session. */
export interface LayoutPlacement {
  position: number;
  item: string;
  /** The item's story: the cluster in statistics. */
  story: string;
  group: string;
  /** One level for each factor. */
  condition: Record<string, string>;
}

/** One session of the design. */
export interface LayoutSlot {
  slot: number;
  stratum: string;
  placements: LayoutPlacement[];
  /** The pages among the items, with the number of items before each; absent in designs without them. */
  checks?: { check: string; after: number }[];
}

/** The counts of the rarest and the most frequent cell of a margin; they are equal if the margin is exact. */
export interface LayoutMargin {
  low: number;
  high: number;
}

export interface LayoutMeasure {
  /** The margin of every item of the study under every condition. */
  itemCondition: LayoutMargin;
  /** The margin of every item within each stratum. */
  stratumItem: LayoutMargin[];
  /** Rules that a session violates, one sentence each; empty if there are none. */
  broken: string[];
}

/**
 * Counts a finished layout placement by placement, independently of the generator: its margins, and the rules that its
 * sessions violate.
 *
 * @param items the items that the study uses
 */
export function measureLayout(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  slots: readonly LayoutSlot[],
): LayoutMeasure {
  const itemsById = new Map(items.map((item) => [item.id, item]));
  const conditions = design.factors.reduce((product, factor) => product * factor.levels.length, 1);
  const cells = new Map<string, number>();
  const byStratum = new Map(design.strata.map(({ key }) => [key, new Map<string, number>()]));
  const violations: string[] = [];
  for (const { slot, stratum, placements } of slots) {
    const counts = byStratum.get(stratum);
    if (!counts) violations.push(`slot ${slot} is in the stratum "${stratum}", which the design does not have`);
    for (const { item, condition } of placements) {
      const cell = `${item} ${design.factors.map(({ name }) => condition[name]).join(" ")}`;
      cells.set(cell, (cells.get(cell) ?? 0) + 1);
      counts?.set(item, (counts.get(item) ?? 0) + 1);
    }
    const placedItems = placements.flatMap(({ item }) => itemsById.get(item) ?? []);
    if (new Set(placedItems).size !== design.itemsPerSession || placements.length !== design.itemsPerSession) {
      violations.push(`slot ${slot} does not have ${design.itemsPerSession} different items`);
    }
    for (const problem of findBrokenRules(design, items, placedItems, placements))
      violations.push(`slot ${slot} ${problem}`);
  }
  return {
    itemCondition: computeMargin(cells, items.length * conditions),
    stratumItem: [...byStratum.values()].map((counts) => computeMargin(counts, items.length)),
    broken: violations,
  };
}

function findBrokenRules(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  asked: readonly LayoutItem[],
  placements: readonly LayoutPlacement[],
): string[] {
  const violations: string[] = [];
  for (const rule of design.rules) {
    const attribute = ruleAttribute(rule);
    if (attribute === null) {
      if ("reading" in rule && !formsReadings(asked, rule.reading)) {
        violations.push(`does not ask ${rule.reading} statements after each reading`);
      }
      if (
        "order" in rule &&
        typeof rule.order === "object" &&
        "blocksOf" in rule.order &&
        !formsBlocks(asked, rule.order.blocksOf)
      ) {
        violations.push(`does not keep the items of one ${rule.order.blocksOf} together`);
      }
      continue;
    }
    const counts = countValues(asked, attribute);
    const most = "onePer" in rule ? 1 : "atMost" in rule ? rule.atMost : Number.POSITIVE_INFINITY;
    if (Math.max(0, ...counts.values()) > most) violations.push(`has more than ${most} of one ${attribute}`);
    if ("balance" in rule) {
      const all = [...countValues(items, attribute).keys()].map((value) => counts.get(value) ?? 0);
      if (Math.max(...all) - Math.min(...all) > 1) violations.push(`is not balanced by ${attribute}`);
    }
  }
  for (const { name, varies, levels } of design.factors) {
    const levelCounts = levels.map((level) => placements.filter(({ condition }) => condition[name] === level).length);
    if (varies === "between" && Math.max(...levelCounts) !== placements.length)
      violations.push(`has more than one level of ${name}`);
    if (varies === "within" && Math.max(...levelCounts) - Math.min(...levelCounts) > 1)
      violations.push(`is not balanced over ${name}`);
  }
  return violations;
}

function countValues(items: readonly LayoutItem[], attribute: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const value = layoutValue(item, attribute);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function formsBlocks(asked: readonly LayoutItem[], attribute: string): boolean {
  const values = asked.map((item) => layoutValue(item, attribute));
  const blocks = values.filter((value, index) => index === 0 || value !== values[index - 1]);
  return new Set(blocks).size === blocks.length;
}

/** Whether every `size` consecutive statements, from the first on, are about the same story. */
function formsReadings(asked: readonly LayoutItem[], size: number): boolean {
  return asked.every(({ story }, index) => story === asked[index - (index % size)]?.story);
}

function computeMargin(counts: ReadonlyMap<string, number>, cells: number): LayoutMargin {
  let low = counts.size < cells ? 0 : Number.POSITIVE_INFINITY;
  let high = 0;
  for (const count of counts.values()) [low, high] = [Math.min(low, count), Math.max(high, count)];
  return { low: Number.isFinite(low) ? low : 0, high };
}
