import { seededRandom } from "../../random.ts";
import type { Composition } from "./composition.ts";
import { drawItems } from "./draw-items.ts";
import { findMarginContradiction, findSessionContradiction } from "./find-contradiction.ts";
import type { LayoutDesign } from "./layout-design.ts";
import type { LayoutItem } from "./layout-item.ts";
import type { LayoutSlot } from "./measure-layout.ts";
import { listPartitions, type MissingValues, partitionOf, ruleAttribute } from "./partition.ts";
import { shareSessions } from "./share-sessions.ts";

/** The generated sessions, or the reason why there are none. */
export type LayoutResult =
  | { ok: true; slots: LayoutSlot[]; items: LayoutItem[]; sessions: number }
  | ({ ok: false } & LayoutRefusal);

/**
 * The number of a design that causes the problem: the number of sessions, of items per session, of drawn items, or of
 * statements after a reading. `search` means that nothing was found, although there is no proof of impossibility;
 * `rule` means that no other number would help.
 */
export type RefusalCause = "sessions" | "itemsPerSession" | "draw" | "reading" | "search" | "rule";

export interface LayoutRefusal {
  cause: RefusalCause;
  /** A clause that completes "This design is not possible: ". */
  message: string;
  /** The number of sessions that was tried first if the design states none. */
  tried?: number;
}

export interface PreparedLayout {
  ok: true;
  /** The items that the study uses, in the order of the file. */
  used: LayoutItem[];
  base: Omit<Composition, "strata">;
}

/**
 * Draws the items and converts the rules: all steps that do not depend on the number of sessions.
 *
 * @param draws number of earlier draws with the same seed
 */
export function prepareLayout(
  design: LayoutDesign,
  items: readonly LayoutItem[],
  missing: MissingValues,
  draws: number,
): PreparedLayout | ({ ok: false } & LayoutRefusal) {
  const unknown = refuseUnknown(design, items);
  if (unknown) return unknown;
  const { itemsPerSession } = design;
  const draw = design.draw ?? items.length;
  if (draw > items.length) return refuse("draw", `${draw} items cannot be drawn from ${items.length}`);
  const partitionsOfAll = listPartitions(design.rules, items, itemsPerSession, missing);
  const impossible =
    findSessionContradiction(draw, itemsPerSession, []) ??
    findSessionContradiction(items.length, itemsPerSession, partitionsOfAll);
  if (impossible) return refuse("itemsPerSession", impossible);
  const drawnIndices =
    draw === items.length ? [...items.keys()] : drawForDesign(design, draw, items, partitionsOfAll, draws);
  if (!drawnIndices)
    return refuse("draw", `no ${draw} of ${items.length} items can all be asked equally often under these rules`);
  const usedItems = drawnIndices.map((index) => items[index] as LayoutItem);
  const partitions = listPartitions(design.rules, usedItems, itemsPerSession, missing);
  const contradiction = findSessionContradiction(usedItems.length, itemsPerSession, partitions);
  if (contradiction) return refuse("itemsPerSession", contradiction);
  const { between, within } = conditionsOf(design);
  const base = { items: usedItems.length, itemsPerSession, between: between.length, within: within.length, partitions };
  return { ok: true, used: usedItems, base };
}

/** The composition with this number of sessions, or why it is impossible. */
export function composeFor(
  design: LayoutDesign,
  sessions: number,
  { base }: PreparedLayout,
): { ok: true; composition: Composition } | ({ ok: false } & LayoutRefusal) {
  const strata = shareSessions(design.strata, sessions);
  if (!strata) return refuse("sessions", `the shares of the strata do not divide ${sessions} sessions into whole ones`);
  const composition: Composition = { ...base, strata };
  const contradiction = findMarginContradiction(composition);
  return contradiction ? refuse("sessions", contradiction) : { ok: true, composition };
}

/** The conditions that vary between sessions, and those that vary within sessions; the first factor varies slowest. */
export function conditionsOf(design: LayoutDesign) {
  const betweenFactors = design.factors.filter(({ varies }) => varies === "between");
  const withinFactors = design.factors.filter(({ varies }) => varies === "within");
  return {
    between: crossLevels(betweenFactors),
    within: crossLevels(withinFactors),
    withinLevels: withinFactors.map(({ levels }) => levels.length),
  };
}

function crossLevels(factors: LayoutDesign["factors"]): Record<string, string>[] {
  return factors.reduce<Record<string, string>[]>(
    (crossed, { name, levels }) => crossed.flatMap((known) => levels.map((level) => ({ ...known, [name]: level }))),
    [{}],
  );
}

function drawForDesign(
  design: LayoutDesign,
  draw: number,
  items: readonly LayoutItem[],
  whole: ReturnType<typeof listPartitions>,
  draws: number,
) {
  const balancedAttributes = new Set(design.rules.flatMap((rule) => ("balance" in rule ? [rule.balance] : [])));
  return drawItems(
    draw,
    items.length,
    design.itemsPerSession,
    whole,
    ({ attribute }) => balancedAttributes.has(attribute),
    seededRandom(`${design.seed}/draw/${draws}`),
  );
}

/** The refusal if a rule names an attribute that no item has; otherwise null. */
export function refuseUnknown(
  design: LayoutDesign,
  items: readonly LayoutItem[],
): ({ ok: false } & LayoutRefusal) | null {
  const attributes = design.rules.flatMap((rule) => {
    if ("order" in rule) return typeof rule.order === "object" && "blocksOf" in rule.order ? [rule.order.blocksOf] : [];
    return ruleAttribute(rule) ?? [];
  });
  const unknown = attributes.find((attribute) => partitionOf(items, attribute, false).values.length === 0);
  if (unknown === undefined) return null;
  return refuse("rule", `no item has the attribute "${unknown}" that a rule names`);
}

function refuse(cause: RefusalCause, message: string): { ok: false } & LayoutRefusal {
  return { ok: false, cause, message };
}
