import { expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { groupedJackknife, jackknifeInterval } from "./jackknife.ts";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const random = seededRandom(7);
const values = Array.from({ length: 2_000 }, () => random.next());

it("is the jackknife of single units up to the number of groups", () => {
  const few = values.slice(0, 20);
  const without = few.map((_, left) => mean(few.filter((_value, index) => index !== left)));
  expect(groupedJackknife(few, mean)).toEqual({ value: mean(few), ...jackknifeInterval(mean(few), without) });
});

it("omits more units in groups, with about the standard error of the mean", () => {
  let computed = 0;
  const { value, se, df } = groupedJackknife(values, (some) => {
    computed += 1;
    return mean(some);
  });
  expect(computed).toBe(101);
  expect(df).toBe(99);
  const average = mean(values);
  const variance = values.reduce((sum, one) => sum + (one - average) ** 2, 0) / (values.length - 1);
  expect(value).toBe(average);
  // The relative standard error of an estimate with 99 degrees of freedom is 1 / sqrt(2 x 99), 7%.
  expect((se ?? 0) / Math.sqrt(variance / values.length)).toBeGreaterThan(0.75);
  expect((se ?? 0) / Math.sqrt(variance / values.length)).toBeLessThan(1.25);
});

it("has no interval where the statistic is undefined", () => {
  expect(groupedJackknife([], () => null)).toMatchObject({ value: null, low: null, high: null });
  expect(groupedJackknife([1, 2], (some) => (some.length < 2 ? null : 1))).toMatchObject({ value: 1, low: null });
});
