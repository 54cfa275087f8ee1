import { type Random, shuffle } from "../../random.ts";
import type { ComposedSession } from "./composition.ts";
import type { LayoutDesign } from "./layout-design.ts";
import { type Edge, splitEdges } from "./split-edges.ts";

/** The order of items within a session. */
export interface ItemOrder {
  order: "fixed" | "random" | "latin-square";
  /** Items with the same value of this attribute are adjacent; null: no blocks. */
  blocksOf: string | null;
  /** The order of the items of one block. */
  withinBlocks: "fixed" | "random";
}

/** The order stated by the rules; random by default. */
export function itemOrder(rules: LayoutDesign["rules"]): ItemOrder {
  const orders = rules.flatMap((rule) => ("order" in rule ? [rule.order] : []));
  const order = orders.find((one) => typeof one === "string") ?? "random";
  const statedOrder: ItemOrder = { order, blocksOf: null, withinBlocks: order === "fixed" ? "fixed" : "random" };
  for (const one of orders) if (typeof one === "object") Object.assign(statedOrder, one);
  return statedOrder;
}

/**
 * The order of each session's items, as indices in its list. `fixed` is the order of the file. `latin-square` gives
 * every item each position equally often (counts differ by at most one), over the study and in each stratum. With
 * blocks, the blocks are ordered by the rule, and the items of a block by `withinBlocks`.
 *
 * @param blockOf each item's block; null: every item is a separate block
 */
export function orderItems(
  sessions: readonly Pick<ComposedSession, "items" | "stratum">[],
  { order, withinBlocks }: Pick<ItemOrder, "order" | "withinBlocks">,
  blockOf: ArrayLike<number> | null,
  random: Random,
): number[][] {
  const units = sessions.map(({ items }) => groupIntoBlocks(items, blockOf));
  const strata = sessions.map(({ stratum }) => stratum);
  const ranks = order === "latin-square" ? rankLatin(units, strata, random) : null;
  return units.map((blocks, session) => {
    const orderedIndices = blocks.map((block) =>
      withinBlocks === "fixed" ? block.places : shuffle(block.places, random),
    );
    if (order === "random") return shuffle(orderedIndices, random).flat();
    const rank = (index: number) => ranks?.[session]?.[index] ?? index;
    return [...orderedIndices.keys()]
      .sort((left, right) => rank(left) - rank(right))
      .flatMap((index) => orderedIndices[index] ?? []);
  });
}

interface Block {
  key: number;
  /** Indices of the block's items in the session's list, in the order of the file. */
  places: number[];
}

/** A session's blocks in the order of the file, by their first item. */
function groupIntoBlocks(items: readonly number[], blockOf: ArrayLike<number> | null): Block[] {
  const sortedIndices = [...items.keys()].sort((left, right) => (items[left] ?? 0) - (items[right] ?? 0));
  const blocks = new Map<number, Block>();
  for (const place of sortedIndices) {
    const item = items[place] as number;
    const key = blockOf ? (blockOf[item] ?? -1) : item;
    const known = blocks.get(key);
    if (known) known.places.push(place);
    else blocks.set(key, { key, places: [place] });
  }
  return [...blocks.values()];
}

/**
 * A position for every block of every session: each block has each position equally often (counts differ by at most
 * one), over the study and in each stratum.
 */
function rankLatin(units: readonly (readonly Block[])[], strata: readonly number[], random: Random): number[][] {
  const positions = Math.max(1, ...units.map((blocks) => blocks.length));
  const edges = units.flatMap((blocks, session) =>
    blocks.map((block): Edge => ({ left: [session], right: [block.key, strata[session] as number] })),
  );
  const positionOfEdge = splitEdges(edges, positions, random);
  let next = 0;
  return units.map((blocks) => blocks.map(() => positionOfEdge[next++] ?? 0));
}
