import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../lib/cli/main.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "design-"));
  const items = Array.from({ length: 20 }, (_, index) => ({
    id: `i${index}`,
    kind: "true-false",
    story: { id: `s${index % 5}`, title: "", genre: "", text: "Once." },
    text: "It was.",
    gold: true,
    attributes: { type: index < 10 ? "tom" : "factual", ...(index === 0 ? { group: "g1" } : {}) },
  }));
  await writeFile(join(folder, "items.jsonl"), `${items.map((item) => JSON.stringify(item)).join("\n")}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

async function layout(design: unknown, ...options: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const input = typeof design === "string" ? design : JSON.stringify(design);
  const args = ["design", "layout", "-", "--items", join(folder, "items.jsonl"), ...options];
  const [code, out, error] = await Promise.all([
    main(args, { stdin: Readable.from([input]), stdout, stderr }).finally(() => {
      stdout.end();
      stderr.end();
    }),
    stdout.toArray(),
    stderr.toArray(),
  ]);
  return { code, out: Buffer.concat(out).toString(), error: Buffer.concat(error).toString() };
}

const factors = [{ name: "story", levels: ["story", "no-story"], varies: "between" }];

describe("parallax design layout", () => {
  it("prints one slot a line, the same bytes for the same files", async () => {
    const design = {
      seed: 7,
      sessions: 20,
      itemsPerSession: 2,
      factors,
      rules: [{ onePer: "story" }, { balance: "type" }],
    };
    const first = await layout(design, "--json");
    expect(first).toMatchObject({ code: 0, error: "" });
    const slots = first.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(slots).toHaveLength(20);
    expect(slots[0]).toMatchObject({ slot: 0, stratum: "everybody", placements: [{ position: 0 }, { position: 1 }] });
    const marked = slots.flatMap(({ placements }) => placements).find(({ item }: { item: string }) => item === "i0");
    expect(marked).toMatchObject({ story: "s0", group: "g1" });
    expect(await layout(design, "--json")).toEqual(first);
    expect((await layout(design)).error).toContain("20 sessions");
  });

  it("writes an empty condition where nothing varies", async () => {
    const { out } = await layout({ seed: "x", sessions: 20 });
    expect(JSON.parse(out.split("\n")[0] ?? "").placements[0].condition).toEqual({});
  });

  it("ends with 1 and one sentence where the rules contradict each other", async () => {
    const result = await layout({ seed: 7, sessions: 20, itemsPerSession: 6, rules: [{ onePer: "story" }] });
    expect(result).toMatchObject({ code: 1, out: "" });
    expect(result.error).toBe(
      "parallax: This design is not possible: the rules on story allow at most 5 items in a session, not 6; the nearest exact number of items a session is 5.\n",
    );
  });

  it("refuses what is no design, naming the field", async () => {
    expect(await layout({ sessions: 2 })).toMatchObject({
      code: 1,
      out: "",
      error: expect.stringMatching(/^parallax: standard input is not a valid design: seed must be [^\n]+\.\n$/),
    });
    expect(await layout("{")).toMatchObject({ code: 1, error: expect.stringContaining("is not JSON") });
  });
});
