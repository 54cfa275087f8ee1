import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { disabledFeatures } from "../lib/supervisor/find-browser.ts";

it("the browser of the tests is without all that Playwright switches off", () => {
  const playwright = createRequire(createRequire(import.meta.url).resolve("playwright/package.json"));
  const core = dirname(playwright.resolve("playwright-core/package.json"));
  const source = readFileSync(join(core, "lib/coreBundle.js"), "utf8");
  const list = /^ *disabledFeatures = \[([^\]]*)\]/m.exec(source)?.[1] ?? "";
  const theirs = [...list.matchAll(/^ *"(\w+)"/gm)].map(([, name]) => name);
  expect(theirs.length).toBeGreaterThan(10);
  expect(disabledFeatures).toEqual(expect.arrayContaining(theirs));
});
