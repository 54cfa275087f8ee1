import { expect, it } from "vitest";
import { seededRandom } from "../../../random.ts";
import type { ResultCell } from "../../model/cells.ts";
import { countVote, majorityScore } from "../../model/majority.ts";
import { sampleItem } from "../../model/sample-item.ts";
import { drawMajorities, listVotedCells } from "./draw-majorities.ts";

const cellOf = (id: string, storyId: string, options: number) =>
  ({
    item: sampleItem({
      id,
      storyId,
      options: Array.from({ length: options }, (_, index) => ({ value: `${index}`, label: `${index}` })),
      rightAnswers: ["0"],
    }),
  }) as ResultCell;
const said = (cell: ResultCell, person: number, option: number) => ({
  ...{ cell, person, option, right: Number(option === 0), seconds: 1 },
});

it("draws cells with their voters, and with what each voted for where there are more than two options", () => {
  const [first, second, wide] = [cellOf("a", "one", 2), cellOf("b", "two", 2), cellOf("c", "two", 3)] as const;
  const scored = [said(first, 0, 0), said(wide, 0, 2), said(second, 1, 1), said(first, 1, 1), said(wide, 1, 0)];
  const found = listVotedCells(scored);
  expect(found.stories).toBe(2);
  expect(found.voted.map(({ people, right, options }) => ({ people, right, options }))).toEqual([
    { people: [0, 1], right: [1, 0], options: null },
    { people: [0, 1], right: [0, 1], options: [2, 0] },
    { people: [1], right: [0], options: null },
  ]);
});

it("counts most votes of several options as the majority, as the results do, however few they are", () => {
  // Two of five are right: not half, but more than any wrong option has; the reverse; and a tie of three.
  const votes = [
    [0, 0, 1, 2, 3],
    [1, 1, 0, 2, 3],
    [0, 1, 2],
  ];
  const cells = votes.map((_, index) => cellOf(`i${index}`, `s${index}`, 4));
  const scored = votes.flatMap((options, index) =>
    options.map((option, person) => said(cells[index]!, person, option)),
  );
  const { voted, stories } = listVotedCells(scored);
  const numbers = cells.map((_, index) => ({ mean: { cells: [index], less: null, majorityOf: null }, lessMean: null }));
  const steps = drawMajorities({ voted, stories }, numbers, { people: 5, once: false }, seededRandom("a seed"));
  let step = steps.next();
  while (!step.done) step = steps.next();
  const expected = votes.map((options) => {
    const given = new Map<string, number>();
    for (const option of options) given.set(`${option}`, (given.get(`${option}`) ?? 0) + 1);
    return majorityScore(countVote(["0", "1", "2", "3"], given), ["0"], "half");
  });
  expect(expected).toEqual([1, 0, 1 / 3]);
  expect(step.value.map(({ observed, reason }) => observed ?? reason)).toHaveLength(3);
  for (const [index, { observed, bias }] of step.value.entries())
    if (observed !== null) {
      expect(observed).toBeCloseTo(expected[index]!, 12);
      expect(Math.abs(bias)).toBeLessThan(0.5);
    }
  expect(step.value.filter(({ observed }) => observed !== null).length).toBeGreaterThan(0);
});

it("counts a drawn tie as the policy says", () => {
  const cell = cellOf("tie", "one", 2);
  const scored = [said(cell, 0, 0), said(cell, 1, 1)];
  const numbers = [{ mean: { cells: [0], less: null, majorityOf: null }, lessMean: null }];
  const observed = (["half", "incorrect", "false", "exclude"] as const).map((ties) => {
    const steps = drawMajorities(listVotedCells(scored), numbers, { people: 2, once: false, ties }, seededRandom("a"));
    let step = steps.next();
    while (!step.done) step = steps.next();
    return step.value[0]!.observed;
  });
  expect(observed).toEqual([0.5, 0, 0, null]);
});
