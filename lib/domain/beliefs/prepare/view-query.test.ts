import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sliceFacets } from "../scoring/score-details.ts";
import { categories } from "../typology.ts";
import { type BeliefQuery, defaultBeliefQuery, formatBeliefQuery, parseBeliefQuery } from "./view-query.ts";

const id = fc.option(fc.uuid(), { nil: null });
const query: fc.Arbitrary<BeliefQuery> = fc.record({
  rule: fc.constantFrom("first-word" as const, "substring" as const),
  parity: fc.constantFrom("all" as const, "matching" as const),
  people: fc.oneof(id, fc.constant("none")),
  least: fc.integer({ min: 1, max: 1_000 }),
  show: fc.constantFrom("rate" as const, "difference" as const),
  test: fc.constantFrom("exact" as const, "monte-carlo" as const),
  among: fc.constantFrom("all" as const, "base" as const, "instruct" as const),
  by: fc.constantFrom(...sliceFacets),
  couple: id,
  observer: fc.oneof(id, fc.constant("people")),
  category: fc.option(fc.constantFrom(...categories.map((category) => category.id)), { nil: null }),
  page: fc.integer({ min: 1, max: 1_000 }),
});

describe("the address of a figure", () => {
  it("says again what was asked", () => {
    fc.assert(
      fc.property(query, (asked) => {
        const fields = Object.fromEntries(new URLSearchParams(formatBeliefQuery(asked)));
        expect(parseBeliefQuery(fields)).toEqual(asked);
      }),
    );
  });

  it("is short where nothing is chosen, and does not break on nonsense", () => {
    expect(formatBeliefQuery(defaultBeliefQuery)).toBe("");
    expect(
      parseBeliefQuery({
        rule: "guess",
        people: "-".repeat(36),
        couple: "0".repeat(36),
        least: "-1",
        page: "1e9",
        observer: ["a", "b"],
        category: "Loud!",
      }),
    ).toEqual(defaultBeliefQuery);
  });
});
