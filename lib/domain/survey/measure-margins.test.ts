import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listMarginalCounts } from "./design.ts";
import { measureMargins } from "./measure-margins.ts";
import { planStratumSlots } from "./slots/plan-slots.ts";

describe("counted margins", () => {
  it("are the ones that the design foretells, where the design generates the slots", () => {
    const counts = fc.record({
      strata: fc.integer({ min: 1, max: 4 }),
      items: fc.integer({ min: 1, max: 12 }),
      conditions: fc.integer({ min: 1, max: 4 }),
      perStratumItem: fc.integer({ min: 1, max: 9 }),
      itemsPerSession: fc.constant(1),
    });
    fc.assert(
      fc.property(counts, fc.string(), (design, seed) => {
        const strata = Array.from({ length: design.strata }, (_, stratum) => planStratumSlots(design, stratum, seed));
        const measured = measureMargins(strata, design);
        for (const foretold of listMarginalCounts(design)) {
          const margin = measured.find(({ name }) => name === foretold.name);
          expect(margin?.low).toBeGreaterThanOrEqual(foretold.low);
          expect(margin?.high).toBeLessThanOrEqual(foretold.high);
          if (foretold.isExact) expect(margin).toEqual(foretold);
        }
      }),
    );
  });

  it("tell lists that leave an item out", () => {
    const lists = [[{ item: 0, condition: 0 }], [{ item: 0, condition: 1 }], [{ item: 1, condition: 1 }]];
    expect(measureMargins([lists], { items: 3, conditions: 2 })).toEqual([
      { name: "stratum x item", low: 0, high: 2, isExact: false },
      { name: "item x condition", low: 0, high: 1, isExact: false },
      { name: "stratum x item x condition", low: 0, high: 1, isExact: false },
      { name: "sessions", low: 3, high: 3, isExact: true },
    ]);
  });

  it("refuse an item that the study does not have", () => {
    expect(() => measureMargins([[[{ item: 2, condition: 0 }]]], { items: 2, conditions: 1 })).toThrow(RangeError);
  });
});
