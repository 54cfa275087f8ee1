import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, isInGamut, parseOklch } from "../../testing/contrast.ts";

const tokens = readFileSync(new URL("../../ui/tokens.css", import.meta.url), "utf8");
const colours = readFileSync(new URL("./explorer.css", import.meta.url), "utf8");

describe.each([
  ["light", ":root {"],
  ["dark", ':root[data-theme="dark"] {'],
])("the explorer's colours in the %s theme", (_name, opening) => {
  const grounds = valuesOf(tokens, opening);
  const own = Object.entries(valuesOf(colours, opening));

  it("stand out from every ground well enough for their labels to be read", () => {
    expect(own).toHaveLength(8);
    for (const [, value] of own) {
      for (const ground of ["surface", "paper"]) {
        expect(contrast(parseOklch(value), parseOklch(grounds[ground]!))).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it("can be shown by every screen", () => {
    expect(own.filter(([, value]) => !isInGamut(parseOklch(value)))).toEqual([]);
  });
});

describe("the explorer's dark colours", () => {
  it("are the same whether the system or the person asks", () => {
    expect(valuesOf(colours, ':root:not([data-theme="light"]) {')).toEqual(
      valuesOf(colours, ':root[data-theme="dark"] {'),
    );
  });
});

function valuesOf(css: string, opening: string): Record<string, string> {
  const start = css.indexOf(opening) + opening.length;
  const block = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+):\s*(oklch\([^;]+\));/g)].map(([, name, value]) => [name, value!]),
  );
}
