import { generateLayout } from "./generate-layout.ts";
import { countInReadings, maxDivisions, statementsPerReading } from "./generate-readings.ts";
import type { LayoutDesign } from "./layout-design.ts";
import type { LayoutItem } from "./layout-item.ts";
import type { LayoutResult } from "./prepare-layout.ts";
import { composeFor, type LayoutRefusal, prepareLayout, type RefusalCause } from "./prepare-layout.ts";
import type { SearchBudget } from "./repair-sessions.ts";
import { maxSessions } from "./share-sessions.ts";

/** Maximum number of exchanges in the search for one changed number: about a second. */
const maxExchanges = 400_000;

/** Maximum number of exchanges in the search for two changed numbers, and for all numbers. */
const maxCombinedExchanges = 200_000;

/** The cost in exchanges per item of the proofs for one number, and the minimum cost of a layout. */
const exchangesPerItem = { proof: 8, layout: 20 };

/** Number of session counts that are checked in each direction; a proof alone takes microseconds. */
const maxDistance = 20_000;

/** Maximum number of items that the proofs for all checked values of another number read together. */
const maxItemReads = 200_000;

type Field = "sessions" | "itemsPerSession" | "draw" | "reading";

/**
 * Changed numbers with which a design is possible: one if that is sufficient, otherwise several that must change
 * together.
 */
export type NearestExact = readonly { field: Field; value: number }[];

/** Returns a layout, or a sentence that states why no layout exists and, if possible, the nearest numbers that work. */
export function generateOrExplain(
  design: LayoutDesign,
  items: readonly LayoutItem[],
): Extract<LayoutResult, { ok: true }> | { ok: false; message: string; nearest: NearestExact | null } {
  const result = generateLayout(design, items);
  if (result.ok) return result;
  const nearestSuggestion = findNearest(design, items, result);
  const suggestion = nearestSuggestion ? formatSuggestion(nearestSuggestion) : formatNoSuggestion(result.cause);
  const nearest = nearestSuggestion?.nearest ?? null;
  return { ok: false, message: `This design is not possible: ${result.message}; ${suggestion}.`, nearest };
}

const fieldLabels = {
  sessions: ["session", "sessions"],
  itemsPerSession: ["item a session", "items a session"],
  draw: ["item to draw", "items to draw"],
  reading: ["statement after a reading", "statements after a reading"],
} as const;

/**
 * The suggested numbers. If the first suggestion is far from the stated number, `instead` is a nearer suggestion for
 * another field.
 */
interface NumberSuggestion {
  nearest: NearestExact;
  instead?: { field: Field; value: number } | null;
}

function formatSuggestion({ nearest, instead }: NumberSuggestion): string {
  const [first, ...others] = nearest;
  if (first && others.length === 0) {
    const alternativeText = instead ? `, or of ${fieldLabels[instead.field][1]} ${instead.value}` : "";
    return `the nearest exact number of ${fieldLabels[first.field][1]} is ${first.value}${alternativeText}`;
  }
  const labelledNumbers = nearest.map(({ field, value }) => `${value} ${fieldLabels[field][value === 1 ? 0 : 1]}`);
  return `the nearest exact numbers are ${labelledNumbers.slice(0, -1).join(", ")} and ${labelledNumbers.at(-1)}`;
}

function formatNoSuggestion(cause: RefusalCause): string {
  return cause === "rule" ? "please change the rule" : "no nearby number of sessions or items makes it possible";
}

const fieldsByCause: Record<Exclude<RefusalCause, "rule">, readonly Field[]> = {
  sessions: ["sessions", "draw", "itemsPerSession", "reading"],
  search: ["sessions", "itemsPerSession", "draw", "reading"],
  draw: ["draw", "itemsPerSession", "reading"],
  itemsPerSession: ["itemsPerSession", "draw", "reading"],
  reading: ["reading", "itemsPerSession"],
};

