import { describe, expect, it } from "vitest";
import { parseResponses } from "@/lib/domain/interchange/kste/response-xml.ts";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import { makeImportSource, maxImportLineBytes } from "./import-lines.ts";
import { ImportTally, readBatches } from "./import-report.ts";

/**
 * How many steps of reading follow one another at most without anyone else in the process getting a turn. The clock by
 * which turns are given passes a millisecond with each look at it, so that neither the machine nor its load decides.
 */
async function longestStretch(text: string): Promise<{ steps: number; outcome: ImportTally | Error }> {
  let now = 0;
  let steps = 0;
  let longest = 0;
  let isDone = false;
  const clock = {
    now: () => {
      steps += 1;
      longest = Math.max(longest, steps);
      now += 1;
      return now;
    },
  };
  const someoneElse = () => {
    steps = 0;
    if (!isDone) setImmediate(someoneElse);
  };
  setImmediate(someoneElse);
  const tally = new ImportTally();
  const { lines } = makeImportSource("hostile.jsonl", piece(text), maxImportLineBytes, clock);
  const read = async () => {
    for await (const _batch of readBatches(lines, readItemRow, tally, 500));
    return tally;
  };
  const outcome = await read().catch((error: Error) => error);
  isDone = true;
  return { steps: longest, outcome };
}

async function* piece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Turns are given every 8 ms of the clock, and each line looks at it once; the first look is the beginning. */
const stepsInTurn = 10;

describe("a long file", () => {
  it("of nothing but line ends lets everybody else have their turn", async () => {
    const { steps, outcome } = await longestStretch("\n".repeat(100_000));
    expect(outcome).toMatchObject({ rejected: 0 });
    expect(steps).toBeLessThanOrEqual(stepsInTurn);
  });

  it("of bad rows does too, and is given up with the first of them named, after 10,000", async () => {
    const { steps, outcome } = await longestStretch("{}\n".repeat(300_000));
    expect(String(outcome)).toMatch(/More than 10,000 rows cannot be read, the first of them in line 1: /);
    expect(steps).toBeLessThanOrEqual(stepsInTurn);
  });

  it("of a model that never stops beginning an answer is refused as a whole", () => {
    expect(parseResponses("<response>".repeat(400_000))).toMatchObject([
      { fields: {}, problems: [{ message: expect.stringContaining("more than 2,000 times") }] },
    ]);
  });
});
