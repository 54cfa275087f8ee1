import { expect, it } from "vitest";
import type { ResultCell } from "./cells.ts";
import { countVote, majorityScore, resultTiePolicies } from "./majority.ts";
import { majorityCurve, scoreOfMajority } from "./majority-curve.ts";
import { sampleItem } from "./sample-item.ts";

it("scores ties of an even majority by the policy of the plan", () => {
  // Of 4 people 2 are right. Pairs: 1 of 6 both right, 4 of 6 tied, 1 of 6 both wrong.
  const scoresOf = (key: "true" | "false") => {
    const item = sampleItem({ id: "i", rightAnswers: [key] });
    const vote = countVote(
      ["true", "false"],
      new Map([
        ["true", 2],
        ["false", 2],
      ]),
    );
    const cell = { item, vote, correct: 2 } as ResultCell;
    return resultTiePolicies.map((ties) => Number(scoreOfMajority(cell, 2, ties)!.toFixed(4)));
  };
  expect(resultTiePolicies).toEqual(["half", "false", "incorrect", "exclude"]);
  expect(scoresOf("true")).toEqual([0.5, 0.1667, 0.1667, 0.5]);
  expect(scoresOf("false")).toEqual([0.5, 0.8333, 0.1667, 0.5]);
});

it("ends its curve at the accuracy of everyone's majority, whatever rule of ties is chosen", () => {
  const cells = [4, 3, 2, 2, 1].map((right, index) => {
    const key = index % 2 === 0 ? "false" : "true";
    const other = key === "false" ? "true" : "false";
    const votes = new Map([
      [key, right],
      [other, 4 - right],
    ]);
    const item = sampleItem({ id: String(index), rightAnswers: [key] });
    return { item, vote: countVote(["true", "false"], votes), correct: right } as ResultCell;
  });
  for (const ties of resultTiePolicies) {
    const scores = cells.flatMap(({ vote, item }) => majorityScore(vote, item.rightAnswers, ties) ?? []);
    const { points } = majorityCurve(cells, ties);
    expect(points.map(({ k }) => k)).toEqual([1, 2, 3, 4]);
    expect(points[3]).toMatchObject({
      accuracy: expect.closeTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 12),
      cells: scores.length,
    });
    expect(points[0]!.accuracy).toBeCloseTo(12 / 20, 12);
  }
});
