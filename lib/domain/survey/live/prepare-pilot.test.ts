import { describe, expect, it } from "vitest";
import { finish } from "../../steps.ts";
import { accuracyByRewording, type PilotAnswer, preparePilot } from "./prepare-pilot.ts";

const answers = (item: string, right: number, wrong: number): PilotAnswer[] =>
  Array.from({ length: right + wrong }, (_, index) => ({
    item,
    person: `${item}${index}`,
    isCorrect: index < right,
    reasonId: `${item}${index}`,
  }));

describe("a pilot", () => {
  it("lists items worst first, marks those below the others beyond chance, and says why people went wrong", () => {
    const listed = preparePilot(
      ["a", "b", "c"],
      [...answers("a", 18, 2), ...answers("b", 4, 16), ...answers("c", 19, 1)],
    );
    expect(listed.map(({ item, isPoor }) => [item, isPoor])).toEqual([
      ["b", true],
      ["a", false],
      ["c", false],
    ]);
    expect(listed[0]).toMatchObject({ n: 20, correct: 4, estimate: 0.2 });
    // Wilson (1927) for 4 of 20: R binom::binom.wilson gives 0.0807 to 0.4160.
    expect(listed[0]?.low).toBeCloseTo(0.0807, 4);
    expect(listed[0]?.high).toBeCloseTo(0.416, 3);
    expect(listed[0]?.reasonIds).toEqual(["b4", "b5", "b6", "b7", "b8"]);
  });

  it("judges nothing without answers or without a key", () => {
    expect(preparePilot(["a"], [])).toMatchObject([{ n: 0, estimate: null, isPoor: false }]);
    const undecided = answers("a", 1, 0).map((answer) => ({ ...answer, isCorrect: null }));
    expect(preparePilot(["a"], undecided)).toMatchObject([{ n: 0, estimate: null }]);
  });

  it("gives accuracy with and without reworded items", () => {
    const all = [...answers("a", 18, 2), ...answers("b", 4, 16)];
    const { all: whole, reworded, others } = finish(accuracyByRewording(all, (item) => item === "b"));
    expect([whole, reworded, others].map(({ estimate }) => estimate?.toFixed(10))).toEqual(
      [0.55, 0.2, 0.9].map((share) => share.toFixed(10)),
    );
    expect(whole).toMatchObject({ n: 40, people: 40 });
    // Three people with many answers are too few for an interval over people.
    const few = all.map((answer, index) => ({ ...answer, person: String(index % 3) }));
    expect(finish(accuracyByRewording(few, () => false)).all.reason).toContain("With 3 people");
    expect(finish(accuracyByRewording(all.slice(0, 1), () => false)).reworded).toMatchObject({
      n: 0,
      estimate: null,
      low: null,
    });
  });
});
