import { describe, expect, it } from "vitest";
import { reviewAnalysisPlan } from "../results/plan/analysis-plan.ts";
import { presetPlan } from "../results/plan/preset-plans.ts";
import { paperPlan } from "./paper-plans.ts";
import { replicatedPapers } from "./papers.ts";

const everyAttribute = new Set(["type", "label", "order", "setup", "category"]);

describe("the analysis plan of a replication", () => {
  const recipes = replicatedPapers.flatMap(({ studies }) => studies);

  it.each(recipes)("$preset, $name, has a primary outcome, and no contradiction", (recipe) => {
    for (const attributes of [everyAttribute, new Set<string>()]) {
      const plan = paperPlan(recipe, attributes)!;
      expect(reviewAnalysisPlan(plan)).toEqual([]);
      const primary = plan.family.tests.filter(({ role }) => role === "primary");
      expect(primary.map(({ kind }) => kind)).toEqual(["model-against-people"]);
    }
  });

  it("keeps the comparator and the policies of the preset", () => {
    const { comparator, ties, unparsed } = paperPlan({ preset: "street-2024" }, everyAttribute)!;
    expect({ comparator, ties, unparsed }).toMatchObject({ comparator: { kind: "majority" }, ties: "false" });
    expect(paperPlan({ preset: "kste-next-action" }, everyAttribute)?.unparsed).toBe(
      presetPlan("kste-next-action")?.unparsed,
    );
  });

  it("expresses the outcomes of Street et al.: ToM first, pairs of orders, ToM against facts, prompt and story apart", () => {
    const { tests } = paperPlan({ preset: "street-2024" }, everyAttribute)!.family;
    expect(tests[0]).toMatchObject({ kind: "model-against-people", items: { attributes: { type: ["tom"] } } });
    expect(tests.filter(({ kind }) => kind === "levels").map(({ between }) => between)).toEqual([
      ["3", "4"],
      ["4", "5"],
      ["4", "6"],
    ]);
    const kinds = tests.map(({ kind }) => kind);
    for (const kind of ["tom-factual", "word-orders", "story-effect", "prompt-effect"]) expect(kinds).toContain(kind);
    const byLabel = paperPlan({ preset: "street-2024" }, new Set(["label"]))!.family.tests;
    expect(byLabel[0]?.items?.attributes?.label).toContain("ToM6f");
    expect(byLabel.map(({ kind }) => kind)).not.toContain("levels");
  });
});
