import { expect, it } from "vitest";
import { readGoldKeys } from "./read-gold-keys.ts";

it("reads the keys of a form, and refuses an emptied text instead of removing the keys", () => {
  const refused = (message: string) =>
    expect.objectContaining({ code: "invalid", field: "goldAnswer", message: expect.stringContaining(message) });
  expect(readGoldKeys(undefined)).toBeNull();
  expect(readGoldKeys('{"tone": ["glad", "calm"]}')).toEqual({ tone: ["glad", "calm"] });
  expect(() => readGoldKeys("  ")).toThrow(refused("Make it an ordinary item again"));
  for (const text of ["{}", "glad", "[1]"]) expect(() => readGoldKeys(text)).toThrow(refused("must be a JSON object"));
});
