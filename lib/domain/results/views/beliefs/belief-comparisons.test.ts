import { describe, expect, it } from "vitest";
import { prepareBaseAgainstInstruct } from "../../../beliefs/prepare/base-against-instruct.ts";
import { comparePeople } from "../../../beliefs/scoring/compare-people.ts";
import { scoreModel } from "../../../beliefs/scoring/model-score.ts";
import type { BeliefPair } from "../../../beliefs/scoring/pair-table.ts";
import { categories } from "../../../beliefs/typology.ts";
import { exploratory } from "../../plan/result-status.ts";
import { listViewViolations, viewSchema } from "../view.ts";
import type { BeliefObserver } from "./belief-cells.ts";
import { beliefComparisons } from "./belief-comparisons.ts";

/**
 * Twelve facts under every category; each observer follows a number of them that depends on the index of the category.
 */
function observer(
  name: string,
  side: BeliefObserver["side"],
  tuning: BeliefObserver["tuning"],
  followed: (category: number) => number,
): BeliefObserver {
  const pairs = categories.flatMap(({ id, dimension }, category) =>
    Array.from(
      { length: 12 },
      (_, fact): BeliefPair => ({
        fact: `f${fact}`,
        dimension,
        category: id,
        expression: `${id} ${fact}`,
        repeat: 0,
        prior: "known",
        outcome: fact < followed(category) ? "context" : "memory",
        texts: null,
      }),
    ),
  );
  return { name, side, tuning, score: scoreModel(name, pairs, { rows: 0, contradicted: 0 }) };
}

const people = observer("People", "people", null, (category) => 3 + (category % 4));
const base = observer("F 8B", "models", "base", (category) => 6 + (category % 4));
const instruct = observer("F 8B instruct", "models", "instruct", (category) => 6 - (category % 4));
const all = [people, base, instruct];
const profiles = [base, instruct].map(({ name, tuning }) => ({ model: name, family: "F", sizeBillions: 8, tuning }));
const modelPairs = prepareBaseAgainstInstruct(
  [base.score, instruct.score],
  profiles as Parameters<typeof prepareBaseAgainstInstruct>[1],
  () => null,
);
const tableOf = (name: string) =>
  beliefComparisons(all, modelPairs, exploratory).tables.find((table) => table.name === name)!;

