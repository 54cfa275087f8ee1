import { describe, expect, it } from "vitest";
import { answerCall } from "../calls/answer-call.ts";
import cases from "../fixtures/random-effects.json" with { type: "json" };
import { randomEffects } from "./random-effects.ts";

describe("the random-effects summary", () => {
  it.each(cases)("agrees with R: $name", ({ estimates, variances, output }) => {
    const found = answerCall("random_effects", { estimates, variances }) as Record<string, number | null>;
    expect(Object.keys(found).sort()).toEqual(Object.keys(output).sort());
    for (const [name, wanted] of Object.entries(output))
      if (wanted === null) expect(found[name]).toBeNull();
      else expect(Math.abs(found[name]! - wanted), name).toBeLessThanOrEqual(1e-12 + 1e-9 * Math.abs(wanted));
  });

  it("agrees with the values that metafor prints for the trials of the vaccine", () => {
    const { estimates, variances } = cases[0]!;
    const { estimate, tau2, q } = randomEffects(estimates, variances);
    expect([estimate, tau2, q].map((value) => value.toFixed(4))).toEqual(["-0.7145", "0.3132", "152.2330"]);
  });

  it("does not depend on the order of the sites, and moves with the estimates", () => {
    const { estimates, variances } = cases[1]!;
    const found = randomEffects(estimates, variances);
    const reversed = randomEffects([...estimates].reverse(), [...variances].reverse());
    expect(reversed.estimate).toBeCloseTo(found.estimate, 12);
    const moved = randomEffects(
      estimates.map((one) => one + 3),
      variances,
    );
    expect(moved.estimate).toBeCloseTo(found.estimate + 3, 12);
    expect(moved.tau2).toBeCloseTo(found.tau2, 12);
  });

  it("refuses what has no summary", () => {
    expect(() => randomEffects([1], [1])).toThrow("at least two");
    expect(() => randomEffects([1, 2], [1])).toThrow("1 variances");
    expect(() => randomEffects([1, 2], [1, 0])).toThrow("positive");
    expect(() => randomEffects([1, Number.NaN], [1, 1])).toThrow("finite");
  });
});
