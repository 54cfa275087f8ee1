import { describe, expect, it } from "vitest";
import { parseResponses } from "@/lib/domain/interchange/kste/response-xml.ts";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import { importSource } from "./import-lines.ts";
import { ImportTally, readBatches } from "./import-report.ts";

/** The longest time, in milliseconds, for which nothing else in this process had a turn while the work was done. */
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now();
  let longest = 0;
  let isDone = false;
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  await work();
  longest = Math.max(longest, performance.now() - last);
  isDone = true;
  return longest;
}

async function* piece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function readAll(text: string): Promise<ImportTally> {
  const tally = new ImportTally();
  const { lines } = importSource("hostile.jsonl", piece(text));
  for await (const _batch of readBatches(lines, readItemRow, tally, 500));
  return tally;
}

describe("a long file", () => {
  // Turns are given every 20 ms; the bound leaves room for a machine that does ten things at once.
  it("of nothing but line ends lets everybody else have their turn", async () => {
    expect(await longestStall(() => readAll("\n".repeat(1_000_000)))).toBeLessThan(1_000);
  });

  it("of bad rows is given up with the first of them named, after 10,000", async () => {
    const stall = await longestStall(() =>
      expect(readAll("{}\n".repeat(300_000))).rejects.toThrow(
        /More than 10,000 rows cannot be read, the first of them in line 1: /,
      ),
    );
    expect(stall).toBeLessThan(1_000);
  });

  it("of a model that never stops beginning an answer is refused as a whole", () => {
    expect(parseResponses("<response>".repeat(400_000))).toMatchObject([
      { fields: {}, problems: [{ message: expect.stringContaining("more than 2,000 times") }] },
    ]);
  });
});
