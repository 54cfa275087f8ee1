import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeRestartDelay } from "./restart-delay.ts";

describe("the pause before a restart", () => {
  it("grows after the third end and stays at a minute", () => {
    const delays = Array.from({ length: 12 }, (_, index) => computeRestartDelay(Array(index + 1).fill(0), 1));
    expect(delays).toEqual([0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it("counts for each of several processes, and forgets after five minutes", () => {
    expect(computeRestartDelay(Array(12).fill(0), 1, 4)).toBe(0);
    expect(computeRestartDelay(Array(13).fill(0), 1, 4)).toBe(1_000);
    expect(computeRestartDelay([...Array(20).fill(0), 300_000], 300_000)).toBe(0);
  });

  it("is never negative and never longer than a minute", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000_000)),
        fc.nat(1_000_000),
        fc.integer({ min: 1, max: 64 }),
        (ends, now, parallel) => {
          const delay = computeRestartDelay(ends, now, parallel);
          expect(delay).toBeGreaterThanOrEqual(0);
          expect(delay).toBeLessThanOrEqual(60_000);
        },
      ),
    );
  });
});
