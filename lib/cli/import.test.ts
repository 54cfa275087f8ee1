import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../server/platform/database/pool.ts";
import { main } from "./main.ts";

withTestDatabase();

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-import-"));
  await pool().query("INSERT INTO project (id, name, slug) VALUES (gen_random_uuid(), 'First', 'first')");
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

const demo = (name: string) => new URL(`../../content/demo/${name}`, import.meta.url).pathname;

describe("parallax import", () => {
  it("loads the demo twice: items and predictions, nothing new the second time", async () => {
    const items = ["import", "items", demo("items.jsonl"), "--benchmark", "Demo", "--json"];
    const first = await run(items);
    expect(first).toMatchObject({ code: 0, error: "" });
    expect(JSON.parse(first.out)).toMatchObject({ benchmark: "Demo", rows: 140, inserted: 140, balance: { ok: true } });
    expect(JSON.parse((await run(items)).out)).toMatchObject({ inserted: 0, unchanged: 140 });
    const predictions = ["import", "predictions", demo("predictions.jsonl")];
    expect(await run(predictions)).toMatchObject({
      code: 0,
      out: expect.stringContaining("1680 inserted, 0 unchanged"),
    });
    expect(await run(predictions)).toMatchObject({
      code: 0,
      out: expect.stringContaining("0 inserted, 1680 unchanged"),
    });
  });

  it("prints what is missing from the balance and ends with 1", async () => {
    const file = join(folder, "short.jsonl");
    const lines = (await readFile(demo("items.jsonl"), "utf8")).split("\n").filter((line) => !line.includes("jug-f6f"));
    await writeFile(file, lines.join("\n"));
    const result = await run(["import", "items", file, "--benchmark", "Short"]);
    expect(result).toMatchObject({ code: 1, out: expect.stringContaining("139 inserted") });
    expect(result.error).toContain("balance: story jug: factual level 6, false: missing");
  });

  it("says which line and field it rejects, takes the others, and ends with 1", async () => {
    const rows = [
      '{"id":"a","kind":"true-false","story":{"id":"s","text":"x"},"text":"y","gold":true}',
      '{"id":"b","kind":"true-false","story":{"id":"s","text":"x"},"text":"y","gold":"yes"}',
      "nonsense",
    ];
    const result = await run(["import", "items", "-", "--benchmark", "Piped"], rows.join("\n"));
    expect(result.code).toBe(1);
    expect(result.error).toBe("-:2: gold must be true or false: “yes”\n-:3: the line is not JSON\n");
    expect(result.out).toContain("3 rows: 1 inserted, 0 unchanged, 2 rejected");
  });

  it.each([
    [["import", "items", "nowhere.jsonl", "--benchmark", "B"], "nowhere.jsonl"],
    [["import", "items", demo("items.jsonl")], "--benchmark"],
    [["import", "items", demo("items.jsonl"), "--benchmark", " "], "--benchmark must not be empty"],
    [["import", "items", demo("items.jsonl"), "--benchmark", "B", "--project", "other"], 'no project "other"'],
    [["import", "predictions", demo("predictions.jsonl"), "--benchmark", "None"], 'no benchmark "None"'],
    [["import", "predictions", demo("predictions.jsonl")], "several benchmarks"],
  ])("ends with 2 when it is used wrongly: %s", async (args, sentence) => {
    const result = await run(args);
    expect(result.code).toBe(2);
    expect(result.error).toContain(sentence);
  });

  it("ends with 2 and says what to do when no database runs", async () => {
    const url = process.env.DATABASE_URL;
    try {
      delete process.env.DATABASE_URL;
      process.env.PARALLAX_DATA_DIR = folder;
      const result = await run(["import", "items", demo("items.jsonl"), "--benchmark", "B"]);
      expect(result.code).toBe(2);
      expect(result.error).toContain("npm start");
    } finally {
      delete process.env.PARALLAX_DATA_DIR;
      process.env.DATABASE_URL = url;
    }
  });

  it("links translations to the items of the same ids, and asks for both options", async () => {
    const row = (text: string) =>
      `{"id":"a","kind":"true-false","story":{"id":"s","text":"${text}"},"text":"${text}","gold":true}`;
    const items = ["import", "items", "-", "--benchmark"];
    await run([...items, "Whole"], row("x"));
    const linking = ["--translation-of", "Whole", "--translated-into", "de"];
    const linked = await run([...items, "Whole (de)", ...linking], row("ex"));
    expect(linked).toMatchObject({ code: 0, out: expect.stringContaining("1 inserted") });
    const again = await run([...items, "Whole (de)", ...linking], row("ex"));
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining("1 unchanged") });
    const half = await run([...items, "Whole (de)", "--translated-into", "de"], row("ex"));
    expect(half).toMatchObject({ code: 2, error: expect.stringContaining("--translation-of and --translated-into") });
    const odd = await run(
      [...items, "Whole (de)", "--translation-of", "Whole", "--translated-into", "German"],
      row("ex"),
    );
    expect(odd).toMatchObject({ code: 2, error: expect.stringContaining("must be a language tag") });
  });
});
