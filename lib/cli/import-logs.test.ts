import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { parserVersion } from "../domain/models/read-output/reading.ts";
import { pool } from "../server/platform/database/pool.ts";
import { main } from "./main.ts";

withTestDatabase();

let folder = "";
const logs = new URL("../domain/interchange/model-logs/fixtures/", import.meta.url).pathname;

/** The questions of the harness's logs as items, under ids of their own. */
function itemsOfLogs(): string {
  const docs = ["lm-eval-choices.jsonl", "lm-eval-texts.jsonl"].flatMap((name) =>
    readFileSync(join(logs, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).doc),
  );
  const byIndex = new Map(docs.map((doc) => [doc.index, doc]));
  return [...byIndex.values()]
    .map(({ index, premise, hypothesis, label }) =>
      JSON.stringify({
        id: `mg-${index}`,
        kind: "true-false",
        story: { id: `p-${index}`, text: premise },
        text: hypothesis,
        gold: label === "entailment",
      }),
    )
    .join("\n");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-import-logs-"));
  await pool().query("INSERT INTO project (id, name, slug) VALUES (gen_random_uuid(), 'First', 'first')");
  expect(await run(["import", "items", "-", "--benchmark", "MG"], itemsOfLogs())).toMatchObject({ code: 0 });
});
afterAll(() => rm(folder, { recursive: true }));

async function run(args: string[], input = "") {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(args, { stdin: Readable.from([input]), stdout, stderr });
  stdout.end();
  stderr.end();
  const text = async (stream: PassThrough) => Buffer.concat(await stream.toArray()).toString();
  return { code, out: await text(stdout), error: await text(stderr) };
}

async function predictions() {
  const { rows } = await pool().query(
    `SELECT answer_key, read_from, reader_version, reading_rule, parity FROM prediction ORDER BY answer_key`,
  );
  return rows;
}

