import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatBonusesAsCsv, maxBonuses, readBonuses, readCents } from "./prolific-draft.ts";

const id = "60ffe5c8371090c7041d43f8";

describe("bonuses", () => {
  it("are read from lines of an ID and an amount", () => {
    expect(readBonuses(`${id}, 1.5\r\n\r\n${id.replace("6", "7")};30`)).toEqual({
      bonuses: [
        { id, cents: 150 },
        { id: id.replace("6", "7"), cents: 3_000 },
      ],
    });
  });

  it.each([
    ["no line", ""],
    ["an e-mail address", "a@example.org, 1"],
    ["nothing", `${id}, 0.00`],
    ["a negative amount", `${id}, -1`],
    ["three decimals", `${id}, 1.505`],
    ["a decimal comma", `${id}; 1,50`],
    ["a formula", `=${id}, 1`],
    ["the same person twice", `${id}, 1\n${id}, 1`],
    [
      "too many",
      Array.from({ length: maxBonuses + 1 }, (_, at) => `${at.toString(16).padStart(24, "0")}, 1`).join("\n"),
    ],
  ])("with %s are refused", (_, text) => {
    expect(readBonuses(text)).toHaveProperty("problem");
  });

  it("are written as the amounts that were read", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), (cents) => {
        const [written, amount = ""] = formatBonusesAsCsv([{ id, cents }]).split(",");
        expect([written, readCents(amount)]).toEqual([id, cents]);
      }),
    );
  });
});
