import type { BeliefItem } from "../../items/kinds/eob/belief-item.ts";
import { readYesNoQuery } from "../queries.ts";
import { type BeliefTuple, setTupleId } from "../tuple.ts";
import type { ExpressionSource } from "./expression-source.ts";

/** Facts and false expressions that exist only as items, such as those of the authors' result files. */
export interface StoredExpressions extends ExpressionSource {
  /** The facts of which both queries are stored alone and after an expression of every category. */
  tuples: BeliefTuple[];
  /** The categories of the expressions. */
  categories: ReadonlySet<string>;
}

/**
 * The facts of items, with which a study asks people about the same texts that models were asked about. The items state
 * neither further information nor conditions of a fact, which are therefore empty.
 */
export function collectStoredExpressions(items: Iterable<BeliefItem>): StoredExpressions {
  const byFact = new Map<string, Map<string | null, BeliefItem[]>>();
  const categories = new Set<string>();
  for (const item of items) {
    const { fact, category, query_type: queryType } = item.attributes;
    if (category !== null) categories.add(category);
    const ofFact = byFact.get(fact) ?? new Map<string | null, BeliefItem[]>();
    byFact.set(fact, ofFact);
    const pair = ofFact.get(category) ?? [];
    ofFact.set(category, pair);
    // A fact may have several expressions of one category; a study asks about the first.
    const isOfPair = pair.every(
      (other) => other.story.id === item.story.id && other.attributes.query_type !== queryType,
    );
    if (isOfPair) pair.push(item);
  }
  // Both items of a fact after an expression of this category; null: without an expression.
  const itemsOf = (fact: string, category: string | null) => byFact.get(fact)?.get(category) ?? [];
  const tuples = [...byFact.keys()].flatMap((fact) => {
    const isComplete = [null, ...categories].every((category) => itemsOf(fact, category).length === 2);
    const [prior] = itemsOf(fact, null);
    const tuple = isComplete && prior ? tupleOf(prior) : null;
    return tuple ? [{ ...tuple, id: fact }] : [];
  });
  return {
    tuples,
    categories,
    pairOf: ({ id }, category) => ({ ok: true, pair: { prior: itemsOf(id, null), shown: itemsOf(id, category) } }),
  };
}

function tupleOf({ text, attributes }: BeliefItem): BeliefTuple | null {
  const { subject, object_pri: objectPrior, object_ctx: objectContext } = attributes;
  const query = readYesNoQuery(text, objectPrior, objectContext);
  if (!query) return null;
  return setTupleId({
    subject,
    relation: "",
    subjectRelation: query.subjectRelation,
    objectContext,
    objectPrior,
    contextAliases: [],
    priorAliases: [],
    priorAnswers: [],
    extraInformation: "",
    condition: "",
    counterfactualCondition: "",
    subjectPopularity: null,
    objectPopularity: null,
    objectPriorId: null,
    conditionIndex: null,
  });
}
