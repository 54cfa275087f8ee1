import { capitalize } from "../../format/capitalize.ts";
import type { BeliefItem } from "../../items/kinds/eob/belief-item.ts";
import type { BeliefTuple } from "../tuple.ts";
import type { BeliefPlacement } from "./plan-participants.ts";

/** One expression shown to a participant, and the truth. */
export interface DebriefLine {
  told: string;
  /**
   * Whether the claim is made up or true; null if it contains the truth or is contained in it, because it is then
   * neither false nor simply true.
   */
  claim: "made-up" | "true" | null;
  /** "Steven Gould is the author of Reflex." */
  truth: string;
}

/** The fields of an item that a debrief needs. */
export interface DebriefItem {
  story: Pick<BeliefItem["story"], "id" | "text">;
  attributes: Pick<BeliefItem["attributes"], "role">;
}

/** Lists the truth about every expression of a session, in the order of presentation. */
export function listDebrief(
  session: { placements: readonly Pick<BeliefPlacement, "item" | "fact" | "block">[] },
  items: ReadonlyMap<string, DebriefItem>,
  tuples: ReadonlyMap<string, Pick<BeliefTuple, "objectPrior" | "subjectRelation"> & { isAlsoTrue?: boolean }>,
): DebriefLine[] {
  const lines = new Map<string, DebriefLine>();
  for (const { item: id, fact, block } of session.placements) {
    const [item, tuple] = [items.get(id), tuples.get(fact)];
    if (!item || !tuple) throw new RangeError(`the placement of ${id} names an unknown item or fact`);
    if (block === "prior" || lines.has(item.story.id)) continue;
    lines.set(item.story.id, {
      told: item.story.text,
      claim: item.attributes.role === "filler" ? "true" : tuple.isAlsoTrue ? null : "made-up",
      truth: capitalize(`${tuple.objectPrior} is ${tuple.subjectRelation}.`),
    });
  }
  return [...lines.values()];
}
