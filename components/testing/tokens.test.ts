import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { contrast, isInGamut, parseOklch } from "./contrast.ts";

const css = readFileSync(new URL("../ui/tokens.css", import.meta.url), "utf8");
const light = tokensOf(":root {");
const dark = tokensOf(':root[data-theme="dark"] {');
const darkBySystem = tokensOf(':root:not([data-theme="light"]) {');

const grounds = ["paper", "surface", "sunken"];
const washes = ["people", "models", "info", "good", "warn", "bad"].map((name) => `${name}-wash`);

/** Text needs 4.5 : 1 (WCAG 1.4.3); borders of controls, focus rings and marks in charts need 3 : 1 (1.4.11). */
const pairs: [front: string, back: string, least: number][] = [
  ...[...grounds, ...washes].map((back): [string, string, number] => ["ink", back, 7]),
  ...[...grounds, ...washes].map((back): [string, string, number] => ["ink-soft", back, 4.5]),
  ...["people-ink", "models-ink", "info", "good", "warn", "bad"].flatMap((front) =>
    grounds.map((back): [string, string, number] => [front, back, 4.5]),
  ),
  ["people-ink", "people-wash", 4.5],
  ["models-ink", "models-wash", 4.5],
  ...["info", "good", "warn", "bad"].map((name): [string, string, number] => [name, `${name}-wash`, 4.5]),
  ["on-ink", "ink", 7],
  ["on-ink", "bad", 4.5],
  ...["edge", "focus", "people", "models"].flatMap((front) =>
    grounds.map((back): [string, string, number] => [front, back, 3]),
  ),
];

describe.each([
  ["light", light],
  ["dark", dark],
])("the %s theme", (_name, tokens) => {
  it.each(pairs)("shows %s on %s with at least %d : 1", (front, back, least) => {
    expect(contrast(parseOklch(tokens[front]!), parseOklch(tokens[back]!))).toBeGreaterThanOrEqual(least);
  });

  it("uses colours that every screen can show, so that what is computed is what is seen", () => {
    const beyond = Object.entries(tokens).filter(
      ([, value]) => value.startsWith("oklch(") && !isInGamut(parseOklch(value)),
    );
    expect(beyond).toEqual([]);
  });

  it("keeps people and models apart in grey, for print and for those who see no colour", () => {
    expect(contrast(parseOklch(tokens.people!), parseOklch(tokens.models!))).toBeGreaterThan(1.25);
  });
});

describe("the token file", () => {
  it("gives the same dark theme to those whose system asks and those who choose it", () => {
    expect(darkBySystem).toEqual(dark);
  });

  it("gives every colour of the light theme a dark value", () => {
    const colours = Object.keys(light).filter((name) => light[name]!.startsWith("oklch("));
    expect(Object.keys(dark)).toEqual(expect.arrayContaining(colours));
  });

  it("is small enough to be part of a participant's first screen", () => {
    expect(gzipSync(css).byteLength).toBeLessThan(3_000);
  });
});

function tokensOf(opening: string): Record<string, string> {
  const start = css.indexOf(opening) + opening.length;
  const block = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value!]),
  );
}
