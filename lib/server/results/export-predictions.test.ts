import { beforeAll, describe, expect, it } from "vitest";
import { readPredictionRow } from "@/lib/domain/interchange/read-prediction-row.ts";
import { formatTiedKey } from "@/lib/domain/items/tied-answer.ts";
import { buildCells } from "@/lib/domain/results/model/cells.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { installation } from "../platform/access/access.ts";
import { exportStudy } from "../studies/export/export-study.ts";
import { loadResults } from "./load-results.ts";

withTestDatabase();

async function predictionsOf(study: MadeStudy) {
  let text = "";
  await exportStudy(study, { format: "bundle", level: "coded", forSpreadsheet: false }, async ({ name, chunks }) => {
    for await (const chunk of chunks) if (name === "predictions.jsonl") text += chunk;
  });
  return text.trimEnd().split("\n");
}

async function importInto(study: MadeStudy, text: string) {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const { projectId, benchmarkId } = study;
  return importPredictions({
    projectId,
    benchmarkId,
    source: "test",
    actorId: null,
    ...makeImportSource("p", bytes()),
  });
}

describe("the predictions of a bundle", () => {
  let study: MadeStudy;
  let lines: string[];
  beforeAll(async () => {
    study = await makeStudy();
    const rows = [
      { model: "M", item: "item-0", condition: { prompt: "human", questionOrder: "true-false" }, answer: true },
      {
        model: "M",
        item: "item-1",
        condition: { prompt: "human", questionOrder: "true-false" },
        logprobs: { True: -1, False: -1 },
      },
      {
        model: "M",
        item: "item-1",
        condition: { prompt: "human", questionOrder: "true-false" },
        repeat: 1,
        output: "Who knows?",
      },
    ];
    await importInto(study, rows.map((row) => JSON.stringify(row)).join("\n"));
    lines = await predictionsOf(study);
  });

  it("say to which series they belong, what was found of their texts, and whether they count", async () => {
    const page = await loadResults(installation, study.id, defaultResultsQuery);
    const { results } = page!;
    const found = lines.map((line) => JSON.parse(line));
    expect(found).toMatchObject([
      { format: "parallax-predictions/2", source: "test", item: "item-0", read: "true", counted: true },
      { item: "item-1", read: formatTiedKey(["true", "false"]), counted: true },
      { item: "item-1", repeat: 1, counted: true },
    ]);
    expect(found[2].read).toBeUndefined();
    const series = results.series.map(({ id }) => id);
    const conditions = [...new Set(results.answers.map(({ conditionId }) => conditionId))].sort();
    for (const line of found) {
      expect(series).toContain(line.series);
      expect(line.beside.map(({ condition }: { condition: string }) => condition).sort()).toEqual(conditions);
      expect(line.parity).toBe(results.answers.find(({ itemId }) => itemId !== "")!.parity);
    }
    const tied = buildCells(results, "half").flatMap(({ models }) => [...models.values()]);
    expect(tied.some(({ mean, unparsed }) => mean === 0.25 && unparsed === 1)).toBe(true);
  });

  it("can be imported somewhere else, a tie as a tie", async () => {
    for (const line of lines) expect(readPredictionRow(line)).toMatchObject({ ok: true, row: { model: "M" } });
    const elsewhere = await makeStudy();
    await importInto(elsewhere, lines.join("\n"));
    const again = (await predictionsOf(elsewhere)).map((line) => JSON.parse(line).read);
    expect(again).toEqual(lines.map((line) => JSON.parse(line).read));
  });
});
