import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { comparePeopleWithModel, type PersonAnswer } from "./compare-people-with-model.ts";

function answers(people: number, model: number): PersonAnswer[] {
  const random = seededRandom(`people ${people} ${model}`);
  const modelAnswers = Array.from({ length: 60 }, () => random.next() < model);
  return Array.from({ length: 90 }, (_, participant) =>
    Array.from({ length: 4 }, () => {
      const item = random.below(60);
      return {
        participant,
        story: `story ${item % 12}`,
        correct: random.next() < people,
        modelCorrect: modelAnswers[item]!,
      };
    }),
  ).flat();
}

describe("single people beside a model", () => {
  it("differ where they differ, clustered by person and by story", () => {
    const result = comparePeopleWithModel("Model A", answers(0.9, 0.4));
    expect(result).toMatchObject({ ok: true, test: "two-way-clustered-t", significant: true, minimumDetectable: null });
    if (result.ok) {
      expect(result.difference).toMatchObject({ n: 360, nFirst: 90, nSecond: 12 });
      expect(result.difference.mean).toBeCloseTo(result.people! - result.model!, 12);
      expect(result.sentence).toMatch(/^People were right more often than Model A/);
    }
  });

  it("come with what could have been found where they do not", () => {
    const result = comparePeopleWithModel("Model A", answers(0.8, 0.8));
    expect(result).toMatchObject({ ok: true, significant: false });
    if (result.ok) expect(result.minimumDetectable).toBeGreaterThan(0);
  });

  it("leave out items without a model answer and count them", () => {
    const list = answers(0.9, 0.4).map((answer, index) => (index < 10 ? { ...answer, modelCorrect: null } : answer));
    expect(comparePeopleWithModel("Model A", list)).toMatchObject({ nDropped: 10, difference: { n: 350 } });
    expect(comparePeopleWithModel("Model A", [])).toMatchObject({ people: null, pvalue: null, significant: false });
  });
});
