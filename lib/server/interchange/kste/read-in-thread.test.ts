import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { formatKsteLine } from "@/lib/domain/interchange/kste/jsonl.ts";
import { countTurns } from "@/prisma/factories/count-turns.ts";
import { makePairs } from "@/prisma/factories/make-collection.ts";
import { defaultLimits, SourceRefused } from "./limits.ts";
import { readKsteInThread } from "./read-in-thread.ts";
import { readKsteSource } from "./source.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-threads-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

const items = makePairs(120)
  .map((item) => formatKsteLine(item))
  .join("\n");

it.each([
  ["items.jsonl", `${items}\n{"id":"broken"}\nno JSON`],
  ["stories.xml", "<response><story>A story.</story></response>".repeat(300)],
  ["tags.xml", "<story>".repeat(200_000)],
  ["deep.json", `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`],
  ["list.json", `[${"{},".repeat(5_000)}{}]`],
  ["wide.csv", `${Array.from({ length: 100_000 }, (_, column) => `c${column}`).join(",")}\n${",".repeat(99_999)}`],
  ["cell.csv", `id,story\na,"${"x".repeat(3_000_000)}"`],
])("reads %s in a thread as it would here, while the process goes on with other work", async (name, text) => {
  const path = await written(name, text);
  const others = countTurns();
  const threaded = await readKsteInThread(path, { limits: defaultLimits });
  others.stop();
  expect(threaded).toEqual(await readKsteSource(path));
  expect(others.soFar()).toBeGreaterThan(2);
});

it("refuses a file beyond the limits, or with too many bad rows, as a whole", async () => {
  const path = await written("bad.jsonl", "x\n".repeat(20_000));
  await expect(readKsteInThread(path, {})).rejects.toBeInstanceOf(SourceRefused);
  await expect(readKsteInThread(path, { limits: { ...defaultLimits, totalBytes: 10 } })).rejects.toThrow("larger than");
});
