import type { Expression } from "../../../beliefs/expand.ts";
import { acceptedNames, openQuery } from "../../../beliefs/queries.ts";
import { type BeliefTuple, excludesTruth } from "../../../beliefs/tuple.ts";
import { normaliseAnswer } from "../../../words/normalise-answer.ts";
import { sourceAttribute } from "./belief-item.ts";

/**
 * One line of an item file: an open question about a fact. It follows an expression, or is asked alone (role "prior").
 */
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
    /** The authority or the believer that the expression names; absent if it names none. */
    source?: string;
    /** How well known the subject is, as its source counts; absent if unknown. */
    popularity?: number;
    object_pri: string;
    object_ctx: string;
    /** The names of the asserted object, up to the size limit of an attribute. */
    context_names: string;
    also_true?: true;
  };
}

/** The open question of a fact alone. */
export function openPriorItem(tuple: BeliefTuple): OpenBeliefItem {
  return itemOf(tuple, { id: `${tuple.id}-prior`, text: "" }, { role: "prior" });
}

/** The open question after an expression. */
export function openExpressionItem(expression: Expression, tuple: BeliefTuple): OpenBeliefItem {
  const { dimension, category, templateIndex } = expression;
  return itemOf(
    tuple,
    { id: expression.id, text: expression.assertion },
    { role: "expression", dimension, category, template_index: templateIndex, ...sourceAttribute(expression) },
  );
}

function itemOf(
  tuple: BeliefTuple,
  told: { id: string; text: string },
  about: Pick<OpenBeliefItem["attributes"], "role"> & Partial<OpenBeliefItem["attributes"]>,
): OpenBeliefItem {
  const { prior, context } = acceptedNames(tuple);
  return {
    id: `${told.id}-open`,
    kind: "open-text",
    story: { id: told.id, title: "", genre: "", text: told.text },
    text: openQuery(tuple),
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
      context_names: writeContextNames(context),
      ...(excludesTruth(tuple) ? {} : { also_true: true as const }),
    },
  };
}

/** Limits of the item kind: length and number of accepted names. */
const maxNameLength = 500;
const maxNames = 200;
/** Maximum length of an attribute. */
const maxAttributeLength = 500;
const separator = " | ";

function writeContextNames(names: readonly string[]): string {
  let written = "";
  for (const name of names) {
    const extended = written === "" ? name : `${written}${separator}${name}`;
    if (extended.length > maxAttributeLength) break;
    written = extended;
  }
  return written;
}

/** The names of the asserted object, parsed from the attribute of its item. */
export function readContextNames(written: string): string[] {
  return written.split(separator).filter((name) => name !== "");
}
