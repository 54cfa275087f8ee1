import { describe, expect, it } from "vitest";
import { capitalize } from "./capitalize.ts";
import { describeEstimate, estimateSentence, formatPart } from "./estimates.ts";
import {
  formatInterval,
  formatNumber,
  formatP,
  formatPInSentence,
  formatPoints,
  formatRange,
  formatRightOf,
  formatShare,
  formatShort,
  formatStatistic,
} from "./figures.ts";
import { formatCost, formatMoney, formatUsd } from "./money.ts";
import { formatDay, formatDuration, formatLongDay, formatMinute, formatSecond, formatSeconds } from "./times.ts";

it("writes a true minus sign, never a negative zero, and a dash where there is no value", () => {
  expect([formatNumber(-1.25, 2), formatNumber(-2.2e-16), formatNumber(null)]).toEqual(["\u22121.25", "0.0", "–"]);
  expect([formatPoints(-2.2e-16), formatPoints(0.0004), formatPoints(0.064), formatPoints(-0.02)]).toEqual([
    "0.0",
    "0.0",
    "+6.4",
    "\u22122.0",
  ]);
  expect([formatShare(0.9286), formatShare(0.5, 0), formatShare(null)]).toEqual(["92.9%", "50%", "–"]);
  expect(formatInterval({ low: -0.0001, high: 0.964 })).toBe("0.0 to 96.4");
  expect([formatShort(2.5), formatShort(-3), formatShort(-0.0001)]).toEqual(["2.5", "\u22123", "0"]);
  expect([formatStatistic(0), formatStatistic(0.00001234), formatStatistic(-1.5)]).toEqual([
    "0.000",
    "1.2e-5",
    "\u22121.500",
  ]);
});

it("writes p, ranges and capitals", () => {
  expect([formatP(0.0342), formatP(0.00001), formatPInSentence(0.0342), formatPInSentence(0.00001)]).toEqual([
    "0.034",
    "< 0.001",
    "p = 0.034",
    "p < 0.001",
  ]);
  expect([formatRange({ low: 26, high: 26 }), formatRange({ low: 24, high: 2700 })]).toEqual(["26", "24 to 2,700"]);
  expect([capitalize("people"), capitalize("\u{10428}x"), capitalize("")]).toEqual(["People", "\u{10400}x", ""]);
});

it("writes instants in UTC, durations and money", () => {
  const at = new Date("2026-11-23T14:05:09.120Z");
  expect([formatDay(at), formatMinute(at), formatSecond(at), formatLongDay(at)]).toEqual([
    "2026-11-23",
    "2026-11-23 14:05 UTC",
    "2026-11-23 14:05:09 UTC",
    "23 November 2026",
  ]);
  expect([formatSeconds(61_000), formatDuration(61_000), formatDuration(9_949)]).toEqual([
    "61.0 s",
    "1 min 1 s",
    "9.9 s",
  ]);
  expect([formatMoney(1250, "EUR"), formatMoney(1250, "JPY"), formatCost(1250.4, "EUR"), formatUsd(0.0123)]).toEqual([
    "€12.50",
    "¥1,250",
    "€1,250",
    "US$ 0.0123",
  ]);
});

it("describes a sum with fractions not as a count", () => {
  expect(formatRightOf({ correct: 2_790, n: 2_800 })).toBe("2,790 of 2,800");
  expect(formatRightOf({ correct: 278.5, n: 280 })).toBe("mean of 280");
  expect(formatRightOf({ correct: 184.66666666666669, n: 280 })).toBe("mean of 280");
});

describe("an estimate", () => {
  it("is shown with its interval and n", () => {
    const share = describeEstimate({ value: 0.929, low: 0.872, high: 0.964 }, 28);
    expect(share).toEqual({ value: "92.9%", interval: "87.2 to 96.4", note: null, n: "n = 28" });
    expect(estimateSentence(share)).toBe("92.9% (95% interval 87.2 to 96.4; n = 28)");
  });

  it("is shown with the reason for having no interval, or no value", () => {
    const few = { low: null, high: null, reason: "fewer than two stories" };
    expect(estimateSentence(describeEstimate({ value: -0.02, ...few }, "3 items", { unit: "points" }))).toBe(
      "\u22122.0 (fewer than two stories; 3 items)",
    );
    expect(describeEstimate({ value: null, ...few }, 0)).toMatchObject({ value: "–", interval: few.reason });
    expect(describeEstimate({ value: 0.5, low: null, high: null }, 2).interval).toBe("no interval");
  });

  it("keeps a note about an interval that exists", () => {
    const note = "approximate: 6 stories";
    expect(describeEstimate({ value: 1.5, low: 1, high: 2, reason: note }, 6, { unit: "seconds" })).toEqual({
      value: "1.5 s",
      interval: "1.0 to 2.0",
      note,
      n: "n = 6",
    });
  });

  it("is a part of a count only with that count", () => {
    expect([formatPart(12, 30), formatPart(0, 0)]).toEqual(["12 of 30 (40.0%)", "0 of 0"]);
  });
});
