import * as z from "zod";
import { firstProblem } from "../text.ts";
import { askWhether } from "./queries.ts";
import { fillSlots, type SlotValues, slotNames } from "./slots.ts";

const renderRequestSchema = z.object({
  tuple: z.record(z.string(), z.unknown()),
  template: z.string({ error: "must be a text" }),
  authority_source: z.string().nullish(),
  belief_source: z.string().nullish(),
});

export interface RenderedExpression {
  assertion: string;
  prior_yes_query: string;
  ctx_yes_query: string;
}

export type RenderResult = { ok: true; rendered: RenderedExpression } | { ok: false; field: string; message: string };

/**
 * Renders a request `{"tuple", "template", "authority_source", "belief_source"}` by the authors' rules: slots are
 * filled, the first character becomes upper case, and nothing else changes.
 *
 * The tuple needs only the fields that the template and the queries use, under either slot vocabulary. It is not
 * validated, because the importer rejects malformed names. The sources in the tuple are ignored.
 */
export function renderRequest(value: unknown): RenderResult {
  const parsed = renderRequestSchema.safeParse(value);
  if (!parsed.success) return { ok: false, ...firstProblem(parsed.error) };
  const { tuple, template, authority_source, belief_source } = parsed.data;
  const values = valuesOf(tuple, authority_source ?? null, belief_source ?? null);
  const { subjectRelation, objectPrior, objectContext } = values;
  if (!subjectRelation) return { ok: false, field: "tuple.subject_relation", message: "is missing" };
  if (!objectPrior) return { ok: false, field: "tuple.object_pri", message: "is missing" };
  if (!objectContext) return { ok: false, field: "tuple.object_ctx", message: "is missing" };
  const assertion = fillSlots(template, values);
  if (!assertion.ok) {
    const slotProblem = assertion.reason === "unknownSlot" ? "is unknown" : "has no value";
    return { ok: false, field: "template", message: `the slot {${assertion.slot}} ${slotProblem}` };
  }
  return {
    ok: true,
    rendered: {
      assertion: assertion.text,
      prior_yes_query: askWhether(objectPrior, subjectRelation),
      ctx_yes_query: askWhether(objectContext, subjectRelation),
    },
  };
}

function valuesOf(
  tuple: Readonly<Record<string, unknown>>,
  authoritySource: string | null,
  beliefSource: string | null,
): SlotValues {
  const values: Record<string, string | null> = {};
  for (const [name, slot] of slotNames) {
    const value = tuple[name];
    if (typeof value === "string") values[slot] ??= value;
    else values[slot] ??= null;
  }
  return { ...(values as SlotValues), authoritySource, beliefSource };
}
