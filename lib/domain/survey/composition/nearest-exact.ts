import { generateLayout } from "./generate-layout.ts";
import { countInReadings, maxDivisions, statementsPerReading } from "./generate-readings.ts";
import type { LayoutDesign } from "./layout-design.ts";
import type { LayoutItem } from "./layout-item.ts";
import type { LayoutResult } from "./prepare-layout.ts";
import { composeFor, type LayoutRefusal, prepareLayout, type RefusalCause } from "./prepare-layout.ts";
import type { SearchBudget } from "./repair-sessions.ts";
import { maxSessions } from "./share-sessions.ts";

/** Maximum exchanges for changes of one number: about a second. */
const maxExchanges = 400_000;

/** Maximum exchanges for changes of two numbers, and of all numbers. */
const maxCombinedExchanges = 200_000;

/** The cost of the proofs for one number, and the minimum cost of a layout, in exchanges for each item. */
const exchangesAnItem = { proof: 8, layout: 20 };

/** Number of session counts checked on either side; the proofs alone take microseconds. */
const maxDistance = 20_000;

/** Maximum items checked, over all other numbers: their proofs read every item. */
const maxSteps = 200_000;

type Field = "sessions" | "itemsPerSession" | "draw" | "reading";

/**
 * Numbers of a design that would make it possible: one if that is sufficient, otherwise several that have to change
 * together.
 */
export type NearestExact = readonly { field: Field; value: number }[];

/** A layout, or one sentence that states why there is none and, if possible, the nearest number that works. */
export function generateOrExplain(
  design: LayoutDesign,
  items: readonly LayoutItem[],
): Extract<LayoutResult, { ok: true }> | { ok: false; message: string; nearest: NearestExact | null } {
  const result = generateLayout(design, items);
  if (result.ok) return result;
  const found = findNearest(design, items, result);
  const offer = found ? inWords(found) : noNumber(result.cause);
  const nearest = found?.nearest ?? null;
  return { ok: false, message: `This design cannot be laid out: ${result.message}; ${offer}.`, nearest };
}

const words = {
  sessions: ["session", "sessions"],
  itemsPerSession: ["item a session", "items a session"],
  draw: ["item to draw", "items to draw"],
  reading: ["statement after a reading", "statements after a reading"],
} as const;

/** The suggested numbers, and another suggestion if the first is far from the stated number and the other is nearer. */
interface Offer {
  nearest: NearestExact;
  instead?: { field: Field; value: number } | null;
}

function inWords({ nearest, instead }: Offer): string {
  const [first, ...others] = nearest;
  if (first && others.length === 0) {
    const also = instead ? `, or of ${words[instead.field][1]} ${instead.value}` : "";
    return `the nearest exact number of ${words[first.field][1]} is ${first.value}${also}`;
  }
  const listed = nearest.map(({ field, value }) => `${value} ${words[field][value === 1 ? 0 : 1]}`);
  return `the nearest exact numbers are ${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}`;
}

function noNumber(cause: RefusalCause): string {
  return cause === "rule" ? "please change the rule" : "no nearby number of sessions or items makes it possible";
}

const byCause: Record<Exclude<RefusalCause, "rule">, readonly Field[]> = {
  sessions: ["sessions", "draw", "itemsPerSession", "reading"],
  search: ["sessions", "itemsPerSession", "draw", "reading"],
  draw: ["draw", "itemsPerSession", "reading"],
  itemsPerSession: ["itemsPerSession", "draw", "reading"],
  reading: ["reading", "itemsPerSession"],
};

/**
 * Tries the number that causes the problem first, then the other numbers if it would have to change much, then one of
 * them together with the sessions or with the items of a session, and finally all of them. Each suggestion is tested
 * with a layout before it is made.
 */
function findNearest(design: LayoutDesign, items: readonly LayoutItem[], refused: LayoutRefusal): Offer | null {
  const { cause } = refused;
  if (cause === "rule" || items.length === 0) return null;
  const wanted: Wanted = {
    sessions: design.sessions ?? refused.tried,
    itemsPerSession: design.itemsPerSession,
    draw: design.draw ?? items.length,
    reading: statementsPerReading(design.rules) ?? undefined,
  };
  const fields = byCause[cause].filter((field) => wanted[field] !== undefined);
  const single = nearestSingle(design, items, fields, wanted);
  if (single) return single;
  const budget = { exchanges: maxCombinedExchanges };
  for (const second of ["sessions", "itemsPerSession"] as const) {
    const found = nearestPair(design, items, { fields, wanted }, second, budget);
    if (found) return { nearest: found };
  }
  const together = allTogether(design, items, wanted);
  return together && { nearest: together };
}

/** Above this relative change of a stated number, another field may have a nearer suggestion. */
const farAway = 0.5;

/**
 * One number that is sufficient, of the first field that has one; if it is far from the stated one, also a nearer one
 * of another field.
 */
function nearestSingle(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  fields: readonly Field[],
  wanted: Wanted,
): Offer | null {
  let first: { field: Field; value: number; distance: number } | null = null;
  for (const field of fields) {
    const from = wanted[field] ?? 1;
    const value = nearestOf(design, items, field, from, { exchanges: maxExchanges });
    if (value === null) continue;
    const distance = Math.abs(value - from) / from;
    if (first && distance < first.distance) return { nearest: [pick(first)], instead: { field, value } };
    first ??= { field, value, distance };
    if (first.distance <= farAway) break;
  }
  return first && { nearest: [pick(first)] };
}

function pick({ field, value }: { field: Field; value: number }): { field: Field; value: number } {
  return { field, value };
}

