import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignTieLetters } from "./tie-groups.ts";

describe("tie groups", () => {
  it("share a letter exactly when two do not differ, whatever the pattern of differences", () => {
    const pattern = fc
      .integer({ min: 1, max: 9 })
      .chain((n) =>
        fc.tuple(
          fc.shuffledSubarray([...new Array(n).keys()], { minLength: n }),
          fc.array(fc.boolean(), { minLength: n * n, maxLength: n * n }),
        ),
      );
    fc.assert(
      fc.property(pattern, ([order, flags]) => {
        const n = order.length;
        const differs = (i: number, j: number) => flags[Math.min(i, j) * n + Math.max(i, j)]!;
        const letters = assignTieLetters(order, differs);
        for (const i of order) {
          for (const j of order) {
            if (i === j) continue;
            const shared = [...letters[i]!].some((letter) => letters[j]!.includes(letter));
            expect(shared).toBe(!differs(i, j));
          }
        }
      }),
    );
  });

  it("give the best the first letter and overlap like a chain", () => {
    // Neighbours tie, others differ.
    expect(assignTieLetters([2, 0, 1], (i, j) => [i, j].includes(2) && [i, j].includes(1))).toEqual(["ab", "b", "a"]);
    expect(assignTieLetters([0, 1], () => true)).toEqual(["a", "b"]);
    expect(assignTieLetters([], () => true)).toEqual([]);
  });
});
