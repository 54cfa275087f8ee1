import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTurns } from "@/prisma/factories/count-turns.ts";
import { splitIntoChunks, withYields } from "./with-yields.ts";

async function collect<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

describe("a file in small pieces", () => {
  it("is the same text, with every letter whole, and the same bytes", async () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 }).map((part) => part.repeat(700));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 3 }), async (parts) => {
        const pieces = await collect(splitIntoChunks(parts));
        expect(pieces.join("")).toBe(parts.join(""));
        expect(pieces.every((piece) => piece.length <= 8 * 1024 + 1)).toBe(true);
        expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString()).toBe(parts.join(""));
        const bytes = await collect(splitIntoChunks(parts.map((part) => Buffer.from(part))));
        expect(Buffer.concat(bytes).toString()).toBe(parts.join(""));
      }),
      { numRuns: 30 },
    );
  });

  it("gives whoever else waits a turn after each", async () => {
    const others = countTurns();
    const pieces = await collect(splitIntoChunks(["x\n".repeat(100_000)]));
    others.stop();
    expect(others.soFar()).toBeGreaterThanOrEqual(pieces.length - 1);
  });
});

describe("records in turns", () => {
  it("are all there in order, and leave the process to others every 8 ms", async () => {
    let now = 0;
    let longest = 0;
    let steps = 0;
    let isDone = false;
    const someoneElse = () => {
      steps = 0;
      if (!isDone) setImmediate(someoneElse);
    };
    setImmediate(someoneElse);
    const clock = {
      now: () => {
        steps += 1;
        longest = Math.max(longest, steps);
        now += 1;
        return now;
      },
    };
    const all = await collect(
      withYields(
        Array.from({ length: 5_000 }, (_, number) => number),
        clock,
      ),
    );
    isDone = true;
    expect(all).toEqual(Array.from({ length: 5_000 }, (_, number) => number));
    expect(longest).toBeLessThanOrEqual(10);
  });
});
