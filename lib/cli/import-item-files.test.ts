import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../server/platform/database/pool.ts";
import { main } from "./main.ts";

withTestDatabase();

let folder = "";
const samples = new URL("../domain/interchange/item-files/fixtures/", import.meta.url).pathname;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-item-files-"));
  await pool().query("INSERT INTO project (id, name, slug) VALUES (gen_random_uuid(), 'First', 'first')");
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(["import", "items", ...args], { stdin: Readable.from([""]), stdout, stderr });
  stdout.end();
  stderr.end();
  const text = async (stream: PassThrough) => Buffer.concat(await stream.toArray()).toString();
  return { code, out: await text(stdout), error: await text(stderr) };
}

async function itemCount(): Promise<number> {
  return (await pool().query("SELECT count(*)::int AS count FROM item_version")).rows[0].count;
}

describe("parallax import items with the files of other benchmarks", () => {
  it.each([
    ["simpletom_inference_output_sample.jsonl", "simpletom", 2],
    ["hitom_sample.json", "hi-tom", 5],
    ["bigtom_sample.csv", "bigtom", 120],
    ["tombench_sample.jsonl", "tombench", 9],
  ])("recognises %s as %s, and the same file twice changes nothing", async (name, format, items) => {
    const file = join(samples, name);
    const before = await itemCount();
    const dry = JSON.parse((await run(file, "--benchmark", format, "--dry-run", "--json")).out);
    expect(dry).toMatchObject({ format, dryRun: true, rows: items, inserted: items, rejected: 0 });
    expect(await itemCount()).toBe(before);
    expect((await pool().query("SELECT FROM benchmark WHERE name = $1", [format])).rows).toEqual([]);
    expect(await run(file, "--benchmark", format)).toMatchObject({ code: 0, error: "" });
    expect(await itemCount()).toBe(before + items);
    expect(JSON.parse((await run(file, "--benchmark", format, "--json")).out)).toMatchObject({ unchanged: items });
  });

  it("reads a table as a spreadsheet saves it", async () => {
    const file = join(folder, "sheet.csv");
    await writeFile(
      file,
      '\ufeffsep=;\r\nid;question;"answer";note\r\n1;"Is it ""so""?";yes;\r\n;;;\r\n2;And now?;no;\r\n;;;\r\n',
    );
    const result = await run(file, "--benchmark", "Sheet", "--dry-run", "--json");
    expect(JSON.parse(result.out)).toMatchObject({ format: "csv", rows: 2, inserted: 2, rejected: 0 });
  });

  it("maps the columns of a table, and records in the audit log which key was corrected", async () => {
    const file = join(folder, "quiz.csv");
    const columns = ["--column", "text=Question", "--column", "options=A,B", "--column", "gold=Key"];
    await writeFile(file, "id,Question,A,B,Key\n1,Where?,here,there,A\n2,When?,now,then,now\n3,Who?,Ana,Ben,Z\n");
    const first = await run(file, "--benchmark", "Quiz", ...columns, "--json");
    expect(JSON.parse(first.out)).toMatchObject({
      format: "csv",
      inserted: 2,
      rejections: [{ line: 3, field: "gold" }],
    });
    await writeFile(file, "id,Question,A,B,Key\n1,Where?,here,there,B\n");
    expect(JSON.parse((await run(file, "--benchmark", "Quiz", ...columns, "--json")).out)).toMatchObject({
      inserted: 1,
      keysCorrected: 1,
    });
    const { rows } = await pool().query(
      "SELECT after FROM audit_event WHERE action = 'items.imported' ORDER BY at DESC LIMIT 1",
    );
    expect(rows[0].after).toMatchObject({
      file: "quiz.csv",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
      keys: [{ item: "1", version: 2, from: "0", to: "1" }],
    });
  });

  it("refuses mutated copies with one sentence each and stores nothing", async () => {
    const before = await itemCount();
    const hitom = readFileSync(join(samples, "hitom_sample.json"));
    const file = join(folder, "mutated");
    for (const [content, reason] of [
      [hitom.subarray(0, hitom.length - 300), /it is incomplete JSON \(line \d+\)/],
      [Buffer.from(hitom.toString(), "utf16le"), /contains zero bytes/],
      [Buffer.from(`\ufeff${hitom.toString()}`, "utf16le"), /UTF-16/],
      [Buffer.concat([hitom.subarray(0, 500), Buffer.from([0xff, 0xe9]), hitom.subarray(500)]), /not UTF-8/],
      [Buffer.from('id,text,gold\n1,"Where', "utf8"), /ends inside a quoted cell/],
      [Buffer.from("one,two\n1,2\n"), /no column for text is recognised/],
      [Buffer.from(""), /it is empty/],
    ] as const) {
      await writeFile(file, content);
      const result = await run(file, "--benchmark", "Mutated");
      expect(result).toMatchObject({ code: 1, out: "", error: expect.stringMatching(reason) });
      expect(result.error.trim().split("\n")).toHaveLength(1);
    }
    expect(await itemCount()).toBe(before);
    expect((await pool().query("SELECT FROM benchmark WHERE name = 'Mutated'")).rows).toEqual([]);
  });
});
