import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readOutput } from "./read-output.ts";

interface Row {
  id: string;
  kind: string;
  output: string;
  expected: string;
  rule: string;
  options?: string[];
  quotes?: string[];
  conflict?: boolean;
}

const rows: Row[] = readFileSync(new URL("fixtures/model-outputs.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

describe("the published replies", () => {
  it.each(rows)("$id is read as decided by hand", ({ kind, output, expected, rule, options, quotes, conflict }) => {
    const reading = readOutput(kind, output, options);
    expect(reading).toMatchObject({ answer: expected, rule, ...(quotes ? { quotes } : {}) });
    expect(reading.conflict ?? false).toBe(conflict ?? false);
  });
});
