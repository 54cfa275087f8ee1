import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, it } from "vitest";
import { main } from "./main.ts";

/** The lines that `parallax design layout` prints for a design of two items. */
async function layout(design: object): Promise<Record<string, unknown>[]> {
  const folder = await mkdtemp(join(tmpdir(), "design-layout-"));
  try {
    const file = join(folder, "items.jsonl");
    await writeFile(file, ["a", "b"].map((id) => JSON.stringify({ id, story: { id }, attributes: {} })).join("\n"));
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const stdin = Readable.from([JSON.stringify(design)]);
    await main(["design", "layout", "-", "--items", file, "--json"], { stdin, stdout, stderr });
    stdout.end();
    const printed = Buffer.concat(await stdout.toArray()).toString();
    return printed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  } finally {
    await rm(folder, { recursive: true });
  }
}

it("names the time limit of the items in every slot, and prints the same slots without one", async () => {
  const design = { seed: 7, sessions: 4, factors: [{ name: "story", levels: ["story", "no-story"] }] };
  const plain = await layout(design);
  const limited = await layout({ ...design, timeLimitSeconds: 30 });
  expect(limited.map(({ timeLimitSeconds }) => timeLimitSeconds)).toEqual([30, 30, 30, 30]);
  expect(limited.map(({ timeLimitSeconds: _limit, ...slot }) => slot)).toEqual(plain);
});
