import type { BeliefItem } from "../../items/kinds/eob/belief-item.ts";
import { drawOne, seededRandom } from "../../random.ts";
import { readYesNoQuery } from "../queries.ts";
import { type BeliefTuple, setTupleId } from "../tuple.ts";
import type { ExpressionSource } from "./expression-source.ts";
import { relationPhrase, stateTruly } from "./state-truly.ts";

/** Facts and false expressions that exist only as items, such as those of the authors' result files. */
export interface StoredExpressions extends ExpressionSource {
  /** The facts of which both queries are stored alone and after an expression of every category. */
  tuples: BeliefTuple[];
  /** The categories of the expressions. */
  categories: ReadonlySet<string>;
  /** The facts of which an expression can also state the true object. */
  withTrueAssertion: BeliefTuple[];
}

/**
 * The facts of items, with which a study asks people about the same texts that models were asked about. The items state
 * neither further information nor conditions of a fact, which are therefore empty. A true assertion is an expression of
 * the fact with the true object; if that of the category cannot state it, another category is drawn.
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
  const relations = new Set(tuples.map(({ subject, subjectRelation }) => relationPhrase(subject, subjectRelation)));
  const statedTruly = (tuple: BeliefTuple, category: string) =>
    stateTruly(itemsOf(tuple.id, category), tuple.subjectRelation, relations);
  const trueCategories = (tuple: BeliefTuple) =>
    [...categories].filter((category) => statedTruly(tuple, category) !== null);
  return {
    tuples,
    categories,
    withTrueAssertion: tuples.filter((tuple) => trueCategories(tuple).length > 0),
    pairOf(tuple, category, role, seed) {
      const prior = itemsOf(tuple.id, null);
      if (role === "expression") return { ok: true, pair: { prior, shown: itemsOf(tuple.id, category) } };
      const usable = trueCategories(tuple);
      if (usable.length === 0)
        return {
          ok: false,
          reason: "noTrueTemplate",
          message: `no expression of "${tuple.id}" can state a true object`,
        };
      const random = seededRandom(`${seed}|filler|${tuple.id}|${category}`);
      const chosen = usable.includes(category) ? category : drawOne(usable.sort(), random);
      return { ok: true, pair: { prior, shown: statedTruly(tuple, chosen) ?? [] } };
    },
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
