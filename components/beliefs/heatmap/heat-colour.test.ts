import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, type Oklch, parseOklch } from "../../testing/contrast.ts";
import { maxColourPercent } from "./heat-colour.ts";

const css = readFileSync(new URL("../../ui/tokens.css", import.meta.url), "utf8");

describe.each([
  ["light", ":root {"],
  ["dark", ':root[data-theme="dark"] {'],
])("a cell of the heatmap in the %s theme", (_theme, opening) => {
  const start = css.indexOf(opening);
  const block = css.slice(start, css.indexOf("}", start));
  const token = (name: string) => parseOklch(/: ([^;]+);/.exec(block.slice(block.indexOf(`--${name}:`)))?.[1] ?? "");

  it.each(["people", "models", "ink-soft"])("can be read on the deepest colour of %s", (side) => {
    const ground = mixed(token(side), token("surface"), maxColourPercent / 100);
    expect(contrast(ground, token("ink"))).toBeGreaterThanOrEqual(4.5);
  });
});

/** CSS Color 5's color-mix in OKLab. */
function mixed(one: Oklch, other: Oklch, share: number): Oklch {
  const place = ({ lightness, chroma, hue }: Oklch) => {
    const angle = (hue * Math.PI) / 180;
    return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)] as const;
  };
  const [first, second] = [place(one), place(other)];
  const [lightness, a, b] = first.map((value, index) => value * share + (second[index] ?? 0) * (1 - share));
  return {
    lightness: lightness ?? 0,
    chroma: Math.hypot(a ?? 0, b ?? 0),
    hue: (Math.atan2(b ?? 0, a ?? 0) * 180) / Math.PI,
  };
}
