import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactSessions, nearestExactSessions } from "./share-sessions.ts";

const count = fc.integer({ min: 1, max: 12 });

describe("the nearest exact numbers of sessions", () => {
  it("are the neighbours of the wanted one among all exact numbers", () => {
    fc.assert(
      fc.property(
        fc.record({ items: count, itemsPerSession: count, between: count, within: count, isLatin: fc.boolean() }),
        fc.constantFrom([1], [0.5, 0.5], [0.25, 0.75]),
        fc.integer({ min: 1, max: 3_000 }),
        (counts, shares, wanted) => {
          const strata = shares.map((share, index) => ({ key: String(index), share }));
          const { below, above } = nearestExactSessions(strata, counts, wanted);
          let before: number | null = null;
          let after: number | null = null;
          for (const sessions of exactSessions(strata, counts)) {
            if (sessions <= wanted) before = sessions;
            if (sessions < wanted) continue;
            after = sessions;
            break;
          }
          expect({ below, above }).toEqual({ below: before, above: after });
        },
      ),
    );
  });

  it("are those of the design of Street et al. beside one session too many", () => {
    const strata = Array.from({ length: 8 }, (_, index) => ({ key: String(index), share: 0.125 }));
    const counts = { items: 140, itemsPerSession: 1, between: 4, within: 1, isLatin: false };
    expect(nearestExactSessions(strata, counts, 29_121)).toEqual({ below: 29_120, above: 30_240 });
    expect(nearestExactSessions(strata, counts, 29_120)).toEqual({ below: 29_120, above: 29_120 });
  });
});
