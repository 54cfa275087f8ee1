import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { keepAlphanumeric } from "../../domain/release/release-dataset.ts";
import { makeImportSource } from "../../server/items/import-lines.ts";
import { importPredictions } from "../../server/models/import-predictions.ts";
import { accuracyPath, csvRows } from "../../server/release/release-numbers.ts";
import { main } from "../main.ts";

withTestDatabase();

/** Texts that readers of CSV tend to change. */
const awkwardTexts = [
  'a,b "q"\nline\n\ttab; end',
  "007",
  "NA",
  "null",
  "TRUE",
  "1e5",
  "=1+1",
  "'quoted'",
  "ΑΒΓ 中文 עברית 😀",
];

const tableKeys = {
  participants: ["participant"],
  responses: ["participant", "position", "revision"],
  wide: ["participant"],
  items: ["item"],
};

let folder = "";
let slug = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-read-back-"));
  const study = await makeStudy({ lines: itemLines(), design: { perStratumItem: 4 } });
  slug = study.slug;
  for (const explanation of awkwardTexts) {
    const walker = await startWalker(study);
    await walkTo(walker, 4, { choice: "true" });
    await walker.post(5, { explanation });
  }
  const lines = [
    { model: "0012", item: "000", condition: { prompt: "human" }, answer: true },
    { model: "0012", item: "001", condition: { prompt: "human" }, output: awkwardTexts[0] },
  ];
  const bytes = async function* () {
    yield Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
  };
  await importPredictions({
    projectId: study.projectId,
    benchmarkId: study.benchmarkId,
    source: "00",
    actorId: null,
    ...makeImportSource("p.jsonl", bytes()),
  });
  const description = {
    title: "Short stories",
    summary: "Adults judge statements.",
    version: "1.0.0",
    published: "2026-11-23",
    authors: [{ given: "Ann", family: "Example" }],
    licence: "CC-BY-4.0",
  };
  await writeFile(join(folder, "description.json"), JSON.stringify(description));
  const args = ["release", slug, "--description", join(folder, "description.json"), "--out", join(folder, "out")];
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const io = { stdin: Readable.from([]), stdout, stderr };
  const code = await main([...args, "--level", "coded", "--reason", "A test."], io);
  stdout.end();
  expect(code, Buffer.concat(await stdout.toArray()).toString()).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

async function* itemLines(): AsyncGenerator<string> {
  for (let number = 0; number < 4; number += 1) {
    const text = `${awkwardTexts[0]} ${awkwardTexts.at(-1)} ${number}`;
    yield JSON.stringify({
      id: `00${number}`,
      kind: "true-false",
      story: { id: `0${number}`, title: text, text },
      text,
      gold: number % 2 === 0,
      attributes: { code: `0${number}`, label: awkwardTexts[number + 1] },
    });
  }
}

const csvOf = (table: string) => `data/study-${keepAlphanumeric(slug)}_description-${table}_data.csv`;

type Row = Record<string, unknown>;

/** The rows of a Parquet file with all values as text, as the CSV file writes them, except missing and empty texts. */
async function parquetRows(table: string): Promise<Row[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  const from = `read_parquet('${join(folder, "out/parquet", table, "test.parquet")}')`;
  const described = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)).getRowObjects();
  const columns = described.map(({ column_name: name, column_type: type }) =>
    String(type).startsWith("TIMESTAMP")
      ? `strftime("${name}", '%Y-%m-%dT%H:%M:%S.%gZ') AS "${name}"`
      : `nullif("${name}"::VARCHAR, '') AS "${name}"`,
  );
  return (await connection.runAndReadAll(`SELECT ${columns.join(", ")} FROM ${from}`)).getRowObjects() as Row[];
}

/** Runs a script in the folder of the release; null, with a message, where the program or its packages are missing. */
function runIn(programs: readonly string[], probe: readonly string[], args: readonly string[]): string | null {
  const cwd = join(folder, "out");
  const program = programs.find((name) => spawnSync(name, probe, { cwd }).status === 0);
  if (!program) {
    console.log(`${programs.join(", ")} is not installed with the packages: not read with it.`);
    return null;
  }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return stdout;
}

