import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DesignCounts, listMarginalCounts, nearestExact } from "../design.ts";
import { planStratumSlots } from "./plan-slots.ts";

const countsArbitrary = fc
  .record({
    strata: fc.integer({ min: 1, max: 9 }),
    items: fc.integer({ min: 1, max: 12 }),
    conditions: fc.integer({ min: 1, max: 5 }),
    perStratumItem: fc.integer({ min: 1, max: 14 }),
    session: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ session, ...counts }): DesignCounts => ({ ...counts, itemsPerSession: Math.min(session, counts.items) }));

function tally(counts: DesignCounts, key: (stratum: number, item: number, condition: number) => string) {
  const cells = new Map<string, number>();
  for (let stratum = 0; stratum < counts.strata; stratum += 1) {
    for (const placement of planStratumSlots(counts, stratum, "seed").flat()) {
      const name = key(stratum, placement.item, placement.condition);
      cells.set(name, (cells.get(name) ?? 0) + 1);
    }
  }
  return cells;
}

/** Smallest and largest count over all cells, including cells with zero. */
function range(cells: Map<string, number>, possible: number) {
  const values = [...cells.values()];
  return { low: cells.size < possible ? 0 : Math.min(...values), high: Math.max(0, ...values) };
}

describe("slots", () => {
  it("keep every margin of the plan, for any design", () => {
    fc.assert(
      fc.property(countsArbitrary, (counts) => {
        const [stratumItem, itemCondition, finest] = listMarginalCounts(counts);
        const { strata, items, conditions } = counts;
        expect(
          range(
            tally(counts, (s, i) => `${s} ${i}`),
            strata * items,
          ),
        ).toEqual(pick(stratumItem));
        expect(
          range(
            tally(counts, (_s, i, c) => `${i} ${c}`),
            items * conditions,
          ),
        ).toEqual(pick(itemCondition));
        expect(
          range(
            tally(counts, (s, i, c) => `${s} ${i} ${c}`),
            strata * items * conditions,
          ),
        ).toEqual(pick(finest));
      }),
    );
  });

  it("never put one item twice into a session", () => {
    fc.assert(
      fc.property(countsArbitrary, fc.string(), (counts, seed) => {
        for (const slot of planStratumSlots(counts, 0, seed)) {
          expect(new Set(slot.map((placement) => placement.item)).size).toBe(slot.length);
        }
      }),
    );
  });

  it("hold each item once in every block of single-item sessions", () => {
    const counts = { strata: 2, items: 10, conditions: 4, perStratumItem: 6, itemsPerSession: 1 };
    const items = planStratumSlots(counts, 1, "blocks").map((slot) => slot[0]?.item);
    for (let block = 0; block < 6; block += 1) {
      expect([...items.slice(block * 10, block * 10 + 10)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
  });

  it("come out the same for the same seed and differ for another", () => {
    const counts = { strata: 1, items: 20, conditions: 4, perStratumItem: 8, itemsPerSession: 1 };
    expect(planStratumSlots(counts, 0, "a")).toEqual(planStratumSlots(counts, 0, "a"));
    expect(planStratumSlots(counts, 0, "a")).not.toEqual(planStratumSlots(counts, 0, "b"));
  });

  it("give Street et al.'s 52 per item and condition and 26 per stratum and item", () => {
    const counts = { strata: 8, items: 140, conditions: 4, perStratumItem: 26, itemsPerSession: 1 };
    expect(listMarginalCounts(counts)).toEqual([
      { name: "stratum x item", low: 26, high: 26, isExact: true },
      { name: "item x condition", low: 52, high: 52, isExact: true },
      { name: "stratum x item x condition", low: 6, high: 7, isExact: false },
      { name: "sessions", low: 29120, high: 29120, isExact: true },
    ]);
    expect(nearestExact({ ...counts, strata: 3, perStratumItem: 26 })).toEqual({ below: 24, above: 28 });
  });

  it("balance conditions inside a stratum within one", () => {
    const counts = { strata: 8, items: 140, conditions: 4, perStratumItem: 26, itemsPerSession: 1 };
    const byCondition = tally(counts, (s, _i, c) => `${s} ${c}`);
    expect(range(byCondition, 32)).toEqual({ low: 910, high: 910 });
  });
});

function pick(margin: { low: number; high: number } | undefined) {
  return { low: margin?.low, high: margin?.high };
}
