import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readData } from "./read-data.ts";

const folder = mkdtempSync(join(tmpdir(), "read-data-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("refuses data with more characters than a process can keep", async () => {
  const path = join(folder, "items.jsonl");
  const item = { id: "a", kind: "true-false", story: { id: "s", text: "Ana left." }, text: "Ana left.", gold: true };
  writeFileSync(path, `${JSON.stringify(item)}\n`);
  const longLine = `${"x".repeat(4_000_000)}\n`;
  for (let line = 0; line < 38; line += 1) appendFileSync(path, longLine);
  const input = { path, folder, kinds: ["true-false"] as const, attributes: [] };
  const { refusal } = await readData(input, async () => undefined);
  expect(refusal).toBe("it is too large: the limits are 500,000 items and 150,000,000 characters");
});