const pythons = ["python3", "/usr/bin/python3"];
const runPandas = (...args: string[]) => runIn(pythons, ["-c", "import pandas"], args);
const runR = (...args: string[]) => runIn(["Rscript"], ["-e", "library(jsonlite)"], args);

const pandasReader = `import json, pandas, sys
table = pandas.read_csv(sys.argv[1], dtype=str, keep_default_na=False, na_values=[""])
print(json.dumps(table.astype(object).where(table.notna(), None).to_dict("records")))`;

const rReader = `table <- read.csv(commandArgs(TRUE)[1], colClasses = "character", na.strings = "", check.names = FALSE)
cat(jsonlite::toJSON(table, na = "null"))`;

it.each(["participants", "responses", "wide", "items", "models"])(
  "pandas and R read the CSV file of %s with the values of its Parquet file",
  async (table) => {
    const expected = await parquetRows(table);
    expect(expected.length).toBeGreaterThan(1);
    const withPandas = runPandas("-c", pandasReader, csvOf(table));
    if (withPandas) expect(JSON.parse(withPandas)).toEqual(expected);
    const withR = runR("-e", rReader, csvOf(table));
    if (withR) expect(JSON.parse(withR)).toEqual(expected);
  },
);

it("changes no text that a participant, a researcher or a model wrote", async () => {
  const responses = await parquetRows("responses");
  expect(responses.map(({ explanation }) => explanation).sort()).toEqual([...awkwardTexts].sort());
  const items = await parquetRows("items");
  expect(items.map(({ item, item_code, item_label, text }) => [item, item_code, item_label, text])).toEqual(
    [0, 1, 2, 3].map((number) => [
      `00${number}`,
      `0${number}`,
      awkwardTexts[number + 1],
      `${awkwardTexts[0]} ${awkwardTexts.at(-1)} ${number}`,
    ]),
  );
  const models = await parquetRows("models");
  expect(models).toMatchObject([
    { model: "0012", source: "00", item: "000", read: "true", output: null },
    { model: "0012", source: "00", item: "001", read: null, output: awkwardTexts[0] },
  ]);
});

it("names the key columns of its tables in the Croissant metadata, and they identify a row", async () => {
  const { recordSet } = JSON.parse(await readFile(join(folder, "out/croissant.json"), "utf8"));
  for (const [table, key] of Object.entries(tableKeys)) {
    const set = recordSet.find((one: Row) => one["@id"] === table);
    expect([set.key].flat().map((field: Row) => field["@id"])).toEqual(key.map((name) => `${table}/${name}`));
    const rows = await parquetRows(table);
    expect(new Set(rows.map((row) => JSON.stringify(key.map((name) => row[name])))).size, table).toBe(rows.length);
  }
  const responses = recordSet.find((one: Row) => one["@id"] === "responses");
  const references = responses.field.flatMap((field: Row) =>
    field.references ? [[field.name, field.references]] : [],
  );
  expect(references).toEqual([
    ["participant", { field: { "@id": "participants/participant" } }],
    ["item", { field: { "@id": "items/item" } }],
  ]);
});

it("has starter scripts that pandas and R run, with the published accuracies", async () => {
  const published: unknown[][] = [];
  for await (const { kind, condition, n, accuracy } of csvRows(join(folder, "out", accuracyPath)))
    if (kind === "people" && condition) published.push([condition, Number(n), Number(accuracy)]);
  expect(published.length).toBeGreaterThan(1);
  const withPandas = runPandas("start.py");
  const rows = withPandas
    ?.trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
  if (rows) expect(rows.map(([condition, n, accuracy]) => [condition, Number(n), Number(accuracy)])).toEqual(published);
  const withR = runR("start.R");
  for (const [condition, n] of withR ? published : []) expect(withR).toMatch(new RegExp(`${condition} +${n}\\.`));
});
