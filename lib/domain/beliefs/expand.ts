import { drawOne, seededRandom } from "../random.ts";
import { acceptedNames, openQuery, yesNoQuery } from "./queries.ts";
import { fillSlots, type QuotedSources, slotValues, usesSlot } from "./slots.ts";
import { authoritiesFor, type SourceSet } from "./sources.ts";
import type { Template, TemplateSet } from "./templates.ts";
import type { BeliefTuple } from "./tuple.ts";
import type { DimensionId } from "./typology.ts";

/** One fact rendered with one template, with the questions that may follow it. */
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
 * The expressions of one fact: one per category with a drawn template and drawn sources, or one per template.
 *
 * The draws depend only on the seed, the fact and the category, so adding facts to a file or reordering it leaves the
 * expressions of the other facts unchanged.
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
  const filled = fillSlots(template.text, slotValues(tuple, quoted));
  if (!filled.ok) {
    const slotProblem = filled.reason === "unknownSlot" ? "is unknown" : "has no value";
    return { ok: false, reason: filled.reason, message: `the slot {${filled.slot}} ${slotProblem}` };
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
      assertion: filled.text,
      priorYesQuery: yesNoQuery(tuple, "prior_yes"),
      contextYesQuery: yesNoQuery(tuple, "ctx_yes"),
      openQuery: openQuery(tuple),
    },
  };
}

/** An expression as one line of the generated file. */
export function formatExpression(expression: Expression): Record<string, unknown> {
  const { tuple } = expression;
  const names = acceptedNames(tuple);
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
