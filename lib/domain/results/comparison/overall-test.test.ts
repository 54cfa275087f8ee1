import { expect, it } from "vitest";
import { buildCells } from "../model/cells.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { modelComparisonsView } from "../views/models/models-view.ts";
import { compareModels } from "./compare-models.ts";

it("tests people's majority and all models together by Cochran's Q", () => {
  // Six items: people right on all, "one" on the first 4, "two" on the last 2.
  const right = { people: [1, 1, 1, 1, 1, 1], one: [1, 1, 1, 1, 0, 0], two: [0, 0, 0, 0, 1, 1] };
  const items = right.people.map((_, index) => sampleItem({ id: `i${index}`, storyId: `s${index}` }));
  const said = (isRight: number | undefined) => (isRight ? "true" : "false");
  const results: StudyResults = {
    conditions: [{ id: "c", levels: {}, label: "c" }],
    items,
    counts: items.map(({ id }) => ({ itemId: id, conditionId: "c", answerKey: "true", count: 12 })),
    series: ["one", "two"].map((id) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false })),
    answers: (["one", "two"] as const).flatMap((seriesId) =>
      items.map(({ id: itemId }, index) => {
        const answerKey = said(right[seriesId][index]);
        const given = [{ answerKey, count: 1 }];
        return { seriesId, itemId, conditionId: "c", answerKey, repeats: 1, given, unparsed: 0, parity: "verified" };
      }),
    ),
    unmatched: noUnmatched,
  };
  const comparisons = compareModels(buildCells(results, "half"), results.series, {
    chance: 0.5,
    withMismatches: false,
  });
  // G = 6, 4, 2; L = 2 in every row: Q = 2 (3 * 56 - 144) / (3 * 12 - 24) = 4.
  expect(comparisons.overall).toMatchObject({ subjects: 3, n: 6, df: 2, columnTotals: [6, 4, 2] });
  expect(comparisons.overall!.statistic).toBeCloseTo(4, 12);
  expect(modelComparisonsView(comparisons).conclusions[0]).toContain(
    "Exploratory: Cochran’s Q over people’s majority and 2 models, 6 cells that all answered: Q(2) = 4.00, p",
  );
});
