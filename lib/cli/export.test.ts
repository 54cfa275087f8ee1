import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { listInterimViews } from "../server/studies/interim-views.ts";
import { main } from "./main.ts";

withTestDatabase();

let folder = "";
let study: MadeStudy;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-export-"));
  study = await makeStudy();
  await walkTo(await startWalker(study), 5);
});
afterAll(() => rm(folder, { recursive: true }));

async function run(args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(args, { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  stderr.end();
  const text = async (stream: PassThrough) => Buffer.concat(await stream.toArray()).toString();
  return { code, out: await text(stdout), error: await text(stderr) };
}

describe("parallax export", () => {
  it("writes the files that its manifest names, by the study's name or id", async () => {
    const out = join(folder, "csv");
    const result = await run(["export", study.slug, "--out", out]);
    expect(result).toMatchObject({ code: 0, error: "" });
    expect(result.out).toContain("responses.csv: 1 record\n");
    const manifest = JSON.parse(await readFile(join(out, "manifest.json"), "utf8"));
    const names = manifest.files.map(({ name }: { name: string }) => name);
    expect((await readdir(out)).sort()).toEqual([...names, "manifest.json"].sort());
    const json = await run(["export", study.id, "--format", "jsonl", "--out", join(folder, "jsonl"), "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({ study: study.slug, format: "jsonl" });
  });

  it("is a look at running data, which stands beside the study's plan once an hour", async () => {
    const running = await makeStudy();
    await walkTo(await startWalker(running), 5);
    for (const format of ["csv", "bundle"])
      await run(["export", running.slug, "--format", format, "--out", join(folder, `look-${format}`)]);
    expect(await listInterimViews(running.id)).toMatchObject([{ by: "the command line", filled: 1 }]);
  });

  it.each([
    [["export", "no-such-study", "--out", "nowhere"], 'there is no study "no-such-study"'],
    [["export", "x"], "--out"],
    [["export", "x", "--out", "y", "--format", "xml"], "csv, jsonl, bundle"],
    [["export", "x", "--out", "y", "--identified", "--anonymous"], "exclude each other"],
    [["export", "x", "--out", "."], "is not empty"],
  ])("ends with 2 for a usage error: %s", async (args, sentence) => {
    const inFolder = args.map((argument) => (argument === "nowhere" ? join(folder, "nowhere") : argument));
    const result = await run(inFolder);
    expect(result.code).toBe(2);
    expect(result.error).toContain(sentence);
  });
});
