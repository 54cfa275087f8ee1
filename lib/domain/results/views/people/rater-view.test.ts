import { expect, it } from "vitest";
import { raterCeiling } from "./rater-view.ts";

it("counts a tie of raters as the plan does", () => {
  const votes = [
    { right: 1, n: 2, isFalseRight: true },
    { right: 1, n: 2, isFalseRight: false },
    { right: 2, n: 2, isFalseRight: false },
    { right: 2, n: 2, isFalseRight: false },
  ];
  const majorityUnder = (ties: Parameters<typeof raterCeiling>[1]) => raterCeiling(votes, ties).at(-1)?.value;
  expect([majorityUnder("half"), majorityUnder("false"), majorityUnder("incorrect"), majorityUnder("exclude")]).toEqual(
    [0.75, 0.75, 0.5, 1],
  );
  expect(raterCeiling(votes.slice(0, 1), "false").at(-1)?.value).toBe(1);
});
