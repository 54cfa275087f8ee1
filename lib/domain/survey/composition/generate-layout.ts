import { formatCount } from "../../format/figures.ts";
import { seededRandom } from "../../random.ts";
import { assignPagePositions } from "../branching/place-checks.ts";
import { composeSessions } from "./compose-sessions.ts";
import type { ComposedSession } from "./composition.ts";
import { dealWithin } from "./deal-within.ts";
import { generateReadings, statementsPerReading } from "./generate-readings.ts";
import type { LayoutDesign } from "./layout-design.ts";
import type { LayoutItem } from "./layout-item.ts";
import { type LayoutSlot, measureLayout } from "./measure-layout.ts";
import { itemOrder, orderItems } from "./order-items.ts";
import { orderSessions } from "./order-sessions.ts";
import { type MissingValues, partitionOf } from "./partition.ts";
import { composeFor, conditionsOf, type LayoutResult, type PreparedLayout, prepareLayout } from "./prepare-layout.ts";
import type { SearchBudget } from "./repair-sessions.ts";
import { exactSessions, maxSessions, smallestWholeSessions } from "./share-sessions.ts";

/** Probability of accepting a worse state, for each attempt. If all attempts fail, no layout is found. */
const boldnesses = [0.02, 0.15, 0.05, 0.25];

/** Maximum number of exchanges over all attempts at one layout; they take a few seconds. */
const maxExchanges = 1_200_000;

/** Number of draws of items that are tried before the problem of the first draw is reported. */
const maxDraws = 3;

/**
 * Generates every session of a study, deterministically for the same design and items. Designs that are provably
 * impossible are rejected; a search that found nothing is reported separately.
 *
 * @param items the benchmark in the order of its file; `design.draw` of them are used
 */
export function generateLayout(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  budget: SearchBudget = { exchanges: maxExchanges },
): LayoutResult {
  const result = generateItems(design, items, budget);
  return result.ok ? { ...result, slots: assignPagePositions(design, result.slots) } : result;
}

function generateItems(design: LayoutDesign, items: readonly LayoutItem[], budget: SearchBudget): LayoutResult {
  const reading = statementsPerReading(design.rules);
  if (reading !== null) {
    return generateReadings(design, items, reading, (inUnits, units) => generateLayout(inUnits, units, budget));
  }
  const balancedResult = generate(design, items, "value", budget);
  if (balancedResult.ok || !hasMissingValues(design, items)) return balancedResult;
  // By the wording of the rule, an item without the attribute has no value to balance.
  const exemptResult = generate(design, items, "exempt", budget);
  return exemptResult.ok ? exemptResult : balancedResult;
}

function generate(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  missing: MissingValues,
  budget: SearchBudget,
): LayoutResult {
  let firstFailure: LayoutResult | null = null;
  const draws = (design.draw ?? items.length) < items.length ? maxDraws : 1;
  for (let draw = 0; draw < draws; draw += 1) {
    const prepared = prepareLayout(design, items, missing, draw);
    if (!prepared.ok) return firstFailure ?? prepared;
    const result =
      design.sessions === undefined
        ? generateSmallest(design, prepared, budget)
        : generateSessions(design, design.sessions, prepared, budget);
    if (result.ok) return result;
    firstFailure ??= result;
  }
  return firstFailure as LayoutResult;
}

/** Tries the numbers of sessions that make every margin equal, smallest first. */
function generateSmallest(design: LayoutDesign, prepared: PreparedLayout, budget: SearchBudget): LayoutResult {
  const isLatin = itemOrder(design.rules).order === "latin-square";
  let firstFailure: LayoutResult | null = null;
  let triedCount = 0;
  for (const sessions of exactSessions(design.strata, { ...prepared.base, isLatin })) {
    const result = generateSessions(design, sessions, prepared, budget);
    if (result.ok) return result;
    firstFailure ??= { ...result, tried: sessions };
    triedCount += 1;
    if (triedCount === 4) break;
  }
  if (firstFailure) return firstFailure;
  const message = `no number of sessions up to ${formatCount(maxSessions)} makes every margin equal`;
  return { ok: false, cause: "sessions", message, tried: smallestWholeSessions(design.strata) ?? 1 };
}

function generateSessions(
  design: LayoutDesign,
  sessions: number,
  prepared: PreparedLayout,
  budget: SearchBudget,
): LayoutResult {
  const composition = composeFor(design, sessions, prepared);
  if (!composition.ok) return composition;
  const { used } = prepared;
  for (const [attempt, boldness] of boldnesses.entries()) {
    const seed = `${design.seed}/layout/${attempt}`;
    const composedSessions = composeSessions(
      composition.composition,
      boldness,
      seededRandom(`${seed}/sessions`),
      budget,
    );
    if (!composedSessions) continue;
    const slots = buildSlots(design, used, composedSessions, seed);
    if (isSound(design, used, slots)) return { ok: true, slots, items: [...used], sessions };
  }
  const message = `no layout of ${sessions} sessions was found that satisfies all rules and margins together`;
  return { ok: false, cause: "search", message };
}

function isSound(design: LayoutDesign, used: readonly LayoutItem[], slots: readonly LayoutSlot[]): boolean {
  const { broken, itemCondition, stratumItem } = measureLayout(design, used, slots);
  return broken.length === 0 && [itemCondition, ...stratumItem].every(({ low, high }) => high - low <= 1);
}

/** Assigns within-conditions, orders items and sessions, and writes them out. */
function buildSlots(
  design: LayoutDesign,
  used: readonly LayoutItem[],
  composed: readonly ComposedSession[],
  seed: string,
): LayoutSlot[] {
  const { between, within, withinLevels } = conditionsOf(design);
  const sessions = design.strata.flatMap((_, stratum) => {
    const sessionsOfStratum = composed.filter((session) => session.stratum === stratum);
    return orderSessions(sessionsOfStratum, seededRandom(`${seed}/order/${stratum}`)).map(
      (sessionIndex) => sessionsOfStratum[sessionIndex] as ComposedSession,
    );
  });
  const conditions = dealWithin(sessions, withinLevels, seededRandom(`${seed}/within`));
  const order = itemOrder(design.rules);
  const { blocksOf } = order;
  const blockOf = blocksOf === null ? null : partitionOf(used, blocksOf, false).classOf;
  const orders = orderItems(sessions, order, blockOf, seededRandom(`${seed}/positions`));
  return sessions.map((session, slot) => ({
    slot,
    stratum: design.strata[session.stratum]?.key ?? "",
    placements: (orders[slot] ?? []).map((itemIndex, position) => {
      const { id, story, group } = used[session.items[itemIndex] as number] as LayoutItem;
      const levels = { ...between[session.between], ...within[conditions[slot]?.[itemIndex] ?? 0] };
      // All conditions have the same key order: the order of the factors in the file.
      const condition = Object.fromEntries(design.factors.map(({ name }) => [name, levels[name] ?? ""]));
      return { position, item: id, story, group, condition };
    }),
  }));
}

function hasMissingValues(design: LayoutDesign, items: readonly LayoutItem[]): boolean {
  return design.rules.some((rule) => "balance" in rule && partitionOf(items, rule.balance, false).classOf.includes(-1));
}
