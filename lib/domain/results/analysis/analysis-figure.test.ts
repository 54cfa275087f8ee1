import { expect, it } from "vitest";
import { compareSides } from "../comparison/compare-sides.ts";
import { buildCells } from "../model/cells.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched } from "../model/study-results.ts";
import { exploratory } from "../plan/result-status.ts";
import { figureFile } from "../views/view-files.ts";
import { headlineFigure } from "./analysis-figure.ts";

const items = ["a", "b", "c"].map((id) => sampleItem({ id, storyId: id }));

function headlineFiles(mismatches: number) {
  const series = ["Reader", "Other"].map((model) => ({
    id: model,
    modelId: model,
    model,
    source: "",
    rest: "",
    isDemo: false,
  }));
  const answers = series.flatMap(({ id: seriesId, model }) =>
    items.map(({ id: itemId }, index) => ({
      seriesId,
      itemId,
      conditionId: "c",
      answerKey: "true",
      repeats: 1,
      given: [{ answerKey: "true", count: 1 }],
      unparsed: 0,
      parity: model === "Reader" && index < mismatches ? ("mismatch" as const) : ("verified" as const),
    })),
  );
  const results = {
    conditions: [{ id: "c", levels: {}, label: "plain" }],
    items,
    counts: items.map(({ id: itemId }) => ({ itemId, conditionId: "c", answerKey: "true", count: 9 })),
    series,
    answers,
    unmatched: noUnmatched,
  };
  const comparisons = compareSides(buildCells(results, "half"), series, {
    ties: "half",
    testTies: "false",
    withMismatches: true,
    leads: null,
  });
  const { figure, status } = headlineFigure(comparisons, [], exploratory, {});
  return (["svg", "vl.json"] as const).map((format) => figureFile(figure, format, status) ?? "");
}

it("warns in the file of the headline figure if a model answered another text than people", () => {
  for (const file of headlineFiles(2)) {
    const text = file.replaceAll(/<\/text>\s*<text[^>]*>/g, " ");
    expect(text).toContain("Reader: not the same text as for people in 2 answers.");
    expect(text).not.toContain("Other: not the same text");
  }
  for (const file of headlineFiles(0)) expect(file).not.toContain("not the same text");
});
