import { expect, it } from "vitest";
import { sampleItem } from "@/lib/domain/results/model/sample-item.ts";
import { noUnmatched, type StudyResults } from "@/lib/domain/results/model/study-results.ts";
import { prepareCellMaterial } from "@/lib/domain/results/views/cell-material.ts";
import { cellView } from "@/lib/domain/results/views/cell-views.ts";
import { computeCellView } from "./cell-in-worker.ts";

const items = Array.from({ length: 40 }, (_, index) =>
  sampleItem({ id: `i${index}`, name: `item-${index}`, storyId: `s${index % 8}`, attributes: { level: index % 3 } }),
);
const models = Array.from({ length: 6 }, (_, index) => `m${index}`);
const results: StudyResults = {
  items,
  conditions: [{ id: "story=story", levels: { story: "story" }, label: "story" }],
  counts: items.map(({ id }, index) => ({
    itemId: id,
    conditionId: "story=story",
    answerKey: index % 4 === 0 ? "false" : "true",
    count: 12,
  })),
  series: models.map((id) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false })),
  answers: models.flatMap((seriesId, model) =>
    items.map(({ id }, index) => ({
      seriesId,
      itemId: id,
      conditionId: "story=story",
      answerKey: "true",
      repeats: 1,
      given: [{ answerKey: (index + model) % 3 === 0 ? "false" : "true", count: 1 }],
      unparsed: 0,
      parity: "verified" as const,
    })),
  ),
  unmatched: noUnmatched,
};
const rules = { ties: "half", unparsed: "wrong", withMismatches: false } as const;

it("computes a view in a thread, with the result that the process itself would have, and says how far it is", async () => {
  for (const id of ["accuracy", "interactions"] as const) {
    const work = { id, results, details: new Map(), by: "level", rules, planned: null };
    const shares: number[] = [];
    const found = await computeCellView(work, async (share) => {
      shares.push(share);
    });
    expect(found).toEqual(cellView(id, prepareCellMaterial(results, new Map(), "level", rules)));
    expect(found.tables.length).toBeGreaterThan(0);
    expect(shares).toEqual(shares.toSorted((left, right) => left - right));
    expect(shares.length > 0).toBe(id === "interactions");
  }
});
