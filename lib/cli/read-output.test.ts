import { Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { main } from "./main.ts";

async function run(args: string[], input: string) {
  let out = "";
  let err = "";
  const collect = (add: (text: string) => void) =>
    new Writable({
      write(chunk, _encoding, done) {
        add(String(chunk));
        done();
      },
    });
  const code = await main(["read-output", ...args], {
    stdin: Readable.from([Buffer.from(input)]),
    stdout: collect((text) => {
      out += text;
    }),
    stderr: collect((text) => {
      err += text;
    }),
  });
  const lines = out.trim() === "" ? [] : out.trim().split("\n");
  return { code, lines, err };
}

describe("parallax read-output", () => {
  it("prints one reading a reply and nothing else", async () => {
    const input = '{"id":"a","text":"The statement is not true."}\n\n{"id":2,"text":"Perhaps."}\n';
    const { code, lines } = await run(["--kind", "true-false", "--json"], input);
    expect(code).toBe(0);
    expect(lines).toEqual([
      '{"id":"a","answer":"false","rule":"negation"}',
      '{"id":2,"answer":"unparsed","rule":"hedge"}',
    ]);
  });

  it("reads options by the place at which they were shown", async () => {
    const { lines } = await run(
      ["--kind", "two-choice"],
      '{"id":1,"text":"Answer: Left.","options":["Right.","Left."]}',
    );
    expect(JSON.parse(lines[0] ?? "")).toEqual({ id: 1, answer: "option-1", rule: "option-text" });
  });

  it("names a line that is no reply and reads the others", async () => {
    const { code, lines, err } = await run(["--kind", "yes-no"], 'yes\n{"id":1,"text":"yes"}\n{"id":2}\n');
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(err).toMatch(/line 1: is not JSON/);
    expect(err).toMatch(/line 3: needs "id", "text"/);
  });

  it("refuses a kind that it cannot read", async () => {
    expect((await run(["--kind", "colour"], "")).code).toBe(2);
  });
});