describe("tables and tests about expressions of belief", () => {
  it("show no number without n and an interval or the reason why there is none", () => {
    for (const view of [
      beliefComparisons(all, modelPairs, exploratory),
      beliefComparisons([base], [], exploratory),
      beliefComparisons([], [], exploratory),
    ]) {
      expect(listViewViolations(view)).toEqual([]);
      expect(viewSchema.parse(JSON.parse(JSON.stringify(view)))).toEqual(view);
    }
    expect(beliefComparisons([base], [], exploratory).sentences.join(" ")).toContain(
      "No study with people is selected",
    );
  });

  it("have every couple over all dimensions, base models alone, and everybody's rates", () => {
    expect(tableOf("model-pairs").rows).toHaveLength(5);
    expect(tableOf("base-only").rows.map(([who]) => who)).toMatchObject([{ text: "F 8B" }]);
    expect(tableOf("rates").rows.map(([who]) => who)).toMatchObject(all.map(({ name }) => ({ text: name })));
  });

  it("tell who has the profile of people, and who follows more than they do", () => {
    const [alike, opposite] = tableOf("profiles").rows;
    expect(alike![1]).toMatchObject({ value: expect.closeTo(1, 9), n: categories.length });
    expect(opposite![2]).toMatchObject({ value: expect.closeTo(-1, 9) });
  });

  it("test people against every model on the same expressions, and against one by category", () => {
    const pairsOf = (followed: number) =>
      Array.from(
        { length: 12 },
        (_, fact): BeliefPair => ({
          fact: `f${fact}`,
          dimension: "form",
          category: "imperative",
          expression: `${fact}`,
          repeat: 0,
          prior: "known",
          outcome: fact < followed ? "context" : "memory",
          texts: null,
        }),
      );
    const persons = Array.from({ length: 6 }, (_, person) =>
      pairsOf(2 + person).map((pair) => ({ ...pair, participant: `${person}` })),
    ).flat();
    const comparisons = [base, instruct].map(({ name }) => ({
      model: name,
      rows: comparePeople(persons, pairsOf(10)),
    }));
    const view = beliefComparisons(all, modelPairs, exploratory, null, { comparisons, chosen: instruct.name });
    expect(listViewViolations(view)).toEqual([]);
    const table = (name: string) => view.tables.find((one) => one.name === name)!;
    const [first] = table("people-against-models").rows;
    expect(first![2]).toMatchObject({ n: 72, value: expect.closeTo(-0.4583, 3), low: expect.any(Number) });
    expect(first![3]).toMatchObject({ kind: "test", p: expect.any(Number) });
    const rows = table("people-against-model-by-category").rows;
    expect(rows).toHaveLength(categories.length);
    expect(new Set(rows.map(([who]) => (who as { text: string }).text))).toEqual(new Set([instruct.name]));
    expect(view.conclusions.join(" ")).toContain("tests of people against models");
    expect(view.findings).not.toEqual([]);
    const interim = beliefComparisons(all, modelPairs, { kind: "interim" }, null, { comparisons, chosen: base.name });
    expect(interim.sentences[0]).toMatch(/^Interim: the data are not locked/);
    expect(interim.conclusions).toEqual([]);
    expect(interim.findings).toEqual([]);
    expect(interim.tables.flatMap(({ rows }) => rows.flat()).filter(({ kind }) => kind === "test")).toEqual([]);
    const [estimate] = interim.tables.find(({ name }) => name === "people-against-models")!.rows;
    expect(estimate![2]).toMatchObject({ value: expect.closeTo(-0.4583, 3), low: expect.any(Number) });
    // Nothing is tested where no one decided.
    expect(rows.filter(([, , , cell]) => (cell as { p: number | null }).p !== null)).toHaveLength(1);
  });

  it("print no p where two or three answers are all there is to compare", () => {
    const pairsOf = (outcomes: readonly BeliefPair["outcome"][]) =>
      outcomes.map((outcome, fact): BeliefPair => {
        const expression = `${fact}`;
        return {
          fact: `f${fact}`,
          dimension: "form",
          category: "imperative",
          expression,
          repeat: 0,
          prior: "known",
          outcome,
          texts: null,
        };
      });
    for (const outcomes of [
      ["context", "memory"],
      ["context", "context", "memory"],
    ] as const) {
      const persons = pairsOf(outcomes).map((pair, person) => ({ ...pair, participant: `${person}` }));
      const rows = comparePeople(persons, pairsOf(outcomes.map(() => "memory")));
      const view = beliefComparisons(all, modelPairs, exploratory, null, {
        comparisons: [{ model: base.name, rows }],
        chosen: base.name,
      });
      const cells = view.tables
        .filter(({ name }) => name.startsWith("people-against-model"))
        .flatMap((table) => table.rows.map((row) => row[3] as { p: number | null }));
      expect(cells.length).toBeGreaterThan(categories.length);
      expect(cells.every(({ p }) => p === null)).toBe(true);
    }
  });

  it("tell how alike models rank the categories, among base or instruct models alone too", () => {
    const third = observer("F 1B", "models", "base", (category) => 5 + (category % 4));
    const correlations = (among: "all" | "base") =>
      beliefComparisons([...all, third], [], exploratory, null, { among }).tables.find(
        ({ name }) => name === "rank-correlations",
      )!;
    expect(correlations("all").rows).toHaveLength(3);
    expect(correlations("base").rows.map(([, mean]) => mean)).toMatchObject([
      { value: expect.closeTo(1, 9), n: 1 },
      { value: expect.closeTo(1, 9), n: 1 },
    ]);
    const [ofBase] = correlations("all").rows;
    expect(ofBase![2]).toMatchObject({ value: expect.closeTo(-1, 9) });
    expect(ofBase![3]).toMatchObject({ text: instruct.name });
  });
});
