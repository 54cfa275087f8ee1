import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { main } from "./main.ts";

withTestDatabase();

const ikd = join(import.meta.dirname, "../../content/kste/ikd.jsonl");
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-kste-"));
  await makeProject();
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(["kste", ...args], { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  stderr.end();
  const text = async (stream: PassThrough) => Buffer.concat(await stream.toArray()).toString();
  return { code, out: await text(stdout), error: await text(stderr) };
}

describe("parallax kste import and export", () => {
  it("takes a set into a collection, the second time without effect, and writes it back", async () => {
    const first = await run("import", ikd, "--collection", "Stories");
    expect(first).toMatchObject({ code: 0, error: "" });
    expect(first.out).toContain("24 rows: 24 inserted, 0 unchanged, 0 rejected\n");
    const again = await run("import", ikd, "--collection", "Stories", "--json");
    expect(JSON.parse(again.out)).toMatchObject({ rows: 24, inserted: 0, unchanged: 24, rejected: 0 });
    const out = join(folder, "out.jsonl");
    expect(await run("export", "--collection", "stories", "--out", out, "--all")).toMatchObject({ code: 0 });
    const lines = (await readFile(out, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const given = (await readFile(ikd, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ provenance, ...row }) => row)).toEqual(given.map((row) => expect.objectContaining(row)));
    const folderForHub = join(folder, "stories.hf.zip");
    expect(await run("export", "--collection", "Stories", "--out", folderForHub, "--all")).toMatchObject({ code: 0 });
    // Names in a zip are stored uncompressed; the released layout has no card.
    expect((await readFile(folderForHub)).includes("README.md")).toBe(true);
    const accepted = await run("export", "--collection", "Stories", "--out", "-", "--format", "csv");
    expect(accepted.out.trim().split("\n")).toHaveLength(1);
  });

  it("reports rejected rows with row and field and ends with 1; with 2 for a usage error", async () => {
    const path = join(folder, "bad.jsonl");
    await writeFile(path, '{"id":"x","kind":"original","genre":"kids","story":""}\n{broken\n');
    const bad = await run("import", path, "--collection", "Stories");
    expect(bad.code).toBe(1);
    expect(bad.error).toContain("row 1  story  x: must not be empty\nrow 2  row  ");
    expect((await run("import", join(folder, "none.jsonl"), "--collection", "Stories")).code).toBe(2);
    expect((await run("import", ikd)).code).toBe(2);
    expect((await run("export", "--collection", "No such", "--out", join(folder, "a.csv"))).code).toBe(2);
    expect((await run("export", "--collection", "Stories", "--out", join(folder, "a.pdf"))).code).toBe(2);
    expect((await run("export", "--collection", "Stories", "--out", join(folder, "out.jsonl"))).error).toContain(
      "--force",
    );
  });
});
