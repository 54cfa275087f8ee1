import type { Fold } from "../../fold.ts";
import { groupBy } from "../../group-by.ts";
import { type ClusteredEstimate, clusteredEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { gatherAnswers, type PeopleRow } from "../participants/fold-people.ts";
import { listPersonPairs, type PersonPair } from "../participants/score-participants.ts";
import { categories, categoryLabel, dimensions, getCategory } from "../typology.ts";
import type { AnswerRule } from "./classify.ts";
import { type BeliefAnswer, type BeliefPair, createPairTable } from "./pair-table.ts";

/** People less a model on the expressions that both decided: in all, in one dimension, or in one category. */
export interface PeopleDifference {
  level: "all" | "dimension" | "category";
  id: string | null;
  label: string;
  difference: ClusteredEstimate;
}

/** An answer of a person or of the model. */
export type PeopleModelRow = { person: PeopleRow } | { model: BeliefAnswer };

/**
 * How much more often people follow the same expressions than a model. Each decision of a person is compared with the
 * model's about the same expression; people and facts are two-way clusters.
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

/** The differences in all, by dimension and by category; only expressions that a person and the model decided count. */
export function comparePeople(people: readonly PersonPair[], model: readonly BeliefPair[]): PeopleDifference[] {
  const ofModel = groupBy(
    model.filter((pair) => decisionOf(pair) !== null),
    keyOf,
  );
  const matched = people.flatMap((pair) => {
    const decision = decisionOf(pair);
    const others = ofModel.get(keyOf(pair));
    if (decision === null || !others) return [];
    // For repeated answers of a model, their mean is used.
    const mean = others.reduce((sum, one) => sum + (decisionOf(one) ?? 0), 0) / others.length;
    return [{ pair, value: decision - mean }];
  });
  const differenceOf = (isIn: (pair: PersonPair) => boolean): ClusteredEstimate => {
    const own = matched.filter(({ pair }) => isIn(pair));
    return clusteredEstimate(
      own.map(({ value }) => value),
      [
        { one: "person", many: "people", ids: own.map(({ pair }) => pair.participant) },
        { one: "fact", many: "facts", ids: own.map(({ pair }) => pair.fact) },
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
    ...namesOf(people).map(
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

/** The categories of the typology, followed by others that people were asked about, in alphabetical order. */
function namesOf(people: readonly PersonPair[]): { id: string; label: string }[] {
  const own = new Set(people.flatMap(({ category }) => (getCategory(category) === null ? [category] : [])));
  return [...categories, ...[...own].sort().map((id) => ({ id, label: categoryLabel(id) }))];
}

function keyOf({ fact, category, expression }: BeliefPair): string {
  return [fact, category, expression].join("\u0000");
}
