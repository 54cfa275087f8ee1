import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cohenKappa } from "./cohen-kappa.ts";
import { errorConsistency } from "./error-consistency.ts";
import { errorConsistencyPanel } from "./error-consistency-panel.ts";
import { kappaGoodnessOfFit } from "./kappa-goodness-of-fit.ts";

const answer = fc.constantFrom(0, 1, null);
const pairs = fc.array(fc.tuple(answer, answer), { maxLength: 70 });
const columns = (list: readonly (readonly [number | null, number | null])[]) =>
  [list.map(([a]) => a), list.map(([, b]) => b)] as const;

describe("error consistency", () => {
  it("is Cohen's kappa of right and wrong, within its bounds", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const [a, b] = columns(list);
        const found = errorConsistency(a, b);
        const { n, kappa } = cohenKappa(a, b);
        expect(found.n).toBe(n);
        expect(found.n + found.nDropped).toBe(list.length);
        if (found.kappa === null) {
          expect(kappa).toBeNull();
          return;
        }
        expect(found.kappa).toBeCloseTo(kappa!, 12);
        expect(found.kappa).toBeGreaterThanOrEqual(found.kappaMin!);
        expect(found.kappa).toBeLessThanOrEqual(found.kappaMax!);
      }),
    );
  });

  it("has the smallest and the largest kappa of all pairs with these accuracies as its bounds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(), fc.nat(), (n, first, second) => {
        const [rightA, rightB] = [first % (n + 1), second % (n + 1)];
        const rowWith = (right: number, from: number) =>
          Array.from({ length: n }, (_, item) => ((item - from + n) % n < right ? 1 : 0));
        const a = rowWith(rightA, 0);
        // Every overlap of two sets of these sizes is reached by rotating one of them around the circle of items.
        const found = Array.from({ length: n }, (_, from) => errorConsistency(a, rowWith(rightB, from)));
        const kappas = found.flatMap(({ kappa }) => (kappa === null ? [] : [kappa]));
        if (kappas.length === 0) {
          expect(found[0]!.reason).toBe("expected agreement is 1");
          return;
        }
        expect(found[0]!.kappaMax).toBeCloseTo(Math.max(...kappas), 12);
        expect(found[0]!.kappaMin).toBeCloseTo(Math.min(...kappas), 12);
      }),
    );
  });

  it("is exactly 0 with both bounds where one observer is always right", () => {
    const found = errorConsistency([1, 1, 1, 1, 1], [1, 0, 1, 0, 1]);
    expect([found.kappa, found.kappaMin, found.kappaMax]).toEqual([0, 0, 0]);
  });

  it("says why there is none", () => {
    expect(errorConsistency([null, 1], [1, null])).toEqual({
      n: 0,
      nDropped: 2,
      accuracyA: null,
      accuracyB: null,
      observed: null,
      expected: null,
      kappa: null,
      kappaMin: null,
      kappaMax: null,
      reason: "no items",
    });
    expect(errorConsistency([0, 0], [0, 0])).toMatchObject({ expected: 1, observed: 1, kappa: null, accuracyA: 0 });
  });
});

