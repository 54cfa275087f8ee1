import { crossFactors } from "@/lib/domain/items/stimulus.ts";
import { type Design, designSchema } from "@/lib/domain/survey/design.ts";

/**
 * The design of a study's preview: the same groups, conditions and rules with the smallest possible number of slots. A
 * design with session rules is not changed, so that no rule is violated.
 */
export function minimiseDesign(stored: unknown): Design {
  const design = designSchema.parse(stored);
  if (design.composition) return design;
  const conditions = crossFactors(design.factors).length;
  return { ...design, perStratumItem: Math.min(design.perStratumItem, Math.max(1, conditions)) };
}
