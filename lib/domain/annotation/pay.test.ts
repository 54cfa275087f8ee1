import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { payFor } from "./pay.ts";

const hour = 3_600_000;

describe("pay", () => {
  it("is by the hour of active time, with nothing to top up", () => {
    expect(payFor({ payPerHour: 1_500, payPerItem: null }, { activeMs: hour / 2, items: 40 })).toEqual({
      by: "hour",
      earned: 750,
      perHour: 1_500,
      topUp: 0,
      total: 750,
    });
  });

  it("is by the item, topped up to the floor of an hour", () => {
    const settings = { payPerHour: 1_500, payPerItem: 50 };
    expect(payFor(settings, { activeMs: hour, items: 20 })).toEqual({
      by: "item",
      earned: 1_000,
      perHour: 1_000,
      topUp: 500,
      total: 1_500,
    });
    expect(payFor(settings, { activeMs: hour, items: 30 })).toMatchObject({ topUp: 0, total: 1_500 });
    expect(payFor(settings, { activeMs: hour, items: 31 })).toMatchObject({ topUp: 0, total: 1_550 });
  });

  it("has no floor where none is set, no pay where nothing is, and no rate without time", () => {
    expect(payFor({ payPerHour: null, payPerItem: 50 }, { activeMs: hour, items: 1 })).toMatchObject({ topUp: 0 });
    expect(payFor({ payPerHour: null, payPerItem: null }, { activeMs: hour, items: 1 })).toBeNull();
    expect(payFor({ payPerHour: 1_500, payPerItem: 50 }, { activeMs: 0, items: 2 })).toEqual({
      by: "item",
      earned: 100,
      perHour: null,
      topUp: 0,
      total: 100,
    });
  });

  it("never comes to less than the floor for the time worked, nor to less than the items earned", () => {
    const amounts = fc.record({
      floor: fc.nat(5_000),
      item: fc.nat(500),
      activeMs: fc.nat(200 * hour),
      items: fc.nat(900),
    });
    fc.assert(
      fc.property(amounts, ({ floor, item, activeMs, items }) => {
        const total = payFor({ payPerHour: floor, payPerItem: item }, { activeMs, items })?.total ?? -1;
        expect(total).toBeGreaterThanOrEqual(items * item);
        expect(total + 0.001).toBeGreaterThanOrEqual((activeMs / hour) * floor);
      }),
    );
  });
});
