import { expect, it } from "vitest";
import { kappaOfPair } from "../../statistics/agreement/kappa-goodness-of-fit.ts";
import { formatKappa } from "./format-kappa.ts";

it("gives kappa its interval, and says why where there is none", () => {
  expect(formatKappa({ kappa: 0.5, se: 0.1 })).toEqual({ value: "0.50", interval: "0.30 to 0.70 (95%)", reason: null });
  expect(formatKappa({ kappa: 0.9, se: 0.2 }).interval).toBe("0.51 to 1.00 (95%)");
  expect(formatKappa({ kappa: -0.2, se: 0.1 }).interval).toBe("\u22120.40 to 0.00 (95%)");
  // A rare answer: the large-sample interval would cover 50 to 76% instead of 95%, so the goodness-of-fit interval is
  // shown.
  const rare = Array.from({ length: 40 }, (_, index) => (index < 4 ? "a" : "b"));
  const other = Array.from({ length: 40 }, (_, index) => (index > 0 && index < 5 ? "a" : "b"));
  expect(formatKappa(kappaOfPair(rare, other))).toMatchObject({
    interval: "0.28 to 0.92 (95%)",
    reason: null,
  });
  // It requires similar shares of the answers.
  const unlike = rare.map((value, index) => (index < 16 ? "a" : value));
  expect(formatKappa(kappaOfPair(unlike, other))).toMatchObject({
    interval: null,
    reason: expect.stringContaining("too rare"),
  });
  // Three categories: the large-sample interval.
  const three = Array.from({ length: 400 }, (_, index) => index % 3);
  const { kappa, se } = kappaOfPair(three, three.with(0, 2));
  expect(formatKappa(kappaOfPair(three, three.with(0, 2)))).toEqual(formatKappa({ kappa, se }));
  expect(formatKappa(kappaOfPair([1, 0, 1], [1, 0, 0]))).toMatchObject({ interval: null });
  const many = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? "a" : "b"));
  expect(formatKappa(kappaOfPair(many, many.with(0, "b"))).interval).not.toBeNull();
  expect(formatKappa(kappaOfPair(rare, rare))).toMatchObject({ value: "1.00", interval: "0.59 to 1.00 (95%)" });
  expect(formatKappa(kappaOfPair(["a", "b", "c"], ["a", "b", "c"]))).toEqual({
    value: "1.00",
    interval: null,
    reason: "No interval: all answers agree.",
  });
  const oneSided = formatKappa(kappaOfPair(["a", "a", "a"], ["a", "a", "b"]));
  expect(oneSided).toMatchObject({ value: "0.00", interval: null, reason: expect.not.stringContaining("agree") });
  expect(formatKappa(kappaOfPair(["a", "a"], ["a", "a"]))).toMatchObject({ value: null, interval: null });
});
