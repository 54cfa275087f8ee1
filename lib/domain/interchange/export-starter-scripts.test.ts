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
    // Only real line ends are line ends; those inside texts stay escaped.
    expect(script.split("\n").length).toBeGreaterThan(60);
    expect(script).not.toMatch(/^\\n/m);
    // They are read with any locale.
    expect(script).toMatch(/^[\x20-\x7e\n]*$/);
  }
});
