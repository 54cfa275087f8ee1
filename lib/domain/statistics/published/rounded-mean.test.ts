import { describe, expect, it } from "vitest";
import { checkPrintedMean, rangeBeforeRounding } from "./rounded-mean.ts";

describe("a printed mean of two printed shares", () => {
  it("is possible exactly when some pair of counts gives all three", () => {
    const of = 50;
    const round = (value: number) => [Math.round(value * 100 - 1e-9) / 100, Math.round(value * 100 + 1e-9) / 100];
    const seen = new Set<string>();
    for (let a = 0; a <= of; a += 1)
      for (let b = 0; b <= of; b += 1)
        for (const printedA of round(a / of))
          for (const printedB of round(b / of))
            for (const mean of round((a + b) / (2 * of))) seen.add(`${printedA} ${printedB} ${mean}`);
    for (let a = 0; a <= 1; a += 0.1)
      for (let b = 0; b <= 1; b += 0.14)
        for (let shift = -0.02; shift <= 0.021; shift += 0.01) {
          const [printedA, printedB] = [Number(a.toFixed(2)), Number(b.toFixed(2))];
          const mean = Number(((printedA + printedB) / 2 + shift).toFixed(2));
          if (mean < 0 || mean > 1) continue;
          const { possible } = checkPrintedMean({ printed: printedA, of }, { printed: printedB, of }, mean);
          expect([printedA, printedB, mean, possible]).toEqual([
            printedA,
            printedB,
            mean,
            seen.has(`${printedA} ${printedB} ${mean}`),
          ]);
        }
  });

  it("narrows a share to the counts that round to it", () => {
    expect(rangeBeforeRounding({ printed: 0.71, of: 500 })).toEqual({ low: 0.706, high: 0.714 });
    expect(rangeBeforeRounding({ printed: 0.05, of: null })).toEqual({ low: expect.closeTo(0.045, 12), high: 0.055 });
    expect(rangeBeforeRounding({ printed: 0.01, of: 3 })).toBeNull();
  });
});
