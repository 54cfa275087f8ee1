import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { renderStimulus } from "@/lib/domain/items/stimulus.ts";
import { lyingZip, type ZipLie } from "@/prisma/factories/lying-zip.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { predictionUploadSchema, uploadPredictions } from "./upload.ts";

withTestDatabase();

async function upload(content: string | Uint8Array, settings: Record<string, string> = {}) {
  const { benchmarkId } = await makeStudy({ open: false });
  const body = new Blob([content as BlobPart]).stream() as ReadableStream<Uint8Array>;
  return uploadPredictions(
    installation,
    benchmarkId,
    predictionUploadSchema.parse({ source: "web", fileName: "file", ...settings }),
    body,
  );
}

/** An item as the factory makes it. */
const factoryItem = (number: number) => ({
  kind: "true-false",
  story: { title: `Story ${number}`, genre: "", text: `Ana told Ben the number ${number}.` },
  text: `Ben knows the number ${number}.`,
  options: [],
});

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

  it("previews how rows are matched, by id, fingerprint and text, and stores nothing", async () => {
    const prompt = "Story: Ana told Ben the number 1. Is it true or false? Ben knows the number 1.";
    const { contentFingerprint } = renderStimulus(factoryItem(2), {});
    const rows = [
      { model: "previewed", item: "item-0", answer: true },
      { model: "previewed", item: "elsewhere-1", prompt, answer: true },
      { model: "previewed", item: "elsewhere-2", contentFingerprint, output: "probably true" },
      { model: "previewed", item: "elsewhere-3", answer: true },
      { model: "previewed", item: "elsewhere-4", answer: true },
    ];
    const report = await upload(rows.map((row) => JSON.stringify(row)).join("\n"), { dryRun: "true" });
    expect(report).toMatchObject({
      isDryRun: true,
      format: "parallax",
      rows: 5,
      rejected: 2,
      matched: { id: 1, fingerprint: 1, text: 1 },
      preview: [
        { line: 1, name: "item-0", item: "item-0", by: "id", answer: "True" },
        { line: 2, name: "elsewhere-1", item: "item-1", by: "text" },
        { line: 3, name: "elsewhere-2", item: "item-2", by: "fingerprint", answer: null, rule: "hedge" },
      ],
    });
    expect((await pool().query("SELECT FROM model WHERE name = 'previewed'")).rows).toEqual([]);
  });

  it("matches the records of another tool's log by a fingerprint in its data", async () => {
    const { contentFingerprint } = renderStimulus(factoryItem(1), {});
    const sample = {
      doc_id: 0,
      doc: { contentFingerprint },
      arguments: { gen_args_0: { arg_0: "?" } },
      resps: [["False"]],
      filtered_resps: ["False"],
      filter: "none",
      target: "True",
    };
    expect(await upload(JSON.stringify(sample), { model: "harnessed", condition: "story=no-story" })).toMatchObject({
      format: "lm-eval",
      inserted: 1,
      matched: { fingerprint: 1 },
      models: ["harnessed"],
      preview: [{ item: "item-1", condition: "story=no-story", answer: "False" }],
    });
  });

  it("refuses what cannot be trusted with one sentence and stores nothing", async () => {
    for (const [content, reason] of [
      ["version https://git-lfs.github.com/spec/v1\n", /Git LFS pointer/],
      [fixture("inspect.eval").subarray(0, 3_000), /damaged zip archive/],
      [fixture("results_lm-eval.json"), /totals and no answers/],
    ] as const)
      await expect(upload(content)).rejects.toThrow(reason);
    const { rows } = await pool().query("SELECT FROM model WHERE name NOT IN ('m', 'harnessed')");
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