/**
 * Tries the number that causes the problem first. If it would have to change much, tries the other numbers; then one of
 * them together with the number of sessions or of items per session; and finally all numbers. Each suggestion is tested
 * with a layout before it is made.
 */
function findNearest(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  refused: LayoutRefusal,
): NumberSuggestion | null {
  const { cause } = refused;
  if (cause === "rule" || items.length === 0) return null;
  const statedNumbers: StatedNumbers = {
    sessions: design.sessions ?? refused.tried,
    itemsPerSession: design.itemsPerSession,
    draw: design.draw ?? items.length,
    reading: statementsPerReading(design.rules) ?? undefined,
  };
  const fields = fieldsByCause[cause].filter((field) => statedNumbers[field] !== undefined);
  const single = nearestSingle(design, items, fields, statedNumbers);
  if (single) return single;
  const budget = { exchanges: maxCombinedExchanges };
  for (const second of ["sessions", "itemsPerSession"] as const) {
    const nearestNumbers = nearestPair(design, items, { fields, wanted: statedNumbers }, second, budget);
    if (nearestNumbers) return { nearest: nearestNumbers };
  }
  const combination = allTogether(design, items, statedNumbers);
  return combination && { nearest: combination };
}

/** Above this relative change of a stated number, another field may have a nearer suggestion. */
const farAway = 0.5;

/**
 * Suggests a change of one number: the first field for which this is sufficient. If the suggestion is far from the
 * stated number, it also contains a nearer value of another field.
 */
function nearestSingle(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  fields: readonly Field[],
  wanted: StatedNumbers,
): NumberSuggestion | null {
  let first: { field: Field; value: number; distance: number } | null = null;
  for (const field of fields) {
    const from = wanted[field] ?? 1;
    const value = findNearestValue(design, items, field, from, { exchanges: maxExchanges });
    if (value === null) continue;
    const distance = Math.abs(value - from) / from;
    if (first && distance < first.distance) return { nearest: [toFieldValue(first)], instead: { field, value } };
    first ??= { field, value, distance };
    if (first.distance <= farAway) break;
  }
  return first && { nearest: [toFieldValue(first)] };
}

function toFieldValue({ field, value }: { field: Field; value: number }): { field: Field; value: number } {
  return { field, value };
}

/** The stated numbers of a design, or the number that was tried; undefined for missing fields. */
type StatedNumbers = Readonly<Record<Field, number | undefined>>;

/** The nearest value of one of the fields with which some value of the second field makes the design possible. */
function nearestPair(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  { fields, wanted }: { fields: readonly Field[]; wanted: StatedNumbers },
  second: "sessions" | "itemsPerSession",
  budget: SearchBudget,
): NearestExact | null {
  const from = wanted[second];
  if (from === undefined) return null;
  for (const field of fields.filter((one) => one !== "sessions" && one !== second)) {
    for (const value of around(wanted[field] ?? 1, highestOf(field, items), maxDistanceOf(items))) {
      if (budget.exchanges <= 0) return null;
      const changedDesign = changeNumber(design, field, value);
      const isImpossible =
        second === "sessions" && !mayBePossible({ ...changedDesign, sessions: undefined }, items, budget);
      if (isImpossible) continue;
      const combination = findNearestValue(changedDesign, items, second, from, budget);
      if (combination !== null) {
        return [
          { field, value },
          { field: second, value: combination },
        ];
      }
    }
  }
  return null;
}

/**
 * All numbers together, for designs with several contradictions: the longest possible sessions of all items, without
 * readings.
 */
