import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SourceRefused } from "./limits.ts";
import { readKsteSource } from "./source.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-source-"));
});

afterAll(() => rm(folder, { recursive: true }));

const read = async (name: string, text: string) => {
  await writeFile(join(folder, name), text);
  return readKsteSource(join(folder, name));
};

it.each([
  ["a.csv", `a,b\n${"x\n".repeat(20_000)}`, "record 2: it has 1 cells and not 2"],
  ["a.jsonl", "x\n".repeat(20_000), "line 1: it is not valid JSON"],
  ["a.json", `[${"{},".repeat(20_000)}{}]`, "row 1: it "],
])("gives up on %s after ten thousand bad rows and names the first", async (name, text, first) => {
  const refused = await read(name, text).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SourceRefused);
  expect(String(refused)).toContain(`more than 10,000 rows that cannot be read, the first of them ${first}`);
});

it("takes the empty lines of a table for no rows", async () => {
  expect(await read("empty.csv", `a,b${"\n".repeat(50_000)}`)).toMatchObject({ rows: 0, refused: 0 });
});
