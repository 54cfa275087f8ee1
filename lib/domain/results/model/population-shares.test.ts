import { describe, expect, it } from "vitest";
import { readPopulationShares, writePopulationShares } from "./population-shares.ts";

describe("shares of a population", () => {
  it("are read with any mark, as shares or per cent, with a header or without, and scaled to 1", () => {
    const expected = { ok: true, shares: { gender: { female: 0.51, male: 0.49 } } };
    for (const text of [
      "gender,female,0.51\ngender,male,0.49",
      "attribute;value;share\ngender;female;51%\ngender;male;49%\n",
      'gender\t"female"\t.51\r\ngender\tmale\t.49',
    ])
      expect(readPopulationShares(text)).toEqual(expected);
    const rounded = readPopulationShares("age,18-29,0.33\nage,30-44,0.33\nage,45+,0.33");
    expect(rounded.ok && rounded.shares.age!["45+"]).toBeCloseTo(1 / 3, 12);
  });

  it("come back from what they are written as", () => {
    const shares = {
      gender: { female: 0.5, male: 0.5 },
      'region, "old"': { "North, East": 0.25, "South; West; Centre; Islands": 0.75 },
    };
    expect(readPopulationShares(writePopulationShares(shares))).toEqual({ ok: true, shares });
    expect(readPopulationShares("")).toEqual({ ok: true, shares: {} });
  });

  it("are refused with the line or the attribute that is wrong", () => {
    for (const [text, message] of [
      ["gender,female", "Line 1 must be an attribute, a value and a share."],
      ["gender,female,0.5\ngender,female,0.5", "Line 2 repeats the share of “female”."],
      ["gender,female,1.5", "Line 1 must end with a share"],
      ["gender,female,0.4\ngender,male,0.4", "The shares of “gender” sum to 80.0%"],
      ["gender,female,1", "“gender” needs two values"],
    ] as const)
      expect(readPopulationShares(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });
});
