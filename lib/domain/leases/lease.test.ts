import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimLease, isCurrentHolder, type Lease, releaseLease } from "./lease.ts";

const free: Lease = { holder: null, availableAt: Number.NEGATIVE_INFINITY, fence: 0 };
const minute = 60_000;

describe("a lease", () => {
  it("is taken once, refused to others until the instant it ends, and then goes to them under a new fence", () => {
    const held = claimLease(free, "ann", 0, 15) as Lease;
    expect(held).toEqual({ holder: "ann", availableAt: 15 * minute, fence: 1 });
    expect(claimLease(held, "ben", 15 * minute - 1, 15)).toBeNull();
    expect(claimLease(held, "ben", 15 * minute, 15)).toEqual({ holder: "ben", availableAt: 30 * minute, fence: 2 });
  });

  it("is resumed by its holder after it ended, under the same fence, unless somebody else has it", () => {
    const held = claimLease(free, "ann", 0, 15) as Lease;
    const resumed = claimLease(held, "ann", 60 * minute, 15) as Lease;
    expect(resumed).toEqual({ holder: "ann", availableAt: 75 * minute, fence: 1 });
    const lost = claimLease(held, "ben", 60 * minute, 15) as Lease;
    expect(claimLease(lost, "ann", 61 * minute, 15)).toBeNull();
    expect(isCurrentHolder(lost, "ann", 1)).toBe(false);
  });

  it("cannot be taken when it is done, not even by its holder", () => {
    const done = { holder: "ann", availableAt: Number.POSITIVE_INFINITY, fence: 3 };
    expect(claimLease(done, "ann", 0, 15)).toBeNull();
    expect(claimLease(done, "ben", 0, 15)).toBeNull();
    expect(() => claimLease(free, "ann", 0, 0)).toThrow(RangeError);
  });

  it("never has two people whose writes are current, whatever happens in which order", () => {
    const event = fc.record({
      who: fc.constantFrom("ann", "ben", "cleo"),
      does: fc.constantFrom("take", "give back"),
      after: fc.nat({ max: 20 * minute }),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let now = 0;
        let holding = free;
        const fences = new Map<string, number>();
        for (const { who, does, after } of events) {
          now += after;
          if (does === "take") {
            const next = claimLease(holding, who, now, 15);
            if (next !== null) {
              expect(next.fence).toBeGreaterThanOrEqual(holding.fence);
              holding = next;
              fences.set(who, next.fence);
            }
          } else if (isCurrentHolder(holding, who, fences.get(who) ?? -1)) holding = releaseLease(holding);
          const current = [...fences].filter(([person, fence]) => isCurrentHolder(holding, person, fence));
          expect(current.length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
