import type { Fold } from "../../fold.ts";
import { groupBy } from "../../group-by.ts";
import { type ClusteredEstimate, clusteredEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { gatherAnswers, type PeopleRow } from "../participants/fold-people.ts";
import { listPersonPairs, type PersonPair } from "../participants/score-participants.ts";
import { categories, categoryLabel, dimensions, getCategory } from "../typology.ts";
import type { AnswerRule } from "./classify.ts";
import { type BeliefAnswer, type BeliefPair, createPairTable } from "./pair-table.ts";

/**
 * Rate of people minus rate of a model over the pairs that both decided, for one level: overall, dimension or category.
 */
export interface PeopleDifference {
  level: "all" | "dimension" | "category";
  id: string | null;
  label: string;
  difference: ClusteredEstimate;
}

/** An answer of a person or of the model. */
export type PeopleModelRow = { person: PeopleRow } | { model: BeliefAnswer };

/**
 * Computes how much more often people follow an expression than a model. Each decision of a person is compared with the
 * model's decision about the same expression; intervals have two-way clusters (people and facts).
 */
export function foldPeopleModel({ rule }: { rule: AnswerRule }): Fold<PeopleModelRow, PeopleDifference[]> {
  const people = gatherAnswers();
  const table = createPairTable(rule);
  return {
    add: (rows) => {
      for (const row of rows) {
        if ("person" in row) people.add([row.person]);
        else table.add({ ...row.model, observer: "" });
      }
    },
    finish: () => comparePeople(listPersonPairs(people.finish().answers, rule), table.pairs("")),
  };
}

/**
 * The differences overall, by dimension and by category. Only expressions that both a person and the model decided
 * count.
 */
export function comparePeople(people: readonly PersonPair[], model: readonly BeliefPair[]): PeopleDifference[] {
  const modelPairsByExpression = groupBy(
    model.filter((pair) => decisionOf(pair) !== null),
    keyOf,
  );
  const matchedDecisions = people.flatMap((pair) => {
    const decision = decisionOf(pair);
    const modelPairs = modelPairsByExpression.get(keyOf(pair));
    if (decision === null || !modelPairs) return [];
    // If the model answered several times, the mean of its decisions is used.
    const mean = modelPairs.reduce((sum, one) => sum + (decisionOf(one) ?? 0), 0) / modelPairs.length;
    return [{ pair, value: decision - mean }];
  });
  const differenceOf = (isIn: (pair: PersonPair) => boolean): ClusteredEstimate => {
    const selectedDecisions = matchedDecisions.filter(({ pair }) => isIn(pair));
    return clusteredEstimate(
      selectedDecisions.map(({ value }) => value),
      [
        { one: "person", many: "people", ids: selectedDecisions.map(({ pair }) => pair.participant) },
        { one: "fact", many: "facts", ids: selectedDecisions.map(({ pair }) => pair.fact) },
      ],
      { range: [-1, 1], unit: "answers" },
    );
  };
  return [
    { level: "all", id: null, label: "All expressions", difference: differenceOf(() => true) },
    ...dimensions.map(
      ({ id, label }): PeopleDifference => ({
        level: "dimension",
        id,
        label,
        difference: differenceOf((pair) => pair.dimension === id),
      }),
    ),
    ...listCategories(people).map(
      ({ id, label }): PeopleDifference => ({
        level: "category",
        id,
        label,
        difference: differenceOf((pair) => pair.category === id),
      }),
    ),
  ];
}

function decisionOf({ prior, outcome }: BeliefPair): 0 | 1 | null {
  if (prior !== "known" || (outcome !== "context" && outcome !== "memory")) return null;
  return outcome === "context" ? 1 : 0;
}

/** The categories of the typology, then other categories in people's answers, in alphabetical order. */
function listCategories(people: readonly PersonPair[]): { id: string; label: string }[] {
  const customNames = new Set(people.flatMap(({ category }) => (getCategory(category) === null ? [category] : [])));
  return [...categories, ...[...customNames].sort().map((id) => ({ id, label: categoryLabel(id) }))];
}

function keyOf({ fact, category, expression }: BeliefPair): string {
  return [fact, category, expression].join("\u0000");
}
