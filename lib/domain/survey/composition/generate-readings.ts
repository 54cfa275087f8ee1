import { groupBy } from "../../group-by.ts";
import { seededRandom, shuffle } from "../../random.ts";
import type { LayoutDesign } from "./layout-design.ts";
import { type LayoutItem, layoutValue } from "./layout-item.ts";
import { type LayoutSlot, measureLayout } from "./measure-layout.ts";
import { itemOrder } from "./order-items.ts";
import { ruleAttribute } from "./partition.ts";
import { type LayoutResult, type RefusalCause, refuseUnknown } from "./prepare-layout.ts";

/** Number of statements after one reading of a story; null if each statement has its own reading. */
export function statementsPerReading(rules: LayoutDesign["rules"]): number | null {
  const rule = rules.find((candidate) => "reading" in candidate);
  return rule && "reading" in rule ? rule.reading : null;
}

/** Statements about one story that are shown after one reading of it. */
interface StoryReading {
  unit: LayoutItem;
  statements: LayoutItem[];
}

/** A design with readings, converted for the generator of single items: every reading is one item. */
export interface ReadingDesign {
  ok: true;
  design: LayoutDesign;
  units: LayoutItem[];
  statementsOf: ReadonlyMap<string, LayoutItem[]>;
}

/** Number of divisions of the statements into readings that are tried before the design is rejected. */
export const maxDivisions = 4;

/**
 * Generates sessions for a design with readings. The statements of each story are divided into readings of `size`
 * statements (deterministically for the seed, with balanced values spread over the readings), and the readings are laid
 * out like items. Every margin of readings is also a margin of their statements, and all statements of a reading have
 * the same condition.
 *
 * @param generate the generator for designs without this rule
 */
export function generateReadings(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  size: number,
  generate: (design: LayoutDesign, items: readonly LayoutItem[]) => LayoutResult,
): LayoutResult {
  let firstViolation = "";
  for (let division = 0; division < maxDivisions; division += 1) {
    const readingDesign = countInReadings(design, items, size, division);
    if (!readingDesign.ok) return readingDesign;
    const result = generate(readingDesign.design, readingDesign.units);
    if (!result.ok) return { ...result, message: `${result.message} (counted in readings of ${size} statements)` };
    const slots = result.slots.map((slot) => expandReadings(slot, design, readingDesign.statementsOf));
    const usedIds = new Set(result.items.flatMap(({ id }) => readingDesign.statementsOf.get(id) ?? []));
    const usedItems = items.filter((item) => usedIds.has(item));
    // Conditions within people vary between readings, so only the rules are checked here.
    const [problem] = measureLayout({ ...design, factors: [] }, usedItems, slots).broken;
    if (problem === undefined) return { ok: true, slots, items: usedItems, sessions: result.sessions };
    firstViolation ||= problem;
  }
  return refuse(
    "itemsPerSession",
    `no readings of ${size} statements were found that satisfy every rule: ${firstViolation}`,
  );
}

/**
 * Converts a design and its items so that readings are counted instead of statements, or returns why this is
 * impossible.
 *
 * @param division number of earlier attempts to divide the statements
 */
export function countInReadings(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  size: number,
  division = 0,
): ReadingDesign | Extract<LayoutResult, { ok: false }> {
  const unknown = refuseUnknown(design, items);
  if (unknown) return unknown;
  const tooFew = design.rules.find((rule) => maxStatementsPerStory(rule) < size);
  if (tooFew) {
    const attribute = ruleAttribute(tooFew);
    return refuse(
      "reading",
      `a reading has ${size} statements of one ${attribute}, but a rule allows only ${maxStatementsPerStory(tooFew)} in a session`,
    );
  }
  const stories = [...groupByStory(items)];
  if (stories.every(([, statements]) => statements.length < size)) {
    return refuse("reading", `no story has ${size} statements for one reading`);
  }
  if (design.itemsPerSession % size !== 0) {
    return refuse(
      "itemsPerSession",
      `${design.itemsPerSession} items cannot be divided into readings of ${size} statements`,
    );
  }
  if (design.draw !== undefined && design.draw % size !== 0) {
    return refuse("draw", `${design.draw} items cannot be divided into readings of ${size} statements`);
  }
  const unevenStory = stories.find(([, statements]) => statements.length % size !== 0);
  if (unevenStory && design.draw === undefined) {
    const [story, { length }] = unevenStory;
    const countText = `${length} ${length === 1 ? "statement" : "statements"}`;
    return refuse("draw", `story "${story}" has ${countText}, which cannot be divided into readings of ${size}`);
  }
  const readings = divideIntoReadings(design, items, size, division);
  const units = readings.map(({ unit }) => unit);
  return {
    ok: true,
    design: designOfReadings(design, units, size),
    units,
    statementsOf: new Map(readings.map((reading) => [reading.unit.id, reading.statements])),
  };
}

