import { describe, expect, it } from "vitest";
import { itemRestCorrelations } from "./item-rest-correlation.ts";

const items = ["1", "2", "3", "4", "5"];

/** R 4.2.2: set.seed(32); x <- matrix(rbinom(14*5, 1, 0.6), 14, 5) */
const scores = "11110 10010 00100 01010 10000 00001 00100 00011 01101 11100 01000 10011 01110 01011".split(" ");

function answersOf(rows: readonly string[], missing: readonly string[] = []) {
  return rows.flatMap((row, person) =>
    items.flatMap((item, at) =>
      missing.includes(`${person + 1},${item}`) ? [] : [{ item, person: `p${person}`, score: Number(row[at]) }],
    ),
  );
}

function expectValues(found: ReturnType<typeof itemRestCorrelations>, rows: readonly (readonly number[])[]): void {
  for (const [at, [n, value, low, high]] of rows.entries()) {
    const item = found.get(items[at]!);
    expect(item).toMatchObject({ n, reason: null });
    for (const [got, wanted] of [
      [item?.value, value],
      [item?.low, low],
      [item?.high, high],
    ])
      expect(got).toBeCloseTo(wanted!, 10);
  }
}

describe("the item-rest correlation", () => {
  it("agrees with R: cor.test(x[, j], rowSums(x[, -j]))", () => {
    expectValues(itemRestCorrelations(items, answersOf(scores)), [
      [14, -0.147337753532, -0.628764011735, 0.415742137822],
      [14, 0.088045090633, -0.464220432423, 0.591015357761],
      [14, -0.19364916731, -0.656750046418, 0.375512887004],
      [14, 0.088045090633, -0.464220432423, 0.591015357761],
      [14, -0.283896134044, -0.70785223054, 0.290430806851],
    ]);
  });

  it("agrees with R where people answered different items: the rest is rowMeans(y[, -j], na.rm = TRUE)", () => {
    expectValues(itemRestCorrelations(items, answersOf(scores, ["1,2", "5,3", "9,1", "9,5"])), [
      [13, -0.120185042515, -0.629485681872, 0.461351012104],
      [13, -0.081025465444, -0.60500119079, 0.491921082989],
      [13, -0.293321265507, -0.726838112756, 0.307334045258],
      [14, -0.051987524491, -0.56692912894, 0.492167692904],
      [13, -0.351323665039, -0.755972260001, 0.247588347228],
    ]);
  });

  it("is refused with a reason for few people, for equal scores and without other items", () => {
    const of = (rows: readonly string[], item: string) => itemRestCorrelations(items, answersOf(rows)).get(item);
    expect(of(scores.slice(0, 9), "1")).toMatchObject({ value: null, n: 9, reason: expect.stringContaining("10") });
    const alike = scores.map((row) => `1${row.slice(1)}`);
    expect(of(alike, "1")).toMatchObject({ value: null, n: 14, reason: "all people have the same score on this item" });
    const flat = scores.map((_row, person) => `${person % 2}1111`);
    expect(of(flat, "1")).toMatchObject({ value: null, reason: "all rest scores are the same" });
    const alone = Array.from({ length: 12 }, (_, person) => ({ item: "1", person: `${person}`, score: person % 2 }));
    expect(itemRestCorrelations(["1"], alone).get("1")).toMatchObject({ value: null, n: 0 });
    expect(itemRestCorrelations(["1"], []).get("1")).toMatchObject({ value: null, n: 0 });
  });

  it("has no interval beyond a perfect correlation", () => {
    const same = scores.map((row) => row[0]!.repeat(5));
    expect(itemRestCorrelations(items, answersOf(same)).get("3")).toMatchObject({ low: 1, high: 1 });
  });
});
