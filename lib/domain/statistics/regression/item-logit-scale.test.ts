import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { normalQuantile } from "../basics/distributions.ts";
import { crossedLogistic } from "./crossed-logistic.ts";
import { itemLogitScale } from "./item-logit-scale.ts";

/** Answers of one person per item and one model, drawn from the model itself. */
function simulated(seed: string, sdItem: number, modelEffect: number, items = 24, people = 6) {
  const random = seededRandom(seed);
  const rows = { y: [] as number[], item: [] as string[], isModel: [] as number[] };
  for (let item = 0; item < items; item += 1) {
    const easiness = 0.8 + sdItem * normalQuantile(Math.max(1e-12, random.next()));
    for (let answer = 0; answer <= people; answer += 1) {
      const isModel = answer === people ? 1 : 0;
      rows.y.push(random.next() < 1 / (1 + Math.exp(-easiness - modelEffect * isModel)) ? 1 : 0);
      rows.item.push(`q${item}`);
      rows.isModel.push(isModel);
    }
  }
  return rows;
}

describe("the logit scale of items", () => {
  it("is the mixed model of crossed effects without a spread of persons", () => {
    const { y, item, isModel } = simulated("scale", 1.2, 0.7);
    const scale = itemLogitScale(y, item, isModel);
    // Two persons who answer in turns: the estimated standard deviation is 0.
    const person = y.map((_, row) => row % 2);
    const crossed = crossedLogistic(
      y,
      person,
      item,
      isModel.map((flag) => [flag]),
    );
    expect(crossed.sdSubject).toBe(0);
    expect(scale.people).toBeCloseTo(crossed.beta[0]!, 4);
    expect(scale.modelEffect).toBeCloseTo(crossed.beta[1]!, 4);
    expect(scale.sdItem).toBeCloseTo(crossed.sdItem, 4);
    expect(scale.loglik).toBeCloseTo(crossed.loglik, 6);
  });

  it("is the log odds ratio where items do not differ", () => {
    const item = ["a", "a", "a", "a", "b", "b", "b", "b", "a", "a", "b", "b"];
    const y = [1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0];
    const isModel = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
    const found = itemLogitScale(y, item, isModel);
    expect(found).toMatchObject({ singular: true, sdItem: 0, nPeopleAnswers: 8, nModelAnswers: 4 });
    expect(found.people).toBeCloseTo(Math.log(3), 10);
    expect(found.modelEffect).toBeCloseTo(-Math.log(3), 10);
    expect(found.se).toBeCloseTo(Math.sqrt(1 / 6 + 1 / 2 + 1 / 2 + 1 / 2), 10);
    expect(found.items.map(({ easiness }) => easiness)).toEqual([found.people, found.people]);
  });

  it("covers the true effect about as often as it says", () => {
    let covered = 0;
    const studies = 150;
    for (let study = 0; study < studies; study += 1) {
      const { y, item, isModel } = simulated(`study ${study}`, 1, 0.5, 40, 5);
      const { low, high } = itemLogitScale(y, item, isModel);
      if (low! <= 0.5 && high! >= 0.5) covered += 1;
    }
    expect(covered / studies).toBeGreaterThan(0.9);
  });

  it("orders items by their share of right answers and draws them towards the mean", () => {
    const { items, people } = itemLogitScale(
      [1, 1, 1, 0, 0, 0, 1, 0, 1, 0],
      ["easy", "easy", "easy", "hard", "hard", "hard", "middle", "middle", "easy", "hard"],
      [0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
    );
    const easiness = new Map(items.map((entry) => [entry.item, entry.easiness]));
    expect(items.map(({ item }) => item)).toEqual(["easy", "hard", "middle"]);
    expect(easiness.get("easy")!).toBeGreaterThan(easiness.get("middle")!);
    expect(easiness.get("middle")!).toBeGreaterThan(easiness.get("hard")!);
    expect(Math.abs(people!)).toBeLessThan(1);
  });

  it.each([
    ["no answers", [null], ["a"], [0]],
    ["no answer of people", [1], ["a"], [1]],
    ["no answer of the model", [1], ["a"], [0]],
    ["people all right or all wrong", [1, 1], ["a", "a"], [0, 1]],
    ["model all right or all wrong", [1, 0, 1], ["a", "a", "a"], [0, 0, 1]],
    ["fewer than 2 items", [1, 0, 1, 0], ["1", 1, "1", 1], [0, 0, 1, 1]],
  ])("has none, with its counts: %s", (reason, y, item, isModel) => {
    const found = itemLogitScale(y, item, isModel);
    expect(found).toMatchObject({ reason, people: null, items: [], singular: null });
    expect(found.n + found.nDropped).toBe(y.length);
  });

  it("refuses items that are all right or all wrong, whose spread is infinite", () => {
    const item = ["a", "a", "a", "b", "b", "b", "c", "c", "c"];
    const y = [1, 1, 1, 0, 0, 0, 1, 1, 1];
    expect(() => itemLogitScale(y, item, [0, 0, 1, 0, 0, 1, 0, 0, 1])).toThrow(RangeError);
  });
});
