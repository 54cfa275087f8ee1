import type { Expression } from "../../../beliefs/expand.ts";
import { formatYesNoQuery, type QueryType, queryTypes } from "../../../beliefs/queries.ts";
import { type BeliefTuple, excludesTruth } from "../../../beliefs/tuple.ts";

/** The purpose of an item: to measure prior knowledge, to measure the effect of an expression, or as a filler. */
export type ItemRole = "prior" | "expression" | "filler";

/** A line of an item file: a yes/no query after an expression, or without one (role "prior"). */
export interface BeliefItem {
  id: string;
  kind: "yes-no";
  /** The expression; its text is empty if the query is asked without an expression. */
  story: { id: string; title: string; genre: string; text: string };
  text: string;
  /** Whether the correct answer is yes, independent of the expression. */
  gold: "yes" | "no";
  attributes: {
    role: ItemRole;
    fact: string;
    query_type: QueryType;
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
    /** Present only if the false object contains the truth; such items are not scored. */
    also_true?: true;
  };
}

/** Whether an item is a query about a fact, alone or after an expression. */
export function isBeliefItem({ kind, attributes }: { kind: string; attributes?: object | null }): boolean {
  return kind === "yes-no" && attributes != null && "fact" in attributes && "role" in attributes;
}

/** The two items of a fact that measure prior knowledge, without an expression. */
export function createPriorItems(tuple: BeliefTuple): BeliefItem[] {
  return queryTypes.map((queryType) => ({
    id: `${tuple.id}-prior-${queryType}`,
    kind: "yes-no",
    story: { id: `${tuple.id}-prior`, title: "", genre: "", text: "" },
    text: formatYesNoQuery(tuple, queryType),
    gold: goldOf(queryType),
    attributes: {
      role: "prior",
      fact: tuple.id,
      query_type: queryType,
      dimension: null,
      category: null,
      template_index: null,
      ...namesOf(tuple),
    },
  }));
}

/**
 * The two items that follow an expression.
 *
 * @param tuple the fact as in the file. The expression of a filler asserts the true object, but the queries ask about
 * both
 */
export function createExpressionItems(
  expression: Expression,
  tuple: BeliefTuple,
  role: Exclude<ItemRole, "prior">,
): BeliefItem[] {
  const storyId = role === "filler" ? `${expression.id}-filler` : expression.id;
  return queryTypes.map((queryType) => ({
    id: `${storyId}-${queryType}`,
    kind: "yes-no",
    story: { id: storyId, title: "", genre: "", text: expression.assertion },
    text: formatYesNoQuery(tuple, queryType),
    gold: goldOf(queryType),
    attributes: {
      role,
      fact: tuple.id,
      query_type: queryType,
      dimension: expression.dimension,
      category: expression.category,
      template_index: expression.templateIndex,
      ...toSourceAttribute(expression),
      ...namesOf(tuple),
    },
  }));
}

function goldOf(queryType: QueryType): "yes" | "no" {
  return queryType === "prior_yes" ? "yes" : "no";
}

/** The source that an expression names, as an attribute; empty if the expression names no source. */
export function toSourceAttribute({ authoritySource, beliefSource }: Expression): { source?: string } {
  const source = [authoritySource, beliefSource].filter((one) => one !== null).join("; ");
  return source === "" ? {} : { source };
}

function namesOf(tuple: BeliefTuple) {
  return {
    subject: tuple.subject,
    relation: tuple.relation,
    ...(tuple.subjectPopularity === null ? {} : { popularity: tuple.subjectPopularity }),
    object_pri: tuple.objectPrior,
    object_ctx: tuple.objectContext,
    ...(excludesTruth(tuple) ? {} : { also_true: true as const }),
  };
}
