import { type Random, seededRandom, shuffle } from "../../random.ts";
import type { DesignCounts } from "../design.ts";

/** One item under one condition, as indices into the study's lists. */
export interface PlannedPlacement {
  item: number;
  condition: number;
}

/** One session of a stratum: its placements in the order in which they are shown. */
export type PlannedSlot = PlannedPlacement[];

/**
 * Generates the slots of one stratum in permuted blocks: each block contains every item once, in a seeded random order,
 * so that a partly filled stratum is already balanced.
 *
 * Conditions are assigned so that each item has each condition equally often over the strata of a study (exactly if
 * strata x perStratumItem is a multiple of the number of conditions C, otherwise within one), and within one inside a
 * stratum. The r = perStratumItem mod C remaining answers of stratum s and item i use the r consecutive conditions on a
 * circle from position (s * r + i) mod C, so the remainders of the strata cover the circle without a gap.
 *
 * @param stratum index of the stratum among those with a quota
 * @returns slots in the order of allocation; memory grows with items x perStratumItem
 */
export function planStratumSlots(counts: DesignCounts, stratum: number, seed: string): PlannedSlot[] {
  const { items, perStratumItem, itemsPerSession } = counts;
  if (itemsPerSession > items) {
    throw new RangeError(`a session of ${itemsPerSession} items needs at least as many items, not ${items}`);
  }
  const random = seededRandom(`${seed}/slots/${stratum}`);
  const conditionsByItem = Array.from({ length: items }, (_, item) => dealConditions(counts, stratum, item, random));
  const sequence: PlannedPlacement[] = [];
  for (let block = 0; block < perStratumItem; block += 1) {
    for (const item of orderBlock(sequence, counts, random)) {
      sequence.push({ item, condition: conditionsByItem[item]?.[block] ?? 0 });
    }
  }
  const slots: PlannedSlot[] = [];
  for (let start = 0; start < sequence.length; start += itemsPerSession) {
    slots.push(sequence.slice(start, start + itemsPerSession));
  }
  return slots;
}

/** The conditions of one item in one stratum, one for each block of items, in permuted blocks of all conditions. */
function dealConditions(counts: DesignCounts, stratum: number, item: number, random: Random): number[] {
  const { conditions, perStratumItem } = counts;
  const leftOver = perStratumItem % conditions;
  const circle = Array.from({ length: conditions }, (_, condition) => condition);
  const assignedConditions: number[] = [];
  for (let round = 0; round < Math.floor(perStratumItem / conditions); round += 1)
    assignedConditions.push(...shuffle(circle, random));
  const start = stratum * leftOver + item;
  const extras = Array.from({ length: leftOver }, (_, step) => (start + step) % conditions);
  return [...assignedConditions, ...shuffle(extras, random)];
}

/**
 * The items of the next block in random order, arranged so that a session that spans two blocks never contains the same
 * item twice: items that the unfinished session already has come after the end of that session.
 */
function orderBlock(sequence: readonly PlannedPlacement[], counts: DesignCounts, random: Random): number[] {
  const order = shuffle(
    Array.from({ length: counts.items }, (_, item) => item),
    random,
  );
  const openCount = sequence.length % counts.itemsPerSession;
  if (openCount === 0) return order;
  const itemsOfOpenSession = new Set(sequence.slice(sequence.length - openCount).map((placement) => placement.item));
  const missing = counts.itemsPerSession - openCount;
  const first = order.filter((item) => !itemsOfOpenSession.has(item)).slice(0, missing);
  const firstItems = new Set(first);
  return [...first, ...order.filter((item) => !firstItems.has(item))];
}
