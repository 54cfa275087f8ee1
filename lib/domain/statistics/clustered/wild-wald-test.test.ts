import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { wildClusterTest } from "./wild-cluster-test.ts";
import { wildWaldTest } from "./wild-wald-test.ts";

const random = seededRandom("wild Wald");
const made = Array.from({ length: 70 }, (_, index) => ({
  y: random.next() - 0.4 + (index % 7) / 15,
  story: index % 7,
  person: index % 24,
  group: index % 3,
}));
const y = made.map((row) => row.y);
const stories = made.map(({ story }) => story);
const people = made.map(({ person }) => person);
const groups = made.map(({ group }) => [1, Number(group === 1), Number(group === 2)]);

describe("the wild cluster test of coefficients", () => {
  it("with an intercept alone is that of a mean", () => {
    const found = wildWaldTest(
      y,
      y.map(() => [1]),
      [stories],
      [0],
    );
    expect(found).toEqual({ pvalue: wildClusterTest(y, stories).pvalue, smallest: 2 / 128, clusters: 7 });
  });

  it("is the same whatever group comes first, and whatever is added to a column that is not tested", () => {
    const turned = made.map(({ group }) => [1, Number(group === 0), Number(group === 2)]);
    const shifted = y.map((value) => value + 3);
    const { pvalue } = wildWaldTest(y, groups, [stories], [1, 2])!;
    expect(wildWaldTest(y, turned, [stories], [1, 2])!.pvalue).toBe(pvalue);
    expect(wildWaldTest(shifted, groups, [stories], [1, 2])!.pvalue).toBe(pvalue);
  });

  it("flips the kind of which there are few, and finds what is plainly there", () => {
    expect(wildWaldTest(y, groups, [people, stories], [1, 2])?.clusters).toBe(7);
    const plain = made.map(({ group }, row) => group + 0.1 * y[row]!);
    expect(wildWaldTest(plain, groups, [people, stories], [1, 2])!.pvalue).toBeLessThan(0.05);
  });

  it("says nothing below five clusters, above twelve, and of columns that depend on each other", () => {
    expect(wildWaldTest(y, groups, [stories.map((story) => story % 4)], [1])).toBeNull();
    expect(wildWaldTest(y, groups, [people], [1])).toBeNull();
    expect(wildWaldTest(y, groups, [], [1])).toBeNull();
    expect(
      wildWaldTest(
        y,
        y.map(() => [1, 2]),
        [stories],
        [1],
      ),
    ).toBeNull();
    // All values are equal: a coefficient of 0 without variation is as extreme as any draw.
    expect(
      wildWaldTest(
        y.map(() => 1),
        groups,
        [stories],
        [1],
      )?.pvalue,
    ).toBe(1);
  });
});
