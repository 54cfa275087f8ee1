import fc from "fast-check";
import { expect, it } from "vitest";
import { jackknifeInterval } from "../basics/jackknife.ts";
import { alphaInterval, percentAgreementInterval } from "./agreement-intervals.ts";
import { cohenKappa } from "./cohen-kappa.ts";
import { fleissKappa } from "./fleiss-kappa.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";
import { type ItemEstimate, nominalAgreement, type RatedUnit } from "./nominal-agreement.ts";

const categories = ["a", "b", "c"];
const value = fc.constantFrom(...categories);

/** Values as raters x units. */
function tableOf(units: readonly RatedUnit[]) {
  const most = Math.max(0, ...units.map(({ length }) => length));
  return Array.from({ length: most }, (_, rater) => units.map((unit) => unit[rater] ?? null));
}

/** The jackknife over items by computing the statistic again without each of them. */
function again(items: readonly (readonly RatedUnit[])[], statistic: (units: readonly RatedUnit[]) => number | null) {
  const all = statistic(items.flat());
  const without =
    all === null ? [] : items.map((_, left) => statistic(items.filter((_item, index) => index !== left).flat()));
  return { n: items.length, value: all, ...jackknifeInterval(all, without) };
}

function expectSame(given: ItemEstimate, wanted: ItemEstimate) {
  expect(given.n).toBe(wanted.n);
  for (const key of ["value", "se", "df", "low", "high"] as const)
    if (wanted[key] === null) expect(given[key]).toBeNull();
    else expect(given[key]).toBeCloseTo(wanted[key], 8);
}

const kappa = (units: readonly RatedUnit[]) =>
  cohenKappa(
    units.map(([one]) => one ?? null),
    units.map(([, other]) => other ?? null),
  ).kappa;
const fleiss = (units: readonly RatedUnit[]) =>
  fleissKappa(units.map((unit) => categories.map((name) => unit.filter((one) => one === name).length))).kappa;

it("is the same as each statistic computed again without each item, also for several units in one item", () => {
  const item = fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(item, { minLength: 2, maxLength: 12 }), (items) => {
      const { percent, alpha, kappa: cohen, fleiss: fleissOf } = nominalAgreement(items);
      expectSame(
        percent,
        again(items, (units) => percentAgreementInterval(tableOf(units)).agreement),
      );
      expectSame(
        alpha,
        again(items, (units) => krippendorffAlpha(tableOf(units)).alpha),
      );
      expectSame(cohen, again(items, kappa));
      expectSame(fleissOf, again(items, fleiss));
    }),
  );
});

it("is the same as the intervals over units where each item is one unit, with different numbers of values", () => {
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 20 }), (units) => {
      const { percent, alpha } = nominalAgreement(units.map((unit) => [unit]));
      const nominal = alphaInterval(tableOf(units));
      expectSame(alpha, { ...nominal, n: nominal.nUnits, value: nominal.alpha });
      const share = percentAgreementInterval(tableOf(units));
      expectSame(percent, { ...share, n: share.nUnits, value: share.agreement });
    }),
  );
});

it("has Fleiss' kappa of the units with the most common number of values", () => {
  const units = [
    ["a", "a", "b"],
    ["b", "b", "b"],
    ["a", "a", "a"],
    ["a", "a"],
  ];
  const { n, value: given } = nominalAgreement(units.map((unit) => [unit])).fleiss;
  expect(n).toBe(3);
  expect(given).toBeCloseTo(fleiss(units.slice(0, 3)) as number, 12);
});

it("is null without units that two raters judged, and chance-corrected measures for one category", () => {
  expect(nominalAgreement([[["a"]], []]).percent).toMatchObject({ n: 0, value: null, low: null });
  const one = nominalAgreement([[["a", "a"]], [["a", "a"]]]);
  expect([one.percent.value, one.alpha.value, one.kappa.value, one.fleiss.value]).toEqual([1, null, null, null]);
});
