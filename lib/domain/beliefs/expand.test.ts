import { describe, expect, it } from "vitest";
import { type Expression, expandTuple, formatExpression } from "./expand.ts";
import { sources, templates, tuples } from "./fixtures/load.ts";
import { categories } from "./typology.ts";

const expand = (index: number, seed: string | number, allTemplates = false): Expression[] =>
  [...expandTuple(tuples[index] as (typeof tuples)[number], templates, sources, { seed, allTemplates })].map(
    (result) => {
      if (!result.ok) throw new RangeError(result.message);
      return result.expression;
    },
  );

describe("expanding a fact", () => {
  it("gives one expression for each of the 19 categories, in order", () => {
    expect(expand(0, 1).map(({ category }) => category)).toEqual(categories.map(({ id }) => id));
  });

  it("gives every template when asked to", () => {
    expect(expand(0, 1, true)).toHaveLength([...templates.values()].flat().length);
  });

  it("depends on seed and fact, not on what was drawn before", () => {
    expect(expand(3, 7)).toEqual(expand(3, 7));
    expect(expand(3, 7)).not.toEqual(expand(3, 8));
    expect(expand(3, "7")).toEqual(expand(3, 7));
  });

  it("uses every template of a category about equally often", () => {
    const counts = new Map<number, number>();
    const tuple = tuples[0] as (typeof tuples)[number];
    for (let run = 0; run < 600; run += 1) {
      const asked = { seed: run, allTemplates: false };
      const [first] = expandTuple({ ...tuple, id: String(run) }, new Map([...templates].slice(0, 1)), sources, asked);
      if (first?.ok) counts.set(first.expression.templateIndex, (counts.get(first.expression.templateIndex) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(40);
  });

  it("quotes a source only where the template asks for one", () => {
    for (const { category, authoritySource, beliefSource } of expand(0, 1, true)) {
      expect(authoritySource !== null).toBe(category === "authority");
      expect(beliefSource !== null).toBe(category === "belief_reports");
    }
  });

  it("says so when no authority fits the relation", () => {
    const few = { ...sources, authoritiesByRelation: {}, otherAuthorities: [] };
    const results = [
      ...expandTuple(tuples[0] as (typeof tuples)[number], templates, few, { seed: 1, allTemplates: false }),
    ];
    expect(results.filter(({ ok }) => !ok)).toMatchObject([{ reason: "noAuthority" }]);
  });

  it("writes both yes/no queries and the open one beside the expression", () => {
    const row = formatExpression(expand(0, 1)[0] as Expression);
    expect(row).toMatchObject({
      dimension: "form",
      category: "explicit",
      prior_yes_query: "Is Steven Gould the author of Reflex?",
      ctx_yes_query: "Is Jack Finney the author of Reflex?",
      open_ended_query: "Who is the author of Reflex?",
    });
  });
});