function allTogether(design: LayoutDesign, items: readonly LayoutItem[], wanted: StatedNumbers): NearestExact | null {
  const unconstrainedDesign = changeNumber(
    { ...design, ...(design.draw === undefined ? {} : { draw: items.length }) },
    "reading",
    1,
  );
  const budget = { exchanges: maxCombinedExchanges };
  for (let size = Math.min(design.itemsPerSession, items.length); size >= 1; size -= 1) {
    // A session of one item satisfies any rule, so this last suggestion can always be made, whatever budget the search
    // has left.
    if (size > 1 && budget.exchanges <= 0) continue;
    const budgetOfSize = size > 1 ? budget : { exchanges: maxCombinedExchanges };
    const changedDesign = { ...unconstrainedDesign, itemsPerSession: size };
    if (!mayBePossible({ ...changedDesign, sessions: undefined }, items, budgetOfSize)) continue;
    const sessions = findNearestValue(changedDesign, items, "sessions", wanted.sessions ?? items.length, budgetOfSize);
    if (sessions === null) continue;
    const numbers: { field: Field; value: number | undefined }[] = [
      { field: "reading", value: wanted.reading === undefined ? undefined : 1 },
      { field: "draw", value: changedDesign.draw },
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

/** The nearest value of a field with which a design can be laid out; it may be the current value. */
function findNearestValue(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  field: Field,
  wanted: number,
  budget: SearchBudget,
): number | null {
  const isSessions = field === "sessions";
  const prepared = isSessions ? prepare(design, items) : null;
  if (prepared?.ok === false) return null;
  for (const value of around(wanted, highestOf(field, items), isSessions ? maxDistance : maxDistanceOf(items))) {
    if (budget.exchanges <= 0) return null;
    const changedDesign = changeNumber(design, field, value);
    const isPossible = prepared
      ? composeFor(changedDesign, value, prepared).ok
      : mayBePossible(changedDesign, items, budget);
    if (!isPossible) continue;
    const placements = (changedDesign.sessions ?? items.length) * changedDesign.itemsPerSession;
    const divisions = statementsPerReading(changedDesign.rules) === null ? 1 : maxDivisions;
    budget.exchanges -= divisions * (items.length * exchangesPerItem.layout + placements);
    if (generateLayout(changedDesign, items, budget).ok) return value;
  }
  return null;
}

/** The design with a changed number. A reading of one statement is equivalent to no reading rule. */
function changeNumber(design: LayoutDesign, field: Field, value: number): LayoutDesign {
  if (field !== "reading") return { ...design, [field]: value };
  const otherRules = design.rules.filter((rule) => !("reading" in rule));
  return { ...design, rules: value === 1 ? otherRules : [...otherRules, { reading: value }] };
}

/**
 * Prepares those parts of the layout that do not depend on the number of sessions. If the design has a reading rule,
 * the units are readings instead of single items.
 */
function prepare(design: LayoutDesign, items: readonly LayoutItem[]): ReturnType<typeof prepareLayout> {
  const size = statementsPerReading(design.rules);
  if (size === null) return prepareLayout(design, items, "value", 0);
  const readingDesign = countInReadings(design, items, size);
  return readingDesign.ok ? prepareLayout(readingDesign.design, readingDesign.units, "value", 0) : readingDesign;
}

/** Whether no proof of impossibility applies to a design. */
function mayBePossible(design: LayoutDesign, items: readonly LayoutItem[], budget: SearchBudget): boolean {
  budget.exchanges -= items.length * exchangesPerItem.proof;
  const prepared = prepare(design, items);
  return prepared.ok && (design.sessions === undefined || composeFor(design, design.sessions, prepared).ok);
}

function highestOf(field: Field, items: readonly LayoutItem[]): number {
  return field === "sessions" ? maxSessions : Math.min(items.length, field === "draw" ? items.length : 500);
}

function maxDistanceOf(items: readonly LayoutItem[]): number {
  return Math.ceil(maxItemReads / items.length);
}

/** The integers from 1 to `highest` by their distance from a given integer, which comes first. */
function* around(wanted: number, highest: number, furthest: number): Generator<number> {
  if (wanted >= 1 && wanted <= highest) yield wanted;
  for (let distance = 1; distance <= Math.min(furthest, Math.max(wanted, highest)); distance += 1) {
    if (wanted - distance >= 1 && wanted - distance <= highest) yield wanted - distance;
    if (wanted + distance <= highest) yield wanted + distance;
  }
}