describe("error consistency of a panel", () => {
  it("is the plain mean of the kappas of its pairs", () => {
    const panel = fc
      .integer({ min: 1, max: 70 })
      .chain((items) =>
        fc.tuple(
          fc.array(fc.array(answer, { minLength: items, maxLength: items }), { maxLength: 6 }),
          fc.array(answer, { minLength: items, maxLength: items }),
          fc.integer({ min: 1, max: 4 }),
        ),
      );
    fc.assert(
      fc.property(panel, ([people, model, minItems]) => {
        const found = errorConsistencyPanel(people, model, minItems);
        const kappaOf = (a: readonly (number | null)[], b: readonly (number | null)[]) => {
          const pair = errorConsistency(a, b);
          return pair.n < minItems ? null : pair.kappa;
        };
        const mean = (values: readonly (number | null)[]) => {
          const defined = values.filter((value) => value !== null);
          return defined.length === 0 ? null : defined.reduce((sum, value) => sum + value, 0) / defined.length;
        };
        const same = (got: number | null, want: number | null) =>
          want === null ? expect(got).toBeNull() : expect(got).toBeCloseTo(want, 12);
        const between = people.flatMap((a, i) => people.slice(i + 1).map((b) => kappaOf(a, b)));
        same(found.peoplePeople, mean(between));
        expect([found.nPairs, found.nPairsUndefined]).toEqual([
          between.filter((kappa) => kappa !== null).length,
          between.filter((kappa) => kappa === null).length,
        ]);
        same(found.peopleModel, mean(people.map((row) => kappaOf(row, model))));
        people.forEach((row, i) => {
          same(found.perPersonModel[i]!, kappaOf(row, model));
          same(found.perPersonPeople[i]!, mean(people.flatMap((other, j) => (i === j ? [] : [kappaOf(row, other)]))));
        });
      }),
    );
  });

  it("names the pair of people first where neither kind of pair is defined", () => {
    expect(errorConsistencyPanel([], [1, 0]).reason).toBe("no defined pair of people");
    expect(
      errorConsistencyPanel(
        [
          [1, 0],
          [0, 0],
        ],
        [null, null],
      ).reason,
    ).toBe("no defined pair with the model");
  });
});

describe("the goodness-of-fit interval of kappa", () => {
  it("holds its kappa, grows with the confidence, and treats both answers and both raters alike", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const [a, b] = columns(list);
        const found = kappaGoodnessOfFit(a, b, 0.9);
        if (found.kappa === null) {
          expect([found.low, found.high]).toEqual([null, null]);
          return;
        }
        expect(found.low!).toBeLessThanOrEqual(found.kappa + 1e-12);
        expect(found.high!).toBeGreaterThanOrEqual(found.kappa - 1e-12);
        const wider = kappaGoodnessOfFit(a, b, 0.99);
        expect(wider.low!).toBeLessThanOrEqual(found.low! + 1e-12);
        expect(wider.high!).toBeGreaterThanOrEqual(found.high! - 1e-12);
        const turned = (values: readonly (number | null)[]) =>
          values.map((value) => (value === null ? null : 1 - value));
        const mirrored = kappaGoodnessOfFit(turned(b), turned(a), 0.9);
        expect(mirrored.low).toBeCloseTo(found.low!, 10);
        expect(mirrored.high).toBeCloseTo(found.high!, 10);
      }),
    );
  });

  it("has limits at which the chi-squared distance is the critical value", () => {
    const a = [...Array(34).fill(1), 1, 1, 0, 0, 0, 0];
    const b = [...Array(34).fill(1), 0, 0, 1, 0, 0, 0];
    const { n, share, low, high } = kappaGoodnessOfFit(a, b);
    const p = share!;
    const q = 1 - p;
    for (const limit of [low!, high!]) {
      const expected = [n * (p * p + p * q * limit), 2 * n * p * q * (1 - limit), n * (q * q + p * q * limit)];
      const distance = [34, 3, 3].reduce(
        (sum, count, cell) => sum + (count - expected[cell]!) ** 2 / expected[cell]!,
        0,
      );
      expect(distance).toBeCloseTo(3.841458820694124, 8);
    }
  });

  it("ends at the bound where a kind of pair does not occur", () => {
    expect(kappaGoodnessOfFit([1, 0, 1, 1], [1, 0, 1, 1]).high).toBe(1);
    const { kappa, low } = kappaGoodnessOfFit([1, 0, 0, 0], [0, 1, 0, 0]);
    expect(low).toBeCloseTo(-1 / 3, 12);
    expect(kappa).toBeCloseTo(-1 / 3, 12);
    expect(kappaGoodnessOfFit([], []).reason).toBe("no items");
    expect(kappaGoodnessOfFit([1, null], [1, 0])).toMatchObject({ n: 1, share: 1, reason: "all answers alike" });
  });
});
