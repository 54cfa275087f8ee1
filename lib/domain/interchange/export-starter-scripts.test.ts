import { expect, it } from "vitest";
import { bundlePandasScript, bundleRScript } from "./export-starter-scripts.ts";

it.each([
  ["right and wrong alone", { errors: false, beliefs: false }],
  ["errors in stories", { errors: true, beliefs: false }],
  ["expressions of belief", { errors: false, beliefs: true }],
])("the scripts of a bundle about %s recompute what it is about, in both languages", (_, subjects) => {
  for (const script of [bundlePandasScript(subjects), bundleRScript(subjects)]) {
    expect(script).toContain("Mean person over cells");
    expect(script.includes("localisation, negative")).toBe(subjects.errors);
    expect(script.includes("decided pairs follow")).toBe(subjects.beliefs);
    // Line ends are line ends, and those of their own texts stay escaped.
    expect(script.split("\n").length).toBeGreaterThan(60);
    expect(script).not.toMatch(/^\\n/m);
    // They are read under any locale.
    expect(script).toMatch(/^[\x20-\x7e\n]*$/);
  }
});
