import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { renderPrompt } from "@/lib/domain/items/stimulus.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../items/import-items.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { pool } from "../platform/database/pool.ts";
import { importPredictions } from "./import-predictions.ts";

withTestDatabase();

let made: MadeStudy;
beforeAll(async () => {
  made = await makeStudy({ open: false });
});

async function* bytesOf(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof text === "string" ? Buffer.from(text) : text;
}

function importRows(rows: readonly (object | string)[], source = "test", benchmarkId = made.benchmarkId) {
  const text = rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n");
  return importPredictions({
    projectId: made.projectId,
    benchmarkId,
    source,
    actorId: null,
    ...makeImportSource("predictions.jsonl", bytesOf(text)),
  });
}

const condition = { story: "no-story", questionOrder: "true-false", prompt: "human" };
const row = (model: string, changes: object = {}) => ({ model, item: "item-0", condition, answer: true, ...changes });

/** The factory's items, as prompts need them. */
const item = (number: number, text = `Ana told Ben the number ${number}.`) => ({
  kind: "true-false",
  story: { title: `Story ${number}`, genre: "", text },
  text: `Ben knows the number ${number}.`,
  options: [],
});

async function stored(model: string) {
  const { rows } = await pool().query(
    `SELECT item.external_id AS item, item.version, prediction.condition_key, prediction.repeat, prediction.answer,
       prediction.answer_key, prediction.parity
     FROM prediction JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id
     JOIN item_version AS item ON item.id = prediction.item_version_id
     WHERE model.name = $1 ORDER BY item.external_id, item.version, prediction.condition_key, prediction.repeat`,
    [model],
  );
  return rows;
}

describe("importing predictions", () => {
  it("takes the demo's models: answers by the rule of MoToMQA, two models with proven prompts, one without", async () => {
    const read = (name: string) => readFileSync(new URL(`../../../content/demo/${name}`, import.meta.url));
    const { benchmarkId } = await importItems({
      projectId: made.projectId,
      benchmarkName: "Demo",
      actorId: null,
      ...makeImportSource("items.jsonl", bytesOf(read("items.jsonl"))),
    });
    const file = read("predictions.jsonl").toString();
    const first = await importRows([file], "demo", benchmarkId);
    expect(first).toMatchObject({
      rows: 1_680,
      inserted: 1_680,
      rejected: 0,
      withoutAnswer: 0,
      parity: { verified: 1_120, mismatch: 0, unverified: 560 },
    });
    expect(first.models).toHaveLength(3);
    expect(await importRows([file], "demo", benchmarkId)).toMatchObject({ rows: 1_680, inserted: 0, unchanged: 1_680 });
  });

  it("computes an answer from log-probabilities and keeps a refusal as no answer", async () => {
    const report = await importRows([
      row("computed", { answer: undefined, logprobs: { False: -0.9, True: -1.1, true: -1.2 } }),
      row("computed", { answer: undefined, output: "I cannot say.", repeat: 1 }),
    ]);
    expect(report).toMatchObject({ rows: 2, inserted: 2, withoutAnswer: 1 });
    expect(await stored("computed")).toMatchObject([
      { repeat: 0, answer: { choice: "true" }, answer_key: "true" },
      { repeat: 1, answer: null, answer_key: null },
    ]);
  });

  it("says who was shown the same, and finds the version that a prompt proves", async () => {
    const edited = JSON.stringify({
      id: "item-2",
      kind: "true-false",
      story: { id: "story-2", title: "Story 2", text: "Ana told Ben the number 2, twice." },
      text: "Ben knows the number 2.",
      gold: true,
    });
    const benchmarkName = `Benchmark of ${made.slug}`;
    const old = renderPrompt(item(2), condition);
    const before = await importRows([row("early", { item: "item-2" }), row("early", { item: "item-3" })]);
    expect(before).toMatchObject({ inserted: 2 });
    await importItems({
      projectId: made.projectId,
      benchmarkName,
      actorId: null,
      ...makeImportSource("edited.jsonl", bytesOf(edited)),
    });
    await importRows([
      row("seer", { item: "item-2", prompt: old }),
      row("seer", { item: "item-2", repeat: 1, prompt: old.replace("told", "sold") }),
      row("seer", { item: "item-2", repeat: 2 }),
    ]);
    expect(await stored("seer")).toMatchObject([
      { version: 1, repeat: 0, parity: "verified" },
      { version: 2, repeat: 1, parity: "mismatch" },
      { version: 2, repeat: 2, parity: "unverified" },
    ]);
    // What was stored before the edit is not stored again under the new version.
    expect(await importRows([row("early", { item: "item-2" })])).toMatchObject({ inserted: 0, unchanged: 1 });
  });

  it("rejects unknown items, contradictions and broken lines with line and field, and takes the rest", async () => {
    const report = await importRows([
      row("strict"),
      row("strict", { item: "item-99" }),
      row("strict", { answer: false }),
      row("strict"),
      row("strict", { answer: "maybe", repeat: 1 }),
      row("strict", { answer: undefined, repeat: 1 }),
      '{"model":"strict","item":"item-0","__proto__":{"x":1},"answer":true}',
      "{nonsense",
      row("strict", { item: "item-1", output: "a\u0000b" }),
      row("strict", { item: "item-1" }),
    ]);
    expect(report).toMatchObject({ rows: 10, inserted: 2, unchanged: 1, rejected: 7 });
    expect(report.rejections.map(({ line, field }) => [line, field])).toEqual([
      [2, "item"],
      [3, "answer"],
      [5, "answer"],
      [6, "answer"],
      [7, expect.any(String)],
      [8, ""],
      [9, "output"],
    ]);
    // Another source is another evaluation.
    expect(await importRows([row("strict", { answer: false })], "second")).toMatchObject({ inserted: 1 });
  });

  it("makes no model for a file of which nothing is taken", async () => {
    await importRows([row("ghost", { item: "nowhere" })]);
    const { rows } = await pool().query("SELECT 1 FROM model WHERE name = 'ghost'");
    expect(rows).toEqual([]);
  });

  it("lets two copies of a file arrive at once", async () => {
    const rows = Array.from({ length: 40 }, (_, repeat) => row("twin", { repeat }));
    const reports = await Promise.all([importRows(rows), importRows(rows)]);
    expect(reports.map(({ inserted }) => inserted).sort((a, b) => a - b)).toEqual([0, 40]);
  });

  it("streams: a run of many batches is counted exactly", async () => {
    const rows = Array.from({ length: 1_700 }, (_, repeat) => row("many", { repeat: repeat % 1_600 }));
    expect(await importRows(rows)).toMatchObject({ rows: 1_700, inserted: 1_600, unchanged: 100 });
  });
});
