import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCollection } from "@/prisma/factories/make-collection.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { sentiment } from "../../domain/tasks/templates/classification.ts";
import { makeImportSource } from "../../server/items/import-lines.ts";
import { importPredictions } from "../../server/models/import-predictions.ts";
import { pool } from "../../server/platform/database/pool.ts";
import { main } from "../main.ts";

withTestDatabase();

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-release-tables-"));
  const description = {
    title: "A benchmark",
    summary: "Items with keys.",
    version: "1.0.0",
    published: "2026-11-27",
    authors: [{ given: "Ann", family: "Example" }],
    licence: "CC-BY-4.0",
  };
  await writeFile(join(folder, "description.json"), JSON.stringify(description));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(args, { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  stderr.end();
  const text = async (stream: PassThrough) => Buffer.concat(await stream.toArray()).toString();
  return { code, out: await text(stdout), error: await text(stderr) };
}

const release = (subject: string, out: string, ...more: string[]) =>
  run("release", subject, "--description", join(folder, "description.json"), "--out", join(folder, out), ...more);

async function rowsOf(out: string, table: string) {
  const connection = await (await DuckDBInstance.create()).connect();
  const result = await connection.runAndReadAll(
    `SELECT * FROM read_parquet('${join(folder, out)}/parquet/${table}/test.parquet')`,
  );
  return result.getRowObjects();
}

describe("parallax release of a benchmark", () => {
  it("writes its items and the answers of models; the folder verifies", async () => {
    const study = await makeStudy();
    const line = JSON.stringify({ model: "M", item: "item-0", condition: { prompt: "human" }, answer: true });
    const bytes = async function* () {
      yield Buffer.from(line);
    };
    await importPredictions({
      projectId: study.projectId,
      benchmarkId: study.benchmarkId,
      source: "test",
      actorId: null,
      ...makeImportSource("p.jsonl", bytes()),
    });
    const written = await release(study.benchmarkId, "benchmark");
    expect(written).toMatchObject({ code: 0 });
    expect(written.out).toMatch(/items: 4 records\nmodels: 1 records/);
    expect(await rowsOf("benchmark", "items")).toMatchObject([{ item: "item-0" }, {}, {}, {}]);
    expect(await rowsOf("benchmark", "models")).toMatchObject([
      { model: "M", item: "item-0", condition: "prompt=human" },
    ]);
    const card = await readFile(join(folder, "benchmark", "README.md"), "utf8");
    expect(card).toContain("4 items in the newest version, with the keys. Answers of 1 model are included: M.");
    expect(card).not.toContain("of the study");
    expect(card).not.toContain("qualtrics");
    const verified = await run("verify", join(folder, "benchmark"));
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.out).toContain("and 12 numbers verified, 0 problems");
    const accuracies = await readFile(join(folder, "benchmark", "results/accuracy.csv"), "utf8");
    expect(accuracies).toMatch(/\nmodel,M,"",[^,]*,1,1,1,/);
    const { rows } = await pool().query("SELECT subject_id FROM audit_event WHERE action = 'benchmark.release'");
    expect(rows).toEqual([{ subject_id: study.benchmarkId }]);
  });

  it("only checks in a dry run", async () => {
    const { benchmarkId } = await makeStudy();
    const checked = await release(benchmarkId, "dry", "--dry-run");
    expect(checked).toMatchObject({ code: 0 });
    expect(checked.out).toContain("Nothing was written");
  });
});

describe("parallax release of a collection", () => {
  it("writes the answers of every annotator of a task, numbered", async () => {
    const collection = await makeSchemaCollection(sentiment.document, [
      { id: "a", fields: { text: "Good." } },
      { id: "b", fields: { text: "Bad." } },
    ]);
    const annotator = await collection.annotator();
    await giveAnswers(annotator, await schemaTaskOf(annotator, collection), { sentiment: "positive" });
    expect(await release(collection.id, "task")).toMatchObject({ code: 0 });
    expect(await rowsOf("task", "items")).toHaveLength(2);
    const annotations = await rowsOf("task", "annotations");
    expect(annotations).toMatchObject([{ annotator: "annotator-1" }]);
    expect(
      JSON.stringify(annotations, (_key, value) => (typeof value === "bigint" ? Number(value) : value)),
    ).not.toContain(annotator.userId);
    expect(JSON.parse(await readFile(join(folder, "task", "documentation/task-schema.json"), "utf8"))).toBeTruthy();
    expect(await run("verify", join(folder, "task"))).toMatchObject({ code: 0 });
  });

  it("writes the accepted items of a collection of stories", async () => {
    const { id } = await makeCollection();
    const written = await release(id, "stories");
    expect(written).toMatchObject({ code: 0 });
    expect(written.out).toContain("items: 0 records");
    expect(await run("verify", join(folder, "stories"))).toMatchObject({ code: 0 });
  });
});
