import type { Expression } from "../../../beliefs/expand.ts";
import { formatOpenQuery, listAcceptedNames } from "../../../beliefs/queries.ts";
import { type BeliefTuple, excludesTruth } from "../../../beliefs/tuple.ts";
import { normaliseAnswer } from "../../../words/normalise-answer.ts";
import { toSourceAttribute } from "./belief-item.ts";

/** A line of an item file: an open question about a fact, after an expression or without one (role "prior"). */
export interface OpenBeliefItem {
  id: string;
  kind: "open-text";
  story: { id: string; title: string; genre: string; text: string };
  text: string;
  /** Every accepted name of the true object. */
  gold: { accept: string[] };
  attributes: {
    role: "prior" | "expression";
    fact: string;
    query_type: "open";
    dimension: string | null;
    category: string | null;
    template_index: number | null;
    subject: string;
    relation: string;
    /** The authority or the believer that the expression names; absent if the expression names none. */
    source?: string;
    /** How well known the subject is, as counted by the data source; absent if unknown. */
    popularity?: number;
    object_pri: string;
    object_ctx: string;
    /** The names of the asserted object, up to the size limit of an attribute. */
    context_names: string;
    also_true?: true;
  };
}

/** The open question of a fact alone. */
export function createOpenPriorItem(tuple: BeliefTuple): OpenBeliefItem {
  return itemOf(tuple, { id: `${tuple.id}-prior`, text: "" }, { role: "prior" });
}

/** The open question after an expression. */
export function createOpenExpressionItem(expression: Expression, tuple: BeliefTuple): OpenBeliefItem {
  const { dimension, category, templateIndex } = expression;
  return itemOf(
    tuple,
    { id: expression.id, text: expression.assertion },
    { role: "expression", dimension, category, template_index: templateIndex, ...toSourceAttribute(expression) },
  );
}

function itemOf(
  tuple: BeliefTuple,
  told: { id: string; text: string },
  about: Pick<OpenBeliefItem["attributes"], "role"> & Partial<OpenBeliefItem["attributes"]>,
): OpenBeliefItem {
  const { prior, context } = listAcceptedNames(tuple);
  return {
    id: `${told.id}-open`,
    kind: "open-text",
    story: { id: told.id, title: "", genre: "", text: told.text },
    text: formatOpenQuery(tuple),
    gold: {
      accept: prior.filter((name) => name.length <= maxNameLength && normaliseAnswer(name) !== "").slice(0, maxNames),
    },
    attributes: {
      fact: tuple.id,
      query_type: "open",
      dimension: null,
      category: null,
      template_index: null,
      ...about,
      subject: tuple.subject,
      relation: tuple.relation,
      ...(tuple.subjectPopularity === null ? {} : { popularity: tuple.subjectPopularity }),
      object_pri: tuple.objectPrior,
      object_ctx: tuple.objectContext,
      context_names: joinContextNames(context),
      ...(excludesTruth(tuple) ? {} : { also_true: true as const }),
    },
  };
}

/** Limits of the item kind: maximum length of a name and maximum number of accepted names. */
const maxNameLength = 500;
const maxNames = 200;
/** Maximum length of an attribute. */
const maxAttributeLength = 500;
const separator = " | ";

function joinContextNames(names: readonly string[]): string {
  let joined = "";
  for (const name of names) {
    const extended = joined === "" ? name : `${joined}${separator}${name}`;
    if (extended.length > maxAttributeLength) break;
    joined = extended;
  }
  return joined;
}

/** Parses the names of the asserted object from the attribute of its item. */
export function splitContextNames(written: string): string[] {
  return written.split(separator).filter((name) => name !== "");
}
