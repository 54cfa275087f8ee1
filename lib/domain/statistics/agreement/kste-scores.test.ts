import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ksteScores } from "./kste-scores.ts";

describe("the scores of consistency answers", () => {
  it("have localisation at most classification, and full scores between the two classes", () => {
    const answer = fc.record({
      hasError: fc.boolean(),
      saysError: fc.boolean(),
      iou: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 30 }), (items) => {
        const { posCls, negCls, fullCls, negLoc, nPos, nNeg } = ksteScores(items);
        if (negLoc !== null) expect(negLoc).toBeLessThanOrEqual(negCls! + 1e-12);
        if (posCls !== null && negCls !== null)
          expect(fullCls).toBeCloseTo((nPos * posCls + nNeg * negCls) / (nPos + nNeg), 12);
      }),
    );
  });
});
