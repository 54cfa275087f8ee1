import { generateLayout, type LayoutResult } from "./generate-layout.ts";
import { readingOf } from "./lay-out-readings.ts";
import type { LayoutDesign } from "./layout-design.ts";
import type { LayoutItem } from "./layout-item.ts";
import { composeFor, type LayoutRefusal, prepareLayout, type RefusalCause } from "./prepare-layout.ts";
import type { SearchBudget } from "./repair-sessions.ts";
import { mostSessions, shareSessions } from "./share-sessions.ts";

/** Exchanges spent on one kind of number, and on pairs of numbers: about a second each. */
const mostExchanges = 400_000;

/** What the proofs of one number cost, and laying it out at least, in exchanges for each item. */
const exchangesAnItem = { proof: 8, layout: 20 };

/** Numbers of sessions looked at on either side; the proofs alone take microseconds. */
const mostDistance = 20_000;

/** Items looked at, over all other numbers: their proofs read every item. */
const mostLooks = 200_000;

type Field = "sessions" | "itemsPerSession" | "draw";

/** A number of a design that would make it possible; `sessions` where these have to change, too. */
export interface NearestExact {
  field: Field;
  value: number;
  sessions?: number;
}

/** A layout, or one sentence that says why there is none and, where there is one, the nearest number with which there is. */
export function generateOrExplain(
  design: LayoutDesign,
  items: readonly LayoutItem[],
): Extract<LayoutResult, { ok: true }> | { ok: false; message: string; nearest: NearestExact | null } {
  const result = generateLayout(design, items);
  if (result.ok) return result;
  const nearest = findNearest(design, items, result);
  const offer = nearest ? inWords(nearest) : noNumber(result.cause);
  return { ok: false, message: `This design cannot be laid out: ${result.message}; ${offer}.`, nearest };
}

const words = { sessions: "sessions", itemsPerSession: "items a session", draw: "items to draw" } as const;

function inWords({ field, value, sessions }: NearestExact): string {
  if (sessions === undefined) return `the nearest exact number of ${words[field]} is ${value}`;
  return `the nearest exact numbers are ${value} ${words[field]} and ${sessions} sessions`;
}

function noNumber(cause: RefusalCause): string {
  return cause === "rule" ? "please change the rule" : "no nearby number of sessions or items makes it possible";
}

const byCause: Record<Exclude<RefusalCause, "rule">, readonly Field[]> = {
  sessions: ["sessions", "draw", "itemsPerSession"],
  search: ["sessions", "itemsPerSession", "draw"],
  draw: ["draw", "itemsPerSession"],
  itemsPerSession: ["itemsPerSession", "draw"],
};

/**
 * Tries the number that stands in the way first, then the others, then one of them together with the sessions; each offer
 * has been laid out before it is made.
 */
function findNearest(design: LayoutDesign, items: readonly LayoutItem[], refused: LayoutRefusal): NearestExact | null {
  const { cause } = refused;
  if (cause === "rule" || items.length === 0) return null;
  const sessions = design.sessions ?? refused.tried;
  const wanted = { sessions, itemsPerSession: design.itemsPerSession, draw: design.draw ?? items.length };
  for (const field of byCause[cause]) {
    const from = wanted[field];
    const value = from === undefined ? null : nearestOf(design, items, field, from, { exchanges: mostExchanges });
    if (value !== null) return { field, value };
  }
  if (sessions === undefined) return null;
  const budget = { exchanges: mostExchanges };
  for (const field of byCause[cause].filter((one) => one !== "sessions")) {
    for (const value of around(wanted[field] ?? 1, highestOf(field, items), furthestOf(items))) {
      if (budget.exchanges <= 0) return null;
      const changed = { ...design, [field]: value };
      if (!mayHold({ ...changed, sessions: undefined }, items, budget)) continue;
      const together = nearestOf(changed, items, "sessions", sessions, budget);
      if (together !== null) return { field, value, sessions: together };
    }
  }
  return null;
}

/** The nearest value of a field with which a design is laid out; of sessions also the one that it has. */
function nearestOf(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  field: Field,
  wanted: number,
  budget: SearchBudget,
): number | null {
  const isSessions = field === "sessions";
  const isReading = readingOf(design.rules) !== null;
  const prepared = isSessions && !isReading ? prepareLayout(design, items, "value", 0) : null;
  if (prepared?.ok === false) return null;
  const furthest = prepared ? mostDistance : furthestOf(items);
  for (const value of around(wanted, highestOf(field, items), furthest)) {
    if (budget.exchanges <= 0) return null;
    const changed = { ...design, [field]: value };
    const isPossible = !isSessions
      ? mayHold(changed, items, budget)
      : prepared
        ? composeFor(changed, value, prepared).ok
        : shareSessions(design.strata, value) !== null;
    if (!isPossible) continue;
    const placements = (changed.sessions ?? items.length) * changed.itemsPerSession;
    budget.exchanges -= items.length * exchangesAnItem.layout + placements;
    if (generateLayout(changed, items, budget).ok) return value;
  }
  return null;
}

/** Whether the proofs of impossibility leave a design standing. */
function mayHold(design: LayoutDesign, items: readonly LayoutItem[], budget: SearchBudget): boolean {
  budget.exchanges -= items.length * exchangesAnItem.proof;
  const reading = readingOf(design.rules);
  if (reading !== null) {
    return design.itemsPerSession % reading === 0 && (design.draw ?? reading) % reading === 0;
  }
  const prepared = prepareLayout(design, items, "value", 0);
  return prepared.ok && (design.sessions === undefined || composeFor(design, design.sessions, prepared).ok);
}

function highestOf(field: Field, items: readonly LayoutItem[]): number {
  return field === "sessions" ? mostSessions : Math.min(items.length, field === "draw" ? items.length : 500);
}

function furthestOf(items: readonly LayoutItem[]): number {
  return Math.ceil(mostLooks / items.length);
}

/** Whole numbers from 1 to `highest` by their distance from a wanted one, itself first. */
function* around(wanted: number, highest: number, furthest: number): Generator<number> {
  if (wanted >= 1 && wanted <= highest) yield wanted;
  for (let distance = 1; distance <= Math.min(furthest, Math.max(wanted, highest)); distance += 1) {
    if (wanted - distance >= 1 && wanted - distance <= highest) yield wanted - distance;
    if (wanted + distance <= highest) yield wanted + distance;
  }
}