/** The session of statements for a session of readings; statements are in the order of the file if required. */
function expandReadings(
  { slot, stratum, placements }: LayoutSlot,
  design: LayoutDesign,
  statementsOf: ReadingDesign["statementsOf"],
): LayoutSlot {
  const isFixed = itemOrder(design.rules).order === "fixed";
  const random = seededRandom(`${design.seed}/statements/${slot}`);
  const statementPlacements = placements.flatMap(({ item, condition }) => {
    const statements = statementsOf.get(item) ?? [];
    const orderedStatements = isFixed ? statements : shuffle(statements, random);
    return orderedStatements.map(({ id, story, group }) => ({ item: id, story, group, condition }));
  });
  return { slot, stratum, placements: statementPlacements.map((placement, position) => ({ position, ...placement })) };
}

/**
 * The number of statements about one story that a rule allows in a session; infinite for rules that do not limit it.
 */
function maxStatementsPerStory(rule: LayoutDesign["rules"][number]): number {
  const attribute = ruleAttribute(rule);
  if (attribute !== "story" && attribute !== "group") return Number.POSITIVE_INFINITY;
  return "onePer" in rule ? 1 : "atMost" in rule ? rule.atMost : Number.POSITIVE_INFINITY;
}

function divideIntoReadings(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  size: number,
  division: number,
): StoryReading[] {
  const random = seededRandom(`${design.seed}/readings${division === 0 ? "" : `/${division}`}`);
  const balancedAttributes = design.rules.flatMap((rule) => ("balance" in rule ? [rule.balance] : []));
  const indexOfItem = new Map(items.map((item, index) => [item, index]));
  return [...groupByStory(items)].flatMap(([story, storyStatements]) => {
    const count = Math.floor(storyStatements.length / size);
    const keyOf = (item: LayoutItem) =>
      balancedAttributes.map((attribute) => layoutValue(item, attribute) ?? "").join("\n");
    const sorted = shuffle(storyStatements, random).sort((left, right) =>
      keyOf(left) < keyOf(right) ? -1 : keyOf(left) > keyOf(right) ? 1 : 0,
    );
    return Array.from({ length: count }, (_, number) => {
      const statements = sorted
        .filter((_item, index) => index < count * size && index % count === number)
        .sort((left, right) => (indexOfItem.get(left) ?? 0) - (indexOfItem.get(right) ?? 0));
      return { unit: unitOf(`${story}/${number}`, statements), statements };
    });
  });
}

/** A reading as an item of the generator, with the properties that all its statements share. */
function unitOf(id: string, statements: readonly LayoutItem[]): LayoutItem {
  const [first] = statements as [LayoutItem];
  const attributes = Object.entries(first.attributes).filter(([name, value]) =>
    statements.every((statement) => statement.attributes[name] === value),
  );
  return { id, story: first.story, group: first.group, attributes: Object.fromEntries(attributes) };
}

/**
 * The same design with readings instead of statements. Rules on properties that differ within a reading are omitted
 * here and checked in the finished layout.
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

function groupByStory(items: readonly LayoutItem[]): Map<string, LayoutItem[]> {
  return groupBy(items, ({ story }) => story);
}

function refuse(cause: RefusalCause, message: string): Extract<LayoutResult, { ok: false }> {
  return { ok: false, cause, message };
}
