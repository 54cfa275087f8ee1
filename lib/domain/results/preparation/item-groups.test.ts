import { describe, expect, it } from "vitest";
import type { ResultItem } from "../model/study-results.ts";
import { attributeGroups, listBreakdowns } from "./prepare-depth.ts";
import { quarterBands } from "./quarter-bands.ts";

const itemsWith = (values: readonly (string | number | null)[]) =>
  values.map((value, index) => ({ id: `i${index}`, attributes: { it: value } }) as unknown as ResultItem);
const groupsOf = (values: readonly (string | number | null)[]) => {
  const items = itemsWith(values);
  const groups = attributeGroups(items, "it");
  return (
    groups && {
      labels: groups.labels,
      sizes: groups.labels.map((label) => items.filter((item) => groups.groupOf(item) === label).length),
    }
  );
};

describe("items divided by an attribute", () => {
  it("are divided by its values where there are two to twelve", () => {
    expect(groupsOf(["b", "a", "b", null])).toEqual({ labels: ["a", "b"], sizes: [1, 2] });
    expect(groupsOf(["a", "a"])).toBeNull();
  });

  it("are divided into quarters by a number with many values", () => {
    const found = groupsOf(Array.from({ length: 40 }, (_, index) => index / 10))!;
    expect(found.sizes).toEqual([10, 10, 10, 10]);
    expect(found.labels[0]).toBe("0 to 0.9");
    expect(listBreakdowns(itemsWith(Array.from({ length: 40 }, (_, index) => index)))).toEqual(["it"]);
  });

  it("are divided by the commonest words and all others where there are many words", () => {
    const words = Array.from({ length: 15 }, (_, index) => `w${index}`);
    const found = groupsOf([...words, "w1", "w2", "w2"])!;
    expect(found).toEqual({ labels: ["w1", "w2", "all others"], sizes: [2, 3, 13] });
    // An attribute with a unique value per item does not define groups.
    expect(groupsOf(words)).toBeNull();
  });
});

it("gives equal numbers one band", () => {
  expect(quarterBands([1, 1, 1, 1, 1, 5, 6, 9]).labels).toEqual(["1", "5", "6 to 9"]);
  expect(quarterBands([]).labels).toEqual([]);
});