describe("parallax import predictions with logs of other tools", () => {
  const texts = join(logs, "lm-eval-texts.jsonl");

  it("shows in a dry run what it would do, and stores nothing", async () => {
    const result = await run(["import", "predictions", texts, "--dry-run", "--json"]);
    expect(result).toMatchObject({ code: 0, error: "" });
    expect(JSON.parse(result.out)).toMatchObject({
      format: "lm-eval",
      dryRun: true,
      matched: { id: 0, fingerprint: 0, text: 12 },
      rows: 12,
      inserted: 12,
      rejected: 0,
      models: ["example/model-1b"],
    });
    expect(await predictions()).toEqual([]);
    expect((await pool().query("SELECT FROM import_report WHERE kind = 'predictions'")).rows).toEqual([]);
  });

  it("matches samples to items by their text, reads the words once and stores how", async () => {
    expect(await run(["import", "predictions", texts])).toMatchObject({
      code: 0,
      out: expect.stringContaining("Read as lm-eval: 0 matched by id, 0 by fingerprint, 12 by text."),
    });
    const stored = await predictions();
    expect(stored).toHaveLength(12);
    expect(stored.at(-1)).toMatchObject({
      answer_key: null,
      read_from: null,
      reader_version: parserVersion,
      reading_rule: "hedge",
    });
    expect(stored[0]).toMatchObject({ read_from: "output", reader_version: parserVersion, parity: "mismatch" });
    expect(await run(["import", "predictions", texts])).toMatchObject({ out: expect.stringContaining("12 unchanged") });
  });

  it("takes choices by likelihood as they were scored", async () => {
    const result = await run([
      "import",
      "predictions",
      join(logs, "lm-eval-choices.jsonl"),
      "--source",
      "choices",
      "--json",
    ]);
    expect(JSON.parse(result.out)).toMatchObject({ rows: 24, inserted: 24, rejected: 0, withoutAnswer: 0 });
  });

  it("groups equal errors and names the lines", async () => {
    const file = join(folder, "strangers.csv");
    await writeFile(file, "id,response\nx,True\ny,False\nz,True\n");
    const result = await run(["import", "predictions", file, "--model", "m"]);
    expect(result).toMatchObject({
      code: 1,
      out: expect.stringContaining("3 rows: 0 inserted, 0 unchanged, 3 rejected"),
    });
    expect(result.error.trim().split("\n")).toHaveLength(1);
    expect(result.error).toContain(":1: the line belongs to no item of the benchmark");
    expect(result.error).toContain("(and 2 more: 2, 3)");
  });

  it("takes our own rows with all that they say, from an array, a single line and a table", async () => {
    const row = (model: string, story: string) => ({
      model,
      item: "mg-0",
      condition: { story },
      output: "True",
      confidence: 0.9,
    });
    const item = (await pool().query("SELECT external_id FROM item_version ORDER BY ordinal LIMIT 1")).rows[0]
      .external_id;
    const rows = [row("array", "story"), row("array", "no-story"), row("line", "story")].map((one) => ({
      ...one,
      item,
    }));
    const files = {
      "array.json": JSON.stringify(rows.slice(0, 2), null, 2),
      "line.jsonl": JSON.stringify(rows[2]),
      "table.csv": `model;item;answer;condition\r\ntable;${item};true;"prompt=human; story=story"\r\ntable;${item};false;\r\n;;;\r\n`,
    };
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      await writeFile(file, content);
      expect(await run(["import", "predictions", file, "--source", "own", "--json"]), name).toMatchObject({
        code: 0,
        error: "",
      });
    }
    const { rows: stored } = await pool().query(
      `SELECT model.name, prediction.condition_key, prediction.answer ->> 'confidence' AS confidence
       FROM prediction JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id
       WHERE run.source = 'own' ORDER BY 1, 2`,
    );
    expect(stored).toEqual([
      { name: "array", condition_key: "story=no-story", confidence: "0.9" },
      { name: "array", condition_key: "story=story", confidence: "0.9" },
      { name: "line", condition_key: "story=story", confidence: "0.9" },
      { name: "table", condition_key: "", confidence: null },
      { name: "table", condition_key: "prompt=human;story=story", confidence: null },
    ]);
    await pool().query("DELETE FROM run WHERE source = 'own'");
  });

  it("stores nothing of a log that is damaged", async () => {
    const whole = readFileSync(texts, "utf8");
    for (const [content, reason] of [[whole.slice(0, -200), /is truncated in line 24/]] as const) {
      const file = join(folder, "damaged.jsonl");
      await writeFile(file, content);
      const before = (await predictions()).length;
      const result = await run(["import", "predictions", file, "--source", "damaged", "--model", "m"]);
      expect(result.code).toBe(1);
      expect(result.error).toMatch(reason);
      expect(await predictions()).toHaveLength(before);
    }
  });

  it("lists a line that says the same again, and rejects another answer under its id", async () => {
    const [first = ""] = readFileSync(texts, "utf8").split("\n");
    const changed = JSON.stringify({ ...JSON.parse(first), resps: [["Something else."]], filtered_resps: ["no"] });
    const file = join(folder, "twice.jsonl");
    await writeFile(file, `${first}\n${first}\n${changed}\n`);
    const result = await run(["import", "predictions", file, "--source", "twice", "--model", "m", "--json"]);
    expect(JSON.parse(result.out)).toMatchObject({
      ...{ rows: 3, inserted: 1, unchanged: 1, rejected: 1, repeated: [2] },
      rejections: [{ line: 3, message: expect.stringContaining("the id of an earlier record with different content") }],
    });
    await pool().query("DELETE FROM run WHERE source = 'twice'");
  });

  it("refuses a log that is something else than was said", async () => {
    const result = await run(["import", "predictions", texts, "--format", "openai-batch"]);
    expect(result).toMatchObject({ code: 1, error: expect.stringContaining("it is lm-eval and not openai-batch") });
  });
});

describe("parallax predictions inspect", () => {
  it("says what a file is and what it holds, and stores nothing", async () => {
    const { code, out } = await run(["predictions", "inspect", join(logs, "lm-eval-texts.jsonl"), "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ format: "lm-eval", model: "example/model-1b", rejected: 0 });
    expect(await run(["predictions", "inspect", join(folder, "none.jsonl")])).toMatchObject({ code: 2 });
  });
});

describe("parallax predictions reread", () => {
  it("shows what a newer reader changes, stores it when told to, and leaves the rest alone", async () => {
    await pool().query(
      `UPDATE prediction SET reader_version = 0, answer = '{"choice": "?", "confidence": 0.9}', answer_key = NULL
       WHERE read_from = 'output'`,
    );
    const before = await predictions();
    const shown = JSON.parse((await run(["predictions", "reread", "--json"])).out);
    expect(shown).toMatchObject({ isApplied: false, changed: 11 });
    expect(shown.changes[0]).toMatchObject({
      model: "example/model-1b",
      from: null,
      to: expect.stringMatching(/true|false/),
    });
    expect(await predictions()).toEqual(before);
    expect(await run(["predictions", "reread", "--apply"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("11 answers stored"),
    });
    expect(JSON.parse((await run(["predictions", "reread", "--json"])).out)).toMatchObject({ read: 0, changed: 0 });
    const sure = await pool().query("SELECT count(*)::int AS n FROM prediction WHERE answer ->> 'confidence' = '0.9'");
    expect(sure.rows).toEqual([{ n: 11 }]);
    const { rows } = await pool().query("SELECT after FROM audit_event WHERE action = 'predictions.reread'");
    expect(rows).toEqual([{ after: { version: parserVersion, read: 11, changed: 11 } }]);
  });
});
