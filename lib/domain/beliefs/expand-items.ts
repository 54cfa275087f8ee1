import { type BeliefItem, createExpressionItems, createPriorItems } from "../items/kinds/eob/belief-item.ts";
import { createOpenExpressionItem, createOpenPriorItem, type OpenBeliefItem } from "../items/kinds/eob/open-item.ts";
import { drawOne, seededRandom } from "../random.ts";
import { type ExpansionSettings, expandTuple } from "./expand.ts";
import type { SourceSet } from "./sources.ts";
import { fitsTrueAssertion, type TemplateSet } from "./templates.ts";
import type { BeliefTuple } from "./tuple.ts";

export interface ExpandedFact {
  /** Both queries without an expression, then both after each expression, then both after a true assertion. */
  items: BeliefItem[];
  expressions: number;
  /** Expressions that could not be generated, with the reason as text. */
  refused: { category: string; message: string }[];
}

/**
 * Creates both queries after one true assertion of a fact. Its category is drawn with the seed from the categories with
 * templates that can state a true object. Fillers test whether a model follows the text when the text agrees with
 * memory. Empty if no template can state a true object.
 */
function createFillerItems(
  tuple: BeliefTuple,
  templates: TemplateSet,
  sources: SourceSet,
  settings: ExpansionSettings,
): BeliefItem[] {
  const usableTemplates = [...templates].flatMap(([category, list]) => {
    const fittingTemplates = list.filter(fitsTrueAssertion);
    return fittingTemplates.length > 0 ? [[category, fittingTemplates] as const] : [];
  });
  if (usableTemplates.length === 0) return [];
  const [category, list] = drawOne(usableTemplates, seededRandom(`${settings.seed}|filler|${tuple.id}`));
  const assertedTuple = { ...tuple, objectContext: tuple.objectPrior };
  const [result] = expandTuple(assertedTuple, new Map([[category, list]]), sources, {
    ...settings,
    allTemplates: false,
  });
  return result?.ok ? createExpressionItems(result.expression, tuple, "filler") : [];
}

/**
 * Creates every item of one fact in a benchmark for models. A study with people and the same seed uses the same items,
 * so that people and models answer questions about identical texts.
 */
export function expandItems(
  tuple: BeliefTuple,
  templates: TemplateSet,
  sources: SourceSet,
  settings: ExpansionSettings,
): ExpandedFact {
  const items = createPriorItems(tuple);
  const refusals: ExpandedFact["refused"] = [];
  let expressions = 0;
  for (const [category, list] of templates) {
    for (const result of expandTuple(tuple, new Map([[category, list]]), sources, settings)) {
      if (result.ok) {
        expressions += 1;
        items.push(...createExpressionItems(result.expression, tuple, "expression"));
      } else refusals.push({ category, message: result.message });
    }
  }
  items.push(...createFillerItems(tuple, templates, sources, settings));
  return { items, expressions, refused: refusals };
}

/**
 * Creates the open questions of one fact: without an expression, and after each expression that `expandItems` generates
 * from the same fact and settings, in identical words.
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
    createOpenPriorItem(tuple),
    ...results.flatMap((result) => (result.ok ? [createOpenExpressionItem(result.expression, tuple)] : [])),
  ];
}
