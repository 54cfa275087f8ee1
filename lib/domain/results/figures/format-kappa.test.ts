import { expect, it } from "vitest";
import { cohenKappa } from "../../statistics/agreement/cohen-kappa.ts";
import { formatKappa } from "./format-kappa.ts";

it("gives kappa its interval, and says why where there is none", () => {
  expect(formatKappa({ kappa: 0.5, se: 0.1 })).toEqual({ value: "0.50", interval: "0.30 to 0.70 (95%)", reason: null });
  expect(formatKappa({ kappa: 0.9, se: 0.2 }).interval).toBe("0.51 to 1.00 (95%)");
  expect(formatKappa({ kappa: -0.2, se: 0.1 }).interval).toBe("\u22120.40 to 0.00 (95%)");
  // A rare answer: the large-sample interval would cover 50 to 76% instead of 95%.
  const rare = Array.from({ length: 40 }, (_, index) => (index < 4 ? "a" : "b"));
  const other = Array.from({ length: 40 }, (_, index) => (index > 0 && index < 5 ? "a" : "b"));
  expect(formatKappa(cohenKappa(rare, other))).toMatchObject({
    interval: null,
    reason: expect.stringContaining("too rare"),
  });
  const many = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? "a" : "b"));
  expect(formatKappa(cohenKappa(many, many.with(0, "b"))).interval).not.toBeNull();
  const perfect = formatKappa(cohenKappa(["a", "b"], ["a", "b"]));
  expect(perfect).toEqual({
    value: "1.00",
    interval: null,
    reason: "No interval: all answers agree.",
  });
  const oneSided = formatKappa(cohenKappa(["a", "a", "a"], ["a", "a", "b"]));
  expect(oneSided).toMatchObject({ value: "0.00", interval: null, reason: expect.not.stringContaining("agree") });
  expect(formatKappa(cohenKappa(["a", "a"], ["a", "a"]))).toMatchObject({ value: null, interval: null });
});
