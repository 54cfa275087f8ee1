import { expect, it } from "vitest";
import { SeenNames } from "./seen-names.ts";

it("names that were seen are known with the number that they came with first, however many there are", () => {
  const seen = new SeenNames();
  const names = Array.from({ length: 20_000 }, (_, number) => `name ${number}`);
  for (const [place, name] of names.entries()) expect(seen.firstOf(name, place % 7)).toBe(place % 7);
  for (const [place, name] of names.entries()) expect(seen.firstOf(name, 9)).toBe(place % 7);
  expect(seen.has("name 19999")).toBe(true);
  expect(seen.has("name 20000")).toBe(false);
  seen.add("name 20000");
  expect([seen.has("name 20000"), seen.firstOf("name 20000", 3)]).toEqual([true, 0]);
});
