import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cochranQ } from "./cochran-q.ts";
import { exactBinomialTest } from "./exact-binomial.ts";
import { mcnemarAsSpss, mcnemarMethods, mcnemarTest } from "./mcnemar.ts";
import { pairedCounts } from "./paired-counts.ts";

const count = fc.nat(400);
const answers = fc.array(fc.tuple(fc.constantFrom(0, 1, null), fc.constantFrom(0, 1, null)), { maxLength: 60 });

describe("McNemar's test", () => {
  it("does not care which side is named first", () => {
    fc.assert(
      fc.property(count, count, fc.constantFrom(...mcnemarMethods), (b, c, method) => {
        expect(mcnemarTest(b, c, method)).toEqual(mcnemarTest(c, b, method));
      }),
    );
  });

  it("finds a larger imbalance of as many pairs at least as convincing", () => {
    fc.assert(
      fc.property(count, count, fc.constantFrom(...mcnemarMethods), (b, c, method) => {
        const [more, fewer] = [Math.max(b, c), Math.min(b, c)];
        if (fewer === 0) return;
        expect(mcnemarTest(more + 1, fewer - 1, method).pvalue).toBeLessThanOrEqual(
          mcnemarTest(more, fewer, method).pvalue + 1e-15,
        );
      }),
    );
  });

  it("orders its four variants: mid-p below exact, corrected above plain", () => {
    fc.assert(
      fc.property(count, count, (b, c) => {
        const [plain, corrected, exact, mid] = mcnemarMethods.map((method) => mcnemarTest(b, c, method).pvalue);
        expect(mid).toBeLessThanOrEqual(exact!);
        expect(plain).toBeLessThanOrEqual(corrected!);
        expect(exact).toBeCloseTo(exactBinomialTest(b, b + c, 0.5).pvalue, 11);
      }),
    );
  });

  it("is Cochran's Q of two columns", () => {
    fc.assert(
      fc.property(answers, (pairs) => {
        const complete = pairs.filter(([a, b]) => a !== null && b !== null) as [number, number][];
        if (complete.length === 0) return;
        const { n10, n01 } = pairedCounts(
          pairs.map(([a]) => a),
          pairs.map(([, b]) => b),
        );
        const { statistic, pvalue } = mcnemarTest(n10, n01, "chi2");
        const q = cochranQ(complete);
        if (statistic === null) expect(q.statistic).toBeNull();
        else expect(q.statistic).toBeCloseTo(statistic, 10);
        expect(q.pvalue).toBeCloseTo(pvalue, 10);
      }),
    );
  });

  it("goes over to the chi-square just above the given number of discordant pairs", () => {
    expect(mcnemarAsSpss(15, 10).method).toBe("exact");
    expect(mcnemarAsSpss(16, 10).method).toBe("chi2cc");
    expect(mcnemarAsSpss(15, 10, 24).method).toBe("chi2cc");
  });

  it("has no information without discordant pairs", () => {
    for (const method of mcnemarMethods)
      expect(mcnemarTest(0, 0, method)).toMatchObject({ statistic: null, pvalue: 1 });
  });
});

describe("Cochran's Q", () => {
  it("does not care for the order of items and treatments", () => {
    const table = fc.array(fc.array(fc.constantFrom(0, 1), { minLength: 4, maxLength: 4 }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(table, (rows) => {
        const turned = rows.map((row) => row.toReversed()).toReversed();
        expect(cochranQ(turned).pvalue).toBeCloseTo(cochranQ(rows).pvalue, 12);
      }),
    );
  });
});
