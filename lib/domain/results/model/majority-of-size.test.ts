import { expect, it } from "vitest";
import type { ResultCell } from "./cells.ts";
import { countVote, resultTiePolicies } from "./majority.ts";
import { scoreOfMajority } from "./majority-curve.ts";
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
