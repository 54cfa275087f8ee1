import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  crossStrata,
  type DesignCounts,
  designSchema,
  findStratum,
  listMarginalCounts,
  nearestExact,
} from "./design.ts";
import { street2024Design } from "./presets/street-2024.ts";
import { planStratumSlots } from "./slots/plan-slots.ts";

const counts = fc
  .record({
    strata: fc.integer({ min: 1, max: 9 }),
    items: fc.integer({ min: 1, max: 12 }),
    conditions: fc.integer({ min: 1, max: 5 }),
    perStratumItem: fc.integer({ min: 1, max: 14 }),
    session: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ session, ...rest }): DesignCounts => ({ ...rest, itemsPerSession: Math.min(session, rest.items) }));

describe("a stratum", () => {
  const strata = crossStrata([
    {
      key: "age",
      options: [
        { value: "18-29", label: "18 to 29" },
        { value: "30-39", label: "30 to 39" },
      ],
    },
    { key: "gender", options: [{ value: "female", label: "Female" }] },
  ]);

  it("is made for every combination, named by its answers", () => {
    expect(strata.map((stratum) => stratum.key)).toEqual(["18-29/female", "30-39/female"]);
    expect(strata[1]).toMatchObject({ label: "30 to 39, Female", criteria: { age: "30-39", gender: "female" } });
    expect(crossStrata([])).toEqual([{ key: "", label: "", criteria: {} }]);
  });

  it("is found when all its answers are given, and not when one is missing or another", () => {
    expect(findStratum(strata, { age: "30-39", gender: "female", other: "x" })?.key).toBe("30-39/female");
    expect(findStratum(strata, { age: "30-39" })).toBeNull();
    expect(findStratum(strata, { age: "30-39", gender: "male" })).toBeNull();
    expect(findStratum([], { age: "30-39" })).toBeNull();
  });

  it("without criteria takes everybody, and the first that fits wins", () => {
    const all = { key: "all", criteria: {} };
    expect(findStratum([all, ...strata], { age: "30-39", gender: "female" })).toBe(all);
  });
});

describe("the schema of a design", () => {
  const design = street2024Design("seed");

  it("takes Street's design and holds each bound on both sides", () => {
    const accepts = (change: object) => designSchema.safeParse({ ...design, ...change }).success;
    expect(accepts({})).toBe(true);
    expect(accepts({ perStratumItem: 1 })).toBe(true);
    expect(accepts({ perStratumItem: 0 })).toBe(false);
    expect(accepts({ perStratumItem: 10_000 })).toBe(true);
    expect(accepts({ perStratumItem: 10_001 })).toBe(false);
    expect(accepts({ perStratumItem: 1.5 })).toBe(false);
    expect(accepts({ itemsPerSession: 500 })).toBe(true);
    expect(accepts({ itemsPerSession: 501 })).toBe(false);
    expect(accepts({ itemsPerSession: 0 })).toBe(false);
    expect(accepts({ strata: [] })).toBe(false);
    expect(accepts({ seed: "" })).toBe(false);
    expect(accepts({ factors: [] })).toBe(true);
    expect(accepts({ factors: [{ name: "story", levels: [] }] })).toBe(false);
    expect(accepts({ surprise: 1 })).toBe(false);
  });
});

describe("the margins of a design", () => {
  it("promise as many sessions as are generated", () => {
    fc.assert(
      fc.property(counts, (one) => {
        const generated = one.strata * planStratumSlots(one, 0, "seed").length;
        const sessions = listMarginalCounts(one).find((margin) => margin.name === "sessions");
        expect(sessions?.high).toBe(generated);
        expect(sessions?.isExact).toBe((one.items * one.perStratumItem) % one.itemsPerSession === 0);
        if (sessions?.isExact) expect(sessions.low).toBe(generated);
      }),
    );
  });

  it("are exact exactly when their cells are equal", () => {
    fc.assert(
      fc.property(counts, (one) => {
        for (const margin of listMarginalCounts(one)) {
          if (margin.name === "sessions") continue;
          expect(margin.high - margin.low).toBe(margin.isExact ? 0 : 1);
        }
      }),
    );
  });

  it("come out exactly at the nearest numbers offered, and nowhere between", () => {
    const isWhole = (one: DesignCounts, perStratumItem: number) =>
      (one.strata * perStratumItem) % one.conditions === 0 && (one.items * perStratumItem) % one.itemsPerSession === 0;
    fc.assert(
      fc.property(counts, (one) => {
        const { below, above } = nearestExact(one);
        expect(isWhole(one, above)).toBe(true);
        if (below !== null) expect(isWhole(one, below)).toBe(true);
        for (let between = (below ?? 0) + 1; between < above; between += 1) expect(isWhole(one, between)).toBe(false);
        expect(above).toBeGreaterThanOrEqual(one.perStratumItem);
        expect(below ?? 0).toBeLessThanOrEqual(one.perStratumItem);
      }),
    );
  });

  it("offer nothing below one", () => {
    const one = { strata: 1, items: 3, conditions: 4, perStratumItem: 3, itemsPerSession: 1 };
    expect(nearestExact(one)).toEqual({ below: null, above: 4 });
  });
});
