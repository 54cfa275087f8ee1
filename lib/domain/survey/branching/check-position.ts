import { seededRandom, shuffle } from "../../random.ts";
import type { ProtocolStep } from "../protocol-step.ts";

/** A page of questions that is shown among the items, after `from` to `to` items. */
export interface PageAmongItems {
  key: string;
  from: number;
  to: number;
}

/** The pages that are shown among the items, in the order of the protocol. */
export function pagesAmongItems(steps: readonly ProtocolStep[]): PageAmongItems[] {
  return steps.flatMap((step) =>
    step.kind === "questions" && step.amongItems ? [{ key: step.key, ...step.amongItems }] : [],
  );
}

/** The properties of a slot that determine the drawn position of a page. */
export interface CheckedSlot {
  /** The seed of the design. */
  seed: string;
  /** The key of the slot's group; empty for the only group of a study. */
  stratum: string;
  /** Position of the slot in the order of its group, from 0. */
  ordinal: number;
}

/**
 * The number of items before a page in one slot. Within a group, positions come in permuted blocks: each position
 * occurs once in every `to - from + 1` consecutive slots. The running time grows with the size of the range, which is
 * at most 499.
 */
export function drawPagePosition({ key, from, to }: PageAmongItems, { seed, stratum, ordinal }: CheckedSlot): number {
  const size = to - from + 1;
  if (size === 1) return from;
  const round = Math.floor(ordinal / size);
  const positions = Array.from({ length: size }, (_, index) => from + index);
  return shuffle(positions, seededRandom(`${seed}/checks/${key}/${stratum}/${round}`))[ordinal % size] as number;
}

/** The key under which the rules of a session read a drawn position. No question has such a key. */
export function positionKey(step: Pick<ProtocolStep, "key">): string {
  return `position.${step.key}`;
}

/**
 * The key that stores after how many items a page with a drawn position was shown. A person who continues in another
 * slot is not shown the page again.
 */
export function shownAfterKey(step: Pick<ProtocolStep, "key">): string {
  return `shown-after.${step.key}`;
}
