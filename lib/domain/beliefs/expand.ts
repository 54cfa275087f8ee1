import { drawOne, seededRandom } from "../random.ts";
import { formatOpenQuery, formatYesNoQuery, listAcceptedNames } from "./queries.ts";
import { fillSlots, getSlotValues, type QuotedSources, usesSlot } from "./slots.ts";
import { authoritiesFor, type SourceSet } from "./sources.ts";
import type { Template, TemplateSet } from "./templates.ts";
import type { BeliefTuple } from "./tuple.ts";
import type { DimensionId } from "./typology.ts";

/** A fact rendered with a template, and the questions that can follow. */
export interface Expression extends QuotedSources {
  /** "{fact}-{category}-{template index}". */
  id: string;
  tuple: BeliefTuple;
  dimension: DimensionId;
  category: string;
  templateIndex: number;
  assertion: string;
  priorYesQuery: string;
  contextYesQuery: string;
  openQuery: string;
}

export type ExpressionResult =
  | { ok: true; expression: Expression }
  | { ok: false; reason: "noAuthority" | "unknownSlot" | "missingValue"; message: string };

export interface ExpansionSettings {
  seed: string | number;
  /** Use every template of every category instead of one drawn template each. */
  allTemplates: boolean;
}

/**
 * Generates the expressions of one fact: one per category with a drawn template and drawn sources, or one per template.
 * The draws depend only on the seed, the fact and the category. Adding or reordering facts in a file therefore does not
 * change the expressions of other facts.
 */
export function* expandTuple(
  tuple: BeliefTuple,
  templates: TemplateSet,
  sources: SourceSet,
  settings: ExpansionSettings,
): Generator<ExpressionResult> {
  for (const [category, list] of templates) {
    const random = seededRandom(`${settings.seed}|${tuple.id}|${category}`);
    const chosenTemplates = settings.allTemplates ? list : [drawOne(list, random)];
    for (const template of chosenTemplates) {
      const authorities = authoritiesFor(sources, tuple.relation);
      if (usesSlot(template.text, "authoritySource") && authorities.length === 0) {
        const message = `no authority is listed for the relation "${tuple.relation}"`;
        yield { ok: false, reason: "noAuthority", message };
        continue;
      }
      yield renderExpression(tuple, template, {
        authoritySource: usesSlot(template.text, "authoritySource") ? drawOne(authorities, random) : null,
        beliefSource: usesSlot(template.text, "beliefSource") ? drawOne(sources.beliefSources, random) : null,
      });
    }
  }
}

/** Renders one fact with one template and the given sources. */
export function renderExpression(tuple: BeliefTuple, template: Template, quoted: QuotedSources): ExpressionResult {
  const filledTemplate = fillSlots(template.text, getSlotValues(tuple, quoted));
  if (!filledTemplate.ok) {
    const slotProblem = filledTemplate.reason === "unknownSlot" ? "is unknown" : "has no value";
    return { ok: false, reason: filledTemplate.reason, message: `the slot {${filledTemplate.slot}} ${slotProblem}` };
  }
  return {
    ok: true,
    expression: {
      id: `${tuple.id}-${template.category}-${template.index}`,
      tuple,
      dimension: template.dimension,
      category: template.category,
      templateIndex: template.index,
      ...quoted,
      assertion: filledTemplate.text,
      priorYesQuery: formatYesNoQuery(tuple, "prior_yes"),
      contextYesQuery: formatYesNoQuery(tuple, "ctx_yes"),
      openQuery: formatOpenQuery(tuple),
    },
  };
}

/** Formats an expression as a line of the generated file. */
export function formatExpression(expression: Expression): Record<string, unknown> {
  const { tuple } = expression;
  const names = listAcceptedNames(tuple);
  return {
    id: expression.id,
    fact: tuple.id,
    dimension: expression.dimension,
    category: expression.category,
    template_index: expression.templateIndex,
    authority_source: expression.authoritySource,
    belief_source: expression.beliefSource,
    assertion: expression.assertion,
    prior_yes_query: expression.priorYesQuery,
    ctx_yes_query: expression.contextYesQuery,
    open_ended_query: expression.openQuery,
    subject: tuple.subject,
    relation: tuple.relation,
    object_pri: tuple.objectPrior,
    object_ctx: tuple.objectContext,
    prior_answers: names.prior,
    ctx_answers: names.context,
  };
}
