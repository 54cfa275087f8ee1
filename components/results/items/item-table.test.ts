import { createElement } from "react";
import { expect, it } from "vitest";
import { drawnMarkup } from "@/components/testing/drawn-markup.ts";
import { buildCells } from "@/lib/domain/results/model/cells.ts";
import { sampleItem } from "@/lib/domain/results/model/sample-item.ts";
import { noUnmatched, type ResultItem } from "@/lib/domain/results/model/study-results.ts";
import { ItemResultTable } from "./item-table.tsx";

async function shown(item: ResultItem, given: Record<string, number>): Promise<string> {
  const condition = { id: "c", levels: {}, label: "plain" };
  const counts = Object.entries(given).map(([answerKey, count]) => ({
    ...{ itemId: item.id, conditionId: "c" },
    answerKey,
    count,
  }));
  const answer = { answerKey: Object.keys(given)[0]!, repeats: 1, unparsed: 0, parity: "verified" as const };
  const cells = buildCells(
    {
      items: [item],
      conditions: [condition],
      counts,
      series: [{ id: "m", modelId: "m", model: "M", source: "", rest: "", isDemo: false }],
      answers: [
        {
          ...{ seriesId: "m", itemId: item.id, conditionId: "c" },
          ...answer,
          given: [{ answerKey: answer.answerKey, count: 1 }],
        },
      ],
      unmatched: noUnmatched,
    },
    "half",
  );
  const series = [{ id: "m", label: "M" }];
  return drawnMarkup(createElement(ItemResultTable, { cells, series, hrefOf: () => "/item" }));
}

it("counts answers in people's own words, and never shows the fingerprints by which they are stored", async () => {
  const item = sampleItem({ id: "i", kind: "open-text", options: [], rightAnswers: [] });
  const markup = await shown(item, { "text-4e07": 1, "text-99aa": 2 });
  expect(markup).toContain("3 answers, 2 distinct");
  expect(markup).toContain("answered");
  expect(markup).not.toMatch(/text-4e07|text-99aa/u);
});

it("shows the options as people saw them", async () => {
  const options = ["Ana", "Ben"].map((label, index) => ({ value: `option-${index}`, label }));
  const item = sampleItem({ id: "i", kind: "choice", options, rightAnswers: ["option-1"] });
  expect(await shown(item, { "option-0": 1, "option-1": 4 })).toContain("1 Ana, 4 Ben");
});

it("separates a number in a label from the count", async () => {
  const options = ["1 Disagree", "2 Neither", "3 Agree"].map((label, index) => ({ value: String(index + 1), label }));
  const item = sampleItem({ id: "i", options, rightAnswers: [] });
  const markup = await shown(item, { 1: 3, 3: 1 });
  expect(markup).toContain("1 Disagree: 3, 2 Neither: 0, 3 Agree: 1");
  expect(markup).toContain("median");
});
