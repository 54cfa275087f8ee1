import { seededRandom, shuffled } from "../../random.ts";
import type { LayoutResult } from "./generate-layout.ts";
import type { LayoutDesign } from "./layout-design.ts";
import { type LayoutItem, layoutValue } from "./layout-item.ts";
import { measureLayout } from "./measure-layout.ts";
import { itemOrder } from "./order-items.ts";
import { ruleAttribute } from "./partition.ts";
import type { RefusalCause } from "./prepare-layout.ts";

/** How many statements follow one reading of a story; null where every statement has a reading of its own. */
export function readingOf(rules: LayoutDesign["rules"]): number | null {
  const rule = rules.find((candidate) => "reading" in candidate);
  return rule && "reading" in rule ? rule.reading : null;
}

/** Some statements about one story that are asked after one reading of it. */
interface Reading {
  unit: LayoutItem;
  statements: LayoutItem[];
}

/**
 * Lays out sessions of readings: each story's statements are divided by the seed into readings of `size`, values to be
 * balanced spread over them, and the readings are laid out like items. Every margin of readings is one of their
 * statements, and all statements of a reading have the same condition.
 *
 * @param layOut the generator for designs without this rule
 */
export function layOutReadings(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  size: number,
  layOut: (design: LayoutDesign, items: readonly LayoutItem[]) => LayoutResult,
): LayoutResult {
  const tooFew = design.rules.find((rule) => mostOfOneStory(rule) < size);
  if (tooFew) {
    const attribute = ruleAttribute(tooFew);
    return refuse(
      "rule",
      `a reading holds ${size} statements of one ${attribute}, and a rule allows ${mostOfOneStory(tooFew)} in a session`,
    );
  }
  const stories = [...byStory(items)];
  if (stories.every(([, own]) => own.length < size)) {
    return refuse("rule", `no story has ${size} statements for one reading`);
  }
  if (design.itemsPerSession % size !== 0) {
    return refuse("itemsPerSession", `${design.itemsPerSession} items are no whole readings of ${size} statements`);
  }
  if (design.draw !== undefined && design.draw % size !== 0) {
    return refuse("draw", `${design.draw} items are no whole readings of ${size} statements`);
  }
  const uneven = stories.find(([, own]) => own.length % size !== 0);
  if (uneven && design.draw === undefined) {
    const [story, { length }] = uneven;
    const has = `${length} ${length === 1 ? "statement" : "statements"}`;
    return refuse("draw", `story "${story}" has ${has}, which are no whole readings of ${size}`);
  }
  const readings = divide(design, items, size);
  const byUnit = new Map(readings.map((reading) => [reading.unit.id, reading.statements]));
  const units = readings.map(({ unit }) => unit);
  const result = layOut(designOfReadings(design, units, size), units);
  if (!result.ok) return { ...result, message: `${result.message} (counted in readings of ${size} statements)` };
  const isFixed = itemOrder(design.rules).order === "fixed";
  const slots = result.slots.map(({ slot, stratum, placements }) => {
    const random = seededRandom(`${design.seed}/statements/${slot}`);
    const asked = placements.flatMap(({ item, condition }) => {
      const statements = byUnit.get(item) ?? [];
      const inOrder = isFixed ? statements : shuffled(statements, random);
      return inOrder.map(({ id, story, group }) => ({ item: id, story, group, condition }));
    });
    return { slot, stratum, placements: asked.map((placement, position) => ({ position, ...placement })) };
  });
  const used = new Set(result.items.flatMap(({ id }) => byUnit.get(id) ?? []));
  const kept = items.filter((item) => used.has(item));
  // Conditions within people vary between readings, so only the rules are looked at here.
  const [broken] = measureLayout({ ...design, factors: [] }, kept, slots).broken;
  if (broken) return refuse("itemsPerSession", `readings of ${size} statements cannot keep every rule: ${broken}`);
  return { ok: true, slots, items: kept, sessions: result.sessions };
}

/** How many statements about one story a rule allows in a session; infinite for a rule about something else. */
function mostOfOneStory(rule: LayoutDesign["rules"][number]): number {
  const attribute = ruleAttribute(rule);
  if (attribute !== "story" && attribute !== "group") return Number.POSITIVE_INFINITY;
  return "onePer" in rule ? 1 : "atMost" in rule ? rule.atMost : Number.POSITIVE_INFINITY;
}

function divide(design: LayoutDesign, items: readonly LayoutItem[], size: number): Reading[] {
  const random = seededRandom(`${design.seed}/readings`);
  const balanced = design.rules.flatMap((rule) => ("balance" in rule ? [rule.balance] : []));
  const place = new Map(items.map((item, index) => [item, index]));
  return [...byStory(items)].flatMap(([story, own]) => {
    const count = Math.floor(own.length / size);
    const keyOf = (item: LayoutItem) => balanced.map((attribute) => layoutValue(item, attribute) ?? "").join("\n");
    const sorted = shuffled(own, random).sort((left, right) =>
      keyOf(left) < keyOf(right) ? -1 : keyOf(left) > keyOf(right) ? 1 : 0,
    );
    return Array.from({ length: count }, (_, number) => {
      const statements = sorted
        .filter((_item, index) => index < count * size && index % count === number)
        .sort((left, right) => (place.get(left) ?? 0) - (place.get(right) ?? 0));
      return { unit: unitOf(`${story}/${number}`, statements), statements };
    });
  });
}

/** A reading as the generator sees it: what all of its statements have in common. */
function unitOf(id: string, statements: readonly LayoutItem[]): LayoutItem {
  const [first] = statements as [LayoutItem];
  const attributes = Object.entries(first.attributes).filter(([name, value]) =>
    statements.every((statement) => statement.attributes[name] === value),
  );
  return { id, story: first.story, group: first.group, attributes: Object.fromEntries(attributes) };
}

/** The same design counted in readings. Rules on what differs within a reading are looked at when all is laid out. */
function designOfReadings(design: LayoutDesign, units: readonly LayoutItem[], size: number): LayoutDesign {
  const isShared = (attribute: string) => units.every((unit) => layoutValue(unit, attribute) !== null);
  const rules = design.rules.flatMap((rule): LayoutDesign["rules"] => {
    if ("reading" in rule) return [];
    const attribute = ruleAttribute(rule);
    if (attribute === null) return [rule];
    if (!isShared(attribute)) return [];
    return "atMost" in rule ? [{ ...rule, atMost: Math.max(1, Math.floor(rule.atMost / size)) }] : [rule];
  });
  const { draw, ...rest } = design;
  return {
    ...rest,
    rules,
    itemsPerSession: design.itemsPerSession / size,
    ...(draw === undefined ? {} : { draw: draw / size }),
  };
}

function byStory(items: readonly LayoutItem[]): Map<string, LayoutItem[]> {
  const stories = new Map<string, LayoutItem[]>();
  for (const item of items) stories.set(item.story, [...(stories.get(item.story) ?? []), item]);
  return stories;
}

function refuse(cause: RefusalCause, message: string): LayoutResult {
  return { ok: false, cause, message };
}
