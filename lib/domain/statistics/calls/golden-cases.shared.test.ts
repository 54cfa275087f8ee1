import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../../bin/shared-data.ts";
import { disagreements, type GoldenCase, isRefused } from "../fixtures/golden-case.ts";
import { answerCall } from "./answer-call.ts";

const program = fileURLToPath(new URL("../../../../bin/parallax", import.meta.url));

/** The output of one process of `parallax stats` for all requests, in their order. */
async function askProgram(
  requests: readonly GoldenCase[],
): Promise<{ id: unknown; output?: unknown; error?: string }[]> {
  const child = spawn(process.execPath, [program, "stats"]);
  const code = new Promise((resolve) => child.once("close", resolve));
  child.stdin.end(requests.map(({ id, fn, input }) => `${JSON.stringify({ id, fn, input })}\n`).join(""));
  const lines = (await text(child.stdout)).trimEnd().split("\n");
  expect(await code).toBe(0);
  return lines.map((line) => JSON.parse(line));
}

/** Statistics of the third set that Parallax does not compute. */
const notComputed = new Set([
  "confidence_sequence_mean",
  "confidence_sequence_difference",
  "variance_components_gstudy",
  "variance_components_gstudy_nested",
  "poststratify",
  "rake",
  "mrp",
]);

function casesOf(folder: string): GoldenCase[] {
  if (folder !== "stats3") return JSON.parse(readFileSync(sharedData(`${folder}/golden_dev.json`), "utf8"));
  const lines = readFileSync(sharedData("stats3/cases.jsonl"), "utf8").trimEnd().split("\n");
  return lines.map((line): GoldenCase => JSON.parse(line)).filter(({ fn }) => !notComputed.has(fn));
}

describe.each([
  ["stats", 100],
  ["stats2", 100],
  ["stats3", 75],
])("every reference value of %s", (folder, least) => {
  const cases = casesOf(folder);

  it("is what the functions give", () => {
    expect(cases.length).toBeGreaterThanOrEqual(least);
    for (const entry of cases) {
      if (isRefused(entry)) expect(() => answerCall(entry.fn, entry.input), entry.id).toThrow(RangeError);
      else expect(disagreements(answerCall(entry.fn, entry.input), entry), entry.id).toEqual([]);
    }
  });

  it("is what the command line gives", async () => {
    const answers = await askProgram(cases);
    expect(answers.map(({ id }) => id)).toEqual(cases.map(({ id }) => id));
    for (const [place, entry] of cases.entries()) {
      const { output, error } = answers[place]!;
      if (isRefused(entry)) expect(error, entry.id).toMatch(/^[^\n]+$/);
      else expect(disagreements(output, entry), entry.id).toEqual([]);
    }
  });
});
