import { capitalized } from "../slots.ts";
import type { BeliefTuple } from "../tuple.ts";
import type { BeliefItem } from "./belief-item.ts";
import type { BeliefPassage } from "./plan-people.ts";

/** One expression that a participant met, and what is true. */
export interface DebriefLine {
  told: string;
  wasFalse: boolean;
  /** "Steven Gould is the author of Reflex." */
  truth: string;
}

/** The truth about every expression of a passage, in the order in which they were met. */
export function listDebrief(
  passage: BeliefPassage,
  items: ReadonlyMap<string, BeliefItem>,
  tuples: ReadonlyMap<string, BeliefTuple>,
): DebriefLine[] {
  const lines = new Map<string, DebriefLine>();
  for (const { item: id, fact, block } of passage.placements) {
    const [item, tuple] = [items.get(id), tuples.get(fact)];
    if (!item || !tuple) throw new RangeError(`the placement of ${id} names an unknown item or fact`);
    if (block === "prior" || lines.has(item.story.id)) continue;
    lines.set(item.story.id, {
      told: item.story.text,
      wasFalse: item.attributes.role === "expression",
      truth: capitalized(`${tuple.objectPrior} is ${tuple.subjectRelation}.`),
    });
  }
  return [...lines.values()];
}
