import { drawn, seededRandom } from "../random.ts";
import { type ExpansionSettings, expandTuple } from "./expand.ts";
import { type BeliefItem, expressionItems, priorItems } from "./participants/belief-item.ts";
import { type OpenBeliefItem, openExpressionItem, openPriorItem } from "./participants/open-item.ts";
import type { SourceSet } from "./sources.ts";
import { fitsTrueAssertion, type TemplateSet } from "./templates.ts";
import type { BeliefTuple } from "./tuple.ts";

export interface ExpandedFact {
  /** Both queries by themselves, then both after each expression, then both after a true assertion. */
  items: BeliefItem[];
  expressions: number;
  /** Expressions that could not be made, with the reason in words. */
  refused: { category: string; message: string }[];
}

/**
 * Both queries after one true assertion of a fact, in a category that its seed draws among those that can state a true
 * object: whether a model follows what it reads where that agrees with memory. None where no template can.
 */
function fillerItems(
  tuple: BeliefTuple,
  templates: TemplateSet,
  sources: SourceSet,
  settings: ExpansionSettings,
): BeliefItem[] {
  const usable = [...templates].flatMap(([category, list]) => {
    const fitting = list.filter(fitsTrueAssertion);
    return fitting.length > 0 ? [[category, fitting] as const] : [];
  });
  if (usable.length === 0) return [];
  const [category, list] = drawn(usable, seededRandom(`${settings.seed}|filler|${tuple.id}`));
  const asserted = { ...tuple, objectContext: tuple.objectPrior };
  const [made] = expandTuple(asserted, new Map([[category, list]]), sources, { ...settings, allTemplates: false });
  return made?.ok ? expressionItems(made.expression, tuple, "filler") : [];
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
  items.push(...fillerItems(tuple, templates, sources, settings));
  return { items, expressions, refused };
}

/**
 * The open questions of one fact: by itself, and after each of the expressions that `expandItems` makes of it under the same
 * settings, word for word.
 */
export function expandOpenItems(
  tuple: BeliefTuple,
  templates: TemplateSet,
  sources: SourceSet,
  settings: ExpansionSettings,
): OpenBeliefItem[] {
  const made = [...templates].flatMap(([category, list]) => [
    ...expandTuple(tuple, new Map([[category, list]]), sources, settings),
  ]);
  return [
    openPriorItem(tuple),
    ...made.flatMap((result) => (result.ok ? [openExpressionItem(result.expression, tuple)] : [])),
  ];
}
