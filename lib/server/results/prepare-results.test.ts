import { expect, it } from "vitest";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { sampleItem } from "@/lib/domain/results/model/sample-item.ts";
import { noUnmatched, type StudyResults } from "@/lib/domain/results/model/study-results.ts";
import { dataStatus } from "@/lib/domain/results/plan/result-status.ts";
import { prepareResultsPage } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import { prepareResults } from "./prepare-results.ts";

const items = Array.from({ length: 210 }, (_, index) =>
  sampleItem({ id: `i${index}`, storyId: `s${index % 30}`, attributes: { type: "tom", order: 2 + (index % 4) } }),
);
const data = { shown: "current" as const, locks: [], hasEnded: false, filled: 0, planned: 0, reversals: 0 };

/** Twelve people for each item, and models that differ in the items that they answer wrongly. */
function resultsOf(models: number): StudyResults {
  const names = Array.from({ length: models }, (_, index) => `m${index}`);
  return {
    items,
    conditions: [{ id: "c", levels: {}, label: "plain" }],
    counts: items.flatMap(({ id }, index) => [
      { itemId: id, conditionId: "c", answerKey: "true", count: index % 5 === 0 ? 4 : 9 },
      { itemId: id, conditionId: "c", answerKey: "false", count: index % 5 === 0 ? 8 : 3 },
    ]),
    series: names.map((id) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false })),
    answers: names.flatMap((seriesId, model) =>
      items.map(({ id }, index) => {
        const answerKey = index % (model + 3) === 0 ? "false" : "true";
        const given = [{ answerKey, count: 1 }];
        const cell = { seriesId, itemId: id, conditionId: "c" };
        return { ...cell, answerKey, repeats: 1, given, unparsed: 0, parity: "verified" as const };
      }),
    ),
    unmatched: noUnmatched,
  };
}

it.each([
  ["on the event loop", 2],
  ["in a thread", 10],
])("computes a results page %s (%i models) as the domain does", async (_where, models) => {
  const results = resultsOf(models);
  const query = { ...defaultResultsQuery, sort: "gap" as const, page: 2 };
  const found = await prepareResults({ study: { id: "" }, results, plan: null, stage: "main", data }, query);
  expect(found).toEqual(prepareResultsPage(results, query, null, null, dataStatus("main", data)));
  expect(found.comparisons.models).toHaveLength(models);
  expect(found.cells.length).toBeGreaterThan(0);
});