/** The stated number of a design, or the number with which it was tried; undefined for missing fields. */
type Wanted = Readonly<Record<Field, number | undefined>>;

/** The nearest value of one of the fields for which some value of the second one makes the design possible. */
function nearestPair(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  { fields, wanted }: { fields: readonly Field[]; wanted: Wanted },
  second: "sessions" | "itemsPerSession",
  budget: SearchBudget,
): NearestExact | null {
  const from = wanted[second];
  if (from === undefined) return null;
  for (const field of fields.filter((one) => one !== "sessions" && one !== second)) {
    for (const value of around(wanted[field] ?? 1, highestOf(field, items), furthestOf(items))) {
      if (budget.exchanges <= 0) return null;
      const changed = withNumber(design, field, value);
      const isHopeless = second === "sessions" && !mayHold({ ...changed, sessions: undefined }, items, budget);
      if (isHopeless) continue;
      const together = nearestOf(changed, items, second, from, budget);
      if (together !== null) {
        return [
          { field, value },
          { field: second, value: together },
        ];
      }
    }
  }
  return null;
}

/**
 * All numbers at once, for designs with several contradictions: the longest sessions of all items, without readings.
 */
function allTogether(design: LayoutDesign, items: readonly LayoutItem[], wanted: Wanted): NearestExact | null {
  const free = withNumber({ ...design, ...(design.draw === undefined ? {} : { draw: items.length }) }, "reading", 1);
  const budget = { exchanges: maxCombinedExchanges };
  for (let size = Math.min(design.itemsPerSession, items.length); size >= 1; size -= 1) {
    // A session of one item satisfies any rule, so this last suggestion is always made, independent of the duration of
    // the search.
    if (size > 1 && budget.exchanges <= 0) continue;
    const own = size > 1 ? budget : { exchanges: maxCombinedExchanges };
    const changed = { ...free, itemsPerSession: size };
    if (!mayHold({ ...changed, sessions: undefined }, items, own)) continue;
    const sessions = nearestOf(changed, items, "sessions", wanted.sessions ?? items.length, own);
    if (sessions === null) continue;
    const numbers: { field: Field; value: number | undefined }[] = [
      { field: "reading", value: wanted.reading === undefined ? undefined : 1 },
      { field: "draw", value: changed.draw },
      { field: "itemsPerSession", value: size },
      { field: "sessions", value: sessions },
    ];
    return numbers.flatMap(({ field, value }) =>
      value === undefined || (value === wanted[field] && !(field === "sessions" && design.sessions === undefined))
        ? []
        : [{ field, value }],
    );
  }
  return null;
}

/** The nearest value of a field with which a design can be laid out; may be its current value. */
function nearestOf(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  field: Field,
  wanted: number,
  budget: SearchBudget,
): number | null {
  const isSessions = field === "sessions";
  const prepared = isSessions ? prepare(design, items) : null;
  if (prepared?.ok === false) return null;
  for (const value of around(wanted, highestOf(field, items), isSessions ? maxDistance : furthestOf(items))) {
    if (budget.exchanges <= 0) return null;
    const changed = withNumber(design, field, value);
    const isPossible = prepared ? composeFor(changed, value, prepared).ok : mayHold(changed, items, budget);
    if (!isPossible) continue;
    const placements = (changed.sessions ?? items.length) * changed.itemsPerSession;
    const ways = statementsPerReading(changed.rules) === null ? 1 : maxDivisions;
    budget.exchanges -= ways * (items.length * exchangesAnItem.layout + placements);
    if (generateLayout(changed, items, budget).ok) return value;
  }
  return null;
}

/** The design with another number. A reading of one statement is equivalent to no rule. */
function withNumber(design: LayoutDesign, field: Field, value: number): LayoutDesign {
  if (field !== "reading") return { ...design, [field]: value };
  const others = design.rules.filter((rule) => !("reading" in rule));
  return { ...design, rules: value === 1 ? others : [...others, { reading: value }] };
}

/**
 * Prepares the layout as far as it does not depend on the number of sessions. If the design has a reading rule, the
 * units are readings, not single items.
 */
function prepare(design: LayoutDesign, items: readonly LayoutItem[]): ReturnType<typeof prepareLayout> {
  const size = statementsPerReading(design.rules);
  if (size === null) return prepareLayout(design, items, "value", 0);
  const counted = countInReadings(design, items, size);
  return counted.ok ? prepareLayout(counted.design, counted.units, "value", 0) : counted;
}

/** Whether no proof of impossibility applies to a design. */
function mayHold(design: LayoutDesign, items: readonly LayoutItem[], budget: SearchBudget): boolean {
  budget.exchanges -= items.length * exchangesAnItem.proof;
  const prepared = prepare(design, items);
  return prepared.ok && (design.sessions === undefined || composeFor(design, design.sessions, prepared).ok);
}

function highestOf(field: Field, items: readonly LayoutItem[]): number {
  return field === "sessions" ? maxSessions : Math.min(items.length, field === "draw" ? items.length : 500);
}

function furthestOf(items: readonly LayoutItem[]): number {
  return Math.ceil(maxSteps / items.length);
}

/** Integers from 1 to `highest` by their distance from a given one, itself first. */
function* around(wanted: number, highest: number, furthest: number): Generator<number> {
  if (wanted >= 1 && wanted <= highest) yield wanted;
  for (let distance = 1; distance <= Math.min(furthest, Math.max(wanted, highest)); distance += 1) {
    if (wanted - distance >= 1 && wanted - distance <= highest) yield wanted - distance;
    if (wanted + distance <= highest) yield wanted + distance;
  }
}
