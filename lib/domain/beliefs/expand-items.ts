import { type BeliefItem, expressionItems, priorItems } from "../items/kinds/eob/belief-item.ts";
import { type OpenBeliefItem, openExpressionItem, openPriorItem } from "../items/kinds/eob/open-item.ts";
import { drawOne, seededRandom } from "../random.ts";
import { type ExpansionSettings, expandTuple } from "./expand.ts";
import type { SourceSet } from "./sources.ts";
import { fitsTrueAssertion, type TemplateSet } from "./templates.ts";
import type { BeliefTuple } from "./tuple.ts";

export interface ExpandedFact {
  /** Both queries alone, then both after each expression, then both after a true assertion. */
  items: BeliefItem[];
  expressions: number;
  /** Expressions that could not be generated, with the reason as text. */
  refused: { category: string; message: string }[];
}

/**
 * Both queries after one true assertion of a fact, in a category drawn with its seed from those that can state a true
 * object. Tests whether a model follows the text when the text agrees with memory. Empty if no template can do so.
 */
function fillerItems(
  tuple: BeliefTuple,
  templates: TemplateSet,
  sources: SourceSet,
  settings: ExpansionSettings,
): BeliefItem[] {
  const usable = [...templates].flatMap(([category, list]) => {
    const fittingTemplates = list.filter(fitsTrueAssertion);
    return fittingTemplates.length > 0 ? [[category, fittingTemplates] as const] : [];
  });
  if (usable.length === 0) return [];
  const [category, list] = drawOne(usable, seededRandom(`${settings.seed}|filler|${tuple.id}`));
  const assertedTuple = { ...tuple, objectContext: tuple.objectPrior };
  const [result] = expandTuple(assertedTuple, new Map([[category, list]]), sources, {
    ...settings,
    allTemplates: false,
  });
  return result?.ok ? expressionItems(result.expression, tuple, "filler") : [];
}

/**
 * Every item of one fact, in a benchmark for models. A study with people that has the same seed uses the same items, so
 * both answer questions about identical texts.
 */
export function expandItems(
  tuple: BeliefTuple,
  templates: TemplateSet,
  sources: SourceSet,
  settings: ExpansionSettings,
): ExpandedFact {
  const items = priorItems(tuple);
  const refusals: ExpandedFact["refused"] = [];
  let expressions = 0;
  for (const [category, list] of templates) {
    for (const result of expandTuple(tuple, new Map([[category, list]]), sources, settings)) {
      if (result.ok) {
        expressions += 1;
        items.push(...expressionItems(result.expression, tuple, "expression"));
      } else refusals.push({ category, message: result.message });
    }
  }
  items.push(...fillerItems(tuple, templates, sources, settings));
  return { items, expressions, refused: refusals };
}

/**
 * The open questions of one fact: alone, and after each of the expressions that `expandItems` generates from it with
 * the same settings, in identical words.
 */
export function expandOpenItems(
  tuple: BeliefTuple,
  templates: TemplateSet,
  sources: SourceSet,
  settings: ExpansionSettings,
): OpenBeliefItem[] {
  const results = [...templates].flatMap(([category, list]) => [
    ...expandTuple(tuple, new Map([[category, list]]), sources, settings),
  ]);
  return [
    openPriorItem(tuple),
    ...results.flatMap((result) => (result.ok ? [openExpressionItem(result.expression, tuple)] : [])),
  ];
}
