import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FileLine, splitLines } from "./split-lines.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function linesOf(bytes: Uint8Array, options: { size?: number; longest?: number } = {}): Promise<FileLine[]> {
  const lines: FileLine[] = [];
  for await (const line of splitLines(inPieces(bytes, options.size ?? 7), options.longest ?? 1_000)) lines.push(line);
  return lines;
}

describe("the lines of a file", () => {
  it("come without byte order mark and carriage return, end at line feeds only, and keep an unfinished last one", async () => {
    const lines = await linesOf(Buffer.from("\uFEFFone\r\ntwo\u2028still two\n\nlast"));
    expect(lines.map(({ text }) => text)).toEqual(["one", "two\u2028still two", "", "last"]);
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  it("are refused one by one where they are not UTF-8 or too long; nothing is replaced", async () => {
    const bytes = Buffer.concat([
      Buffer.from("good\n"),
      Buffer.from([0x61, 0xff, 0x0a]),
      Buffer.from(`${"x".repeat(50)}\nend`),
    ]);
    expect(await linesOf(bytes, { longest: 20 })).toEqual([
      { number: 1, text: "good", problem: null },
      { number: 2, text: null, problem: "is not UTF-8 text" },
      { number: 3, text: null, problem: "is longer than 20 bytes" },
      { number: 4, text: "end", problem: null },
    ]);
  });

  it("are the same however the bytes arrive", async () => {
    const texts = fc.array(
      fc.string({ unit: "grapheme" }).filter((text) => !/[\n\r\uFEFF]/.test(text)),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (wanted, size) => {
        const lines = await linesOf(Buffer.from(wanted.map((text) => `${text}\n`).join("")), { size });
        expect(lines.map(({ text }) => text)).toEqual(wanted);
      }),
      { numRuns: 50 },
    );
  });
});
