import { type ExpansionSettings, expandTuple } from "./expand.ts";
import { type BeliefItem, expressionItems, priorItems } from "./participants/belief-item.ts";
import type { SourceSet } from "./sources.ts";
import type { TemplateSet } from "./templates.ts";
import type { BeliefTuple } from "./tuple.ts";

export interface ExpandedFact {
  /** Both queries by themselves, then both after each expression. */
  items: BeliefItem[];
  expressions: number;
  /** Expressions that could not be made, with the reason in words. */
  refused: { category: string; message: string }[];
}

/**
 * Every item of one fact, as a benchmark for models holds it. A study with people whose seed is the same uses the same
 * items, so both observers answer about the very same words.
 */
export function expandItems(
  tuple: BeliefTuple,
  templates: TemplateSet,
  sources: SourceSet,
  settings: ExpansionSettings,
): ExpandedFact {
  const items = priorItems(tuple);
  const refused: ExpandedFact["refused"] = [];
  let expressions = 0;
  for (const [category, list] of templates) {
    for (const result of expandTuple(tuple, new Map([[category, list]]), sources, settings)) {
      if (result.ok) {
        expressions += 1;
        items.push(...expressionItems(result.expression, tuple, "expression"));
      } else refused.push({ category, message: result.message });
    }
  }
  return { items, expressions, refused };
}
