import fc from "fast-check";
import { expect, it } from "vitest";
import { anyCharacter } from "./any-character.ts";

it("gives whole characters from every plane, and the dangerous words among longer texts", () => {
  const characters = fc.sample(anyCharacter, { seed: 1, numRuns: 2_000 });
  expect(characters.filter((one) => [...one].length !== 1 || !one.isWellFormed())).toEqual([]);
  expect(new Set(characters.map((one) => (one.codePointAt(0) ?? 0) >> 16)).size).toBe(17);
  const texts = fc.sample(fc.string({ unit: anyCharacter }), { seed: 1, numRuns: 2_000 });
  expect(texts.some((text) => text.includes("__proto__"))).toBe(true);
});
