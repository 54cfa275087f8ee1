import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { actionLabels } from "@/lib/domain/annotation/describe-history.ts";

/**
 * Rights share the prefix of audit actions, and events with a table of their own are read from it (`item-trail.ts`).
 */
const noActs = /^annotation\.(work|review|manage|skip)$/u;

it("has words for everything that is audited of an item", () => {
  const files = execFileSync("git", ["ls-files", "lib/server/annotation/*.ts"], { encoding: "utf8" })
    .trim()
    .split("\n");
  const acts = files
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .flatMap((text) => [...text.matchAll(/"((?:annotation|review|re-solve)\.[a-z-]+)"/gu)].map(([, act = ""]) => act))
    .filter((act) => !noActs.test(act));
  expect(acts).toContain("annotation.park");
  expect(acts).toContain("annotation.release");
  expect([...new Set(acts)].filter((act) => actionLabels[act] === undefined)).toEqual([]);
});
