import { expect, it } from "vitest";
import type { ResultCell } from "../cells.ts";
import { sampleItem } from "../sample-item.ts";
import { votedCells } from "./draw-majorities.ts";

it("draws cells of two options with their voters, and counts those of more options that it leaves out", () => {
  const cellOf = (id: string, storyId: string, options: number) =>
    ({
      item: sampleItem({
        id,
        storyId,
        options: Array.from({ length: options }, (_, index) => ({ value: `${index}`, label: `${index}` })),
      }),
    }) as ResultCell;
  const [first, second, wide] = [cellOf("a", "one", 2), cellOf("b", "two", 2), cellOf("c", "two", 3)];
  const said = (cell: ResultCell, person: number, right: number) => ({ cell, person, right, seconds: 1 });
  const scored = [said(first!, 0, 1), said(wide!, 0, 1), said(second!, 1, 0), said(first!, 1, 0), said(wide!, 1, 0)];
  const found = votedCells(scored as never);
  expect(found).toMatchObject({ stories: 2, leftOut: 1 });
  expect(found.voted.map(({ people, right }) => ({ people, right }))).toEqual([
    { people: [0, 1], right: [1, 0] },
    { people: [1], right: [0] },
  ]);
});
