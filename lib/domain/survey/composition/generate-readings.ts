import { groupBy } from "../../group-by.ts";
import { seededRandom, shuffle } from "../../random.ts";
import type { LayoutDesign } from "./layout-design.ts";
import { type LayoutItem, layoutValue } from "./layout-item.ts";
import { type LayoutSlot, measureLayout } from "./measure-layout.ts";
import { itemOrder } from "./order-items.ts";
import { ruleAttribute } from "./partition.ts";
import { type LayoutResult, type RefusalCause, refuseUnknown } from "./prepare-layout.ts";

/** Number of statements after one reading of a story; null if every statement has a separate reading. */
export function statementsPerReading(rules: LayoutDesign["rules"]): number | null {
  const rule = rules.find((candidate) => "reading" in candidate);
  return rule && "reading" in rule ? rule.reading : null;
}

/** Some statements about one story that are shown after one reading of it. */
interface Reading {
  unit: LayoutItem;
  statements: LayoutItem[];
}

/** A design of readings in the form that the generator for single items needs, in which every reading is an item. */
export interface CountedInReadings {
  ok: true;
  design: LayoutDesign;
  units: LayoutItem[];
  statementsOf: ReadonlyMap<string, LayoutItem[]>;
}

/** Number of divisions of the statements into readings that are tried before refusing. */
export const maxDivisions = 4;

/**
 * Generates sessions of readings: each story's statements are divided with the seed into readings of `size`, with
 * balanced values spread over them, and the readings are laid out like items. Every margin of readings is also a margin
 * of their statements, and all statements of a reading have the same condition.
 *
 * @param generate the generator for designs without this rule
 */
export function generateReadings(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  size: number,
  generate: (design: LayoutDesign, items: readonly LayoutItem[]) => LayoutResult,
): LayoutResult {
  let broken = "";
  for (let division = 0; division < maxDivisions; division += 1) {
    const counted = countInReadings(design, items, size, division);
    if (!counted.ok) return counted;
    const result = generate(counted.design, counted.units);
    if (!result.ok) return { ...result, message: `${result.message} (counted in readings of ${size} statements)` };
    const slots = result.slots.map((slot) => withStatements(slot, design, counted.statementsOf));
    const used = new Set(result.items.flatMap(({ id }) => counted.statementsOf.get(id) ?? []));
    const kept = items.filter((item) => used.has(item));
    // Conditions within people vary between readings, so only the rules are checked here.
    const [problem] = measureLayout({ ...design, factors: [] }, kept, slots).broken;
    if (problem === undefined) return { ok: true, slots, items: kept, sessions: result.sessions };
    broken ||= problem;
  }
  return refuse("itemsPerSession", `no readings of ${size} statements were found that keep every rule: ${broken}`);
}

/**
 * The design and the items counted in readings, or why this is impossible.
 *
 * @param division number of earlier attempts to divide the statements
 */
export function countInReadings(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  size: number,
  division = 0,
): CountedInReadings | Extract<LayoutResult, { ok: false }> {
  const unknown = refuseUnknown(design, items);
  if (unknown) return unknown;
  const tooFew = design.rules.find((rule) => maxStatementsPerStory(rule) < size);
  if (tooFew) {
    const attribute = ruleAttribute(tooFew);
    return refuse(
      "reading",
      `a reading has ${size} statements of one ${attribute}, and a rule allows ${maxStatementsPerStory(tooFew)} in a session`,
    );
  }
  const stories = [...byStory(items)];
  if (stories.every(([, own]) => own.length < size)) {
    return refuse("reading", `no story has ${size} statements for one reading`);
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
  const readings = divide(design, items, size, division);
  const units = readings.map(({ unit }) => unit);
  return {
    ok: true,
    design: designOfReadings(design, units, size),
    units,
    statementsOf: new Map(readings.map((reading) => [reading.unit.id, reading.statements])),
  };
}

/** A session of readings with the statements of each, in the order of the file if required. */
function withStatements(
  { slot, stratum, placements }: LayoutSlot,
  design: LayoutDesign,
  statementsOf: CountedInReadings["statementsOf"],
): LayoutSlot {
  const isFixed = itemOrder(design.rules).order === "fixed";
  const random = seededRandom(`${design.seed}/statements/${slot}`);
  const asked = placements.flatMap(({ item, condition }) => {
    const statements = statementsOf.get(item) ?? [];
    const inOrder = isFixed ? statements : shuffle(statements, random);
    return inOrder.map(({ id, story, group }) => ({ item: id, story, group, condition }));
  });
  return { slot, stratum, placements: asked.map((placement, position) => ({ position, ...placement })) };
}

/** Number of statements about one story that a rule allows in a session; infinite for other rules. */
function maxStatementsPerStory(rule: LayoutDesign["rules"][number]): number {
  const attribute = ruleAttribute(rule);
  if (attribute !== "story" && attribute !== "group") return Number.POSITIVE_INFINITY;
  return "onePer" in rule ? 1 : "atMost" in rule ? rule.atMost : Number.POSITIVE_INFINITY;
}

function divide(design: LayoutDesign, items: readonly LayoutItem[], size: number, division: number): Reading[] {
  const random = seededRandom(`${design.seed}/readings${division === 0 ? "" : `/${division}`}`);
  const balanced = design.rules.flatMap((rule) => ("balance" in rule ? [rule.balance] : []));
  const place = new Map(items.map((item, index) => [item, index]));
  return [...byStory(items)].flatMap(([story, own]) => {
    const count = Math.floor(own.length / size);
    const keyOf = (item: LayoutItem) => balanced.map((attribute) => layoutValue(item, attribute) ?? "").join("\n");
    const sorted = shuffle(own, random).sort((left, right) =>
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

/** A reading as used by the generator: the common properties of its statements. */
function unitOf(id: string, statements: readonly LayoutItem[]): LayoutItem {
  const [first] = statements as [LayoutItem];
  const attributes = Object.entries(first.attributes).filter(([name, value]) =>
    statements.every((statement) => statement.attributes[name] === value),
  );
  return { id, story: first.story, group: first.group, attributes: Object.fromEntries(attributes) };
}

/**
 * The same design counted in readings. Rules on properties that differ within a reading are checked in the finished
 * layout.
 */
function designOfReadings(design: LayoutDesign, units: readonly LayoutItem[], size: number): LayoutDesign {
  const isShared = (attribute: string) => units.every((unit) => layoutValue(unit, attribute) !== null);
  const rules = design.rules.flatMap((rule): LayoutDesign["rules"] => {
    if ("reading" in rule) return [];
    const isBlock = "order" in rule && typeof rule.order === "object";
    const attribute = isBlock ? (rule.order as { blocksOf: string }).blocksOf : ruleAttribute(rule);
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
  return groupBy(items, ({ story }) => story);
}

function refuse(cause: RefusalCause, message: string): Extract<LayoutResult, { ok: false }> {
  return { ok: false, cause, message };
}
