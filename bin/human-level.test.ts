import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/** Files of the product that contain a text, without tests. */
function filesSaying(pattern: string): string[] {
  const found = execFileSync("git", ["grep", "-lIiE", pattern, "--", "app", "components", "lib", "content"], {
    encoding: "utf8",
  });
  return found.split("\n").filter((file) => file !== "" && !file.includes(".test."));
}

describe("a claim of equality", () => {
  it("is made by one sentence alone, which follows from a test of equivalence", () => {
    expect(filesSaying("is at human[- ]level")).toEqual(["lib/domain/results/comparison/side-sentence.ts"]);
  });
});
