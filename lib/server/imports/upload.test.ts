import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lyingZip, type ZipLie } from "@/prisma/factories/lying-zip.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { uploadPredictions } from "./upload.ts";

withTestDatabase();

async function upload(content: string | Uint8Array) {
  const { benchmarkId } = await makeStudy({ open: false });
  const body = new Blob([content as BlobPart]).stream() as ReadableStream<Uint8Array>;
  return uploadPredictions(installation, benchmarkId, { source: "web", fileName: "file" }, body);
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../domain/interchange/model-logs/fixtures/${name}`, import.meta.url));

describe("an upload of predictions", () => {
  it("takes our own lines and names the one that is wrong", async () => {
    const line = JSON.stringify({ model: "m", item: "item-0", answer: true });
    expect(await upload(`${line}\n{"model":"m"}`)).toMatchObject({ rows: 2, inserted: 1, rejections: [{ line: 2 }] });
  });

  it("recognises the log of another tool and matches its records", async () => {
    expect(await upload("id,model,response\nitem-0,m,The statement is true.\nnowhere,m,True\n")).toMatchObject({
      rows: 2,
      inserted: 1,
      withoutAnswer: 0,
      rejections: [{ line: 2, message: expect.stringContaining("belongs to no item") }],
    });
  });

  it("refuses what cannot be trusted with one sentence and stores nothing", async () => {
    for (const [content, reason] of [
      ["version https://git-lfs.github.com/spec/v1\n", /Git LFS pointer/],
      [fixture("inspect.eval").subarray(0, 3_000), /damaged zip archive/],
      [fixture("results_lm-eval.json"), /totals and no answers/],
    ] as const)
      await expect(upload(content)).rejects.toThrow(reason);
    const { rows } = await pool().query("SELECT FROM model WHERE name NOT IN ('m')");
    expect(rows).toEqual([]);
  });

  it.each<[ZipLie, RegExp]>([
    ["smaller than it is", /its entry samples\/1_epoch_1\.json is damaged/],
    ["larger than it is", /its entry samples\/1_epoch_1\.json is damaged/],
    ["inside the first", /lies inside another/],
    ["a thousand times over", /lies inside another/],
  ])("refuses a log whose archive lists an entry %s", async (lie, reason) => {
    const header = JSON.stringify({ status: "success", eval: { model: "liar", task: "t" }, plan: {}, results: {} });
    const sample = JSON.stringify({ id: "item-0", epoch: 1, target: "True", output: { completion: "True" } });
    const zip = await lyingZip(
      [
        ["header.json", header],
        ["samples/1_epoch_1.json", sample],
      ],
      lie,
    );
    await expect(upload(zip)).rejects.toMatchObject({ code: "invalid", message: expect.stringMatching(reason) });
    expect((await pool().query("SELECT FROM model WHERE name = 'liar'")).rows).toEqual([]);
  });
});
