import { generateLayout, type LayoutResult } from "./generate-layout.ts";
import type { LayoutDesign } from "./layout-design.ts";
import type { LayoutItem } from "./layout-item.ts";
import { composeFor, prepareLayout, type RefusalCause } from "./prepare-layout.ts";
import { mostSessions } from "./share-sessions.ts";

/** Numbers that pass the proofs and are then laid out in earnest, before the next kind of number is tried. */
const mostTrials = 4;

/** Numbers of sessions looked at on either side; the proofs alone take microseconds. */
const mostDistance = 20_000;

/** A number of a design that would make it possible. */
export interface NearestExact {
  field: "sessions" | "itemsPerSession" | "draw";
  value: number;
}

/** A layout, or one sentence that says why there is none and, where there is one, the nearest number with which there is. */
export function generateOrExplain(
  design: LayoutDesign,
  items: readonly LayoutItem[],
): Extract<LayoutResult, { ok: true }> | { ok: false; message: string; nearest: NearestExact | null } {
  const result = generateLayout(design, items);
  if (result.ok) return result;
  const nearest = findNearest(design, items, result.cause);
  const offer = nearest
    ? `the nearest exact number of ${words[nearest.field]} is ${nearest.value}`
    : noNumber(result.cause);
  return { ok: false, message: `This design cannot be laid out: ${result.message}; ${offer}.`, nearest };
}

const words = { sessions: "sessions", itemsPerSession: "items a session", draw: "items to draw" } as const;

function noNumber(cause: RefusalCause): string {
  return cause === "rule" ? "please change the rule" : "no nearby number of sessions or items makes it possible";
}

/** Tries the number that stands in the way first, then the others; each offer has been laid out before it is made. */
function findNearest(design: LayoutDesign, items: readonly LayoutItem[], cause: RefusalCause): NearestExact | null {
  if (cause === "rule" || items.length === 0) return null;
  const byCause: Record<Exclude<RefusalCause, "rule">, NearestExact["field"][]> = {
    sessions: ["sessions", "draw", "itemsPerSession"],
    search: ["sessions", "itemsPerSession", "draw"],
    draw: ["draw", "itemsPerSession"],
    itemsPerSession: ["itemsPerSession", "draw"],
  };
  for (const field of byCause[cause]) {
    const wanted = design[field] ?? (field === "draw" ? items.length : undefined);
    const value = wanted === undefined ? null : nearestOf(design, items, field, wanted);
    if (value !== null) return { field, value };
  }
  return null;
}

function nearestOf(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  field: NearestExact["field"],
  wanted: number,
): number | null {
  const highest = field === "sessions" ? mostSessions : Math.min(items.length, field === "draw" ? items.length : 500);
  const prepared = field === "sessions" ? prepareLayout(design, items, "value", 0) : null;
  let trials = 0;
  for (let distance = 1; distance <= Math.min(mostDistance, Math.max(wanted, highest)); distance += 1) {
    for (const value of [wanted - distance, wanted + distance]) {
      if (value < 1 || value > highest) continue;
      const changed = { ...design, [field]: value };
      if (!isPlausible(changed, items, field, value, prepared)) continue;
      if (generateLayout(changed, items).ok) return value;
      trials += 1;
      if (trials === mostTrials) return null;
    }
  }
  return null;
}

/** Whether the proofs of impossibility leave a number standing. */
function isPlausible(
  changed: LayoutDesign,
  items: readonly LayoutItem[],
  field: NearestExact["field"],
  value: number,
  prepared: ReturnType<typeof prepareLayout> | null,
): boolean {
  if (field === "sessions") return prepared?.ok === true && composeFor(changed, value, prepared).ok;
  const other = prepareLayout(changed, items, "value", 0);
  return other.ok && (changed.sessions === undefined || composeFor(changed, changed.sessions, other).ok);
}
