import { expect, it } from "vitest";
import { groupBy } from "../../group-by.ts";
import { generateLayout } from "./generate-layout.ts";
import { layoutDesignSchema } from "./layout-design.ts";
import type { LayoutItem } from "./layout-item.ts";

/** Three blocks of four items, interleaved in the file. */
const items: LayoutItem[] = Array.from({ length: 12 }, (_, index) => ({
  id: `i${index}`,
  story: `s${index}`,
  group: `s${index}`,
  attributes: { topic: ["a", "b", "c"][index % 3] as string },
}));
const topicOf = (id: string) => items.find((item) => item.id === id)?.attributes.topic ?? "";
const rank = (id: string) => Number(id.slice(1));

const base = {
  seed: 5,
  sessions: 24,
  itemsPerSession: 6,
  strata: [
    { key: "young", share: 0.5 },
    { key: "old", share: 0.5 },
  ],
};
const balanced = [{ balance: "topic" }, { order: { blocksOf: "topic" } }];

function slotsOf(rules: object[], stated: object = {}) {
  const result = generateLayout(layoutDesignSchema.parse({ ...base, ...stated, rules }), items);
  if (!result.ok) throw new Error(result.message);
  return result.slots;
}

/** How often each block is at each position. */
function blockPositions(slots: ReturnType<typeof slotsOf>): number[] {
  const places = slots.flatMap(({ placements }) =>
    [0, 1, 2].map((block) => `${topicOf(placements[block * 2]?.item ?? "")}${block}`),
  );
  return [...groupBy(places, (place) => place).values()].map(({ length }) => length);
}

it("rotates blocks so that each has each position equally often, with their items in the order of the file", () => {
  const slots = slotsOf([...balanced, { order: "latin-square" }, { order: { withinBlocks: "fixed" } }]);
  expect(blockPositions(slots)).toEqual(Array(9).fill(8));
  for (const { placements } of slots) {
    for (const block of [0, 2, 4]) {
      const [first, second] = placements.slice(block, block + 2).map(({ item }) => item) as [string, string];
      expect(topicOf(first)).toBe(topicOf(second));
      expect(rank(first)).toBeLessThan(rank(second));
    }
  }
});

it("rotates blocks within every group of people as well, within one where the number of people is not a multiple", () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    for (const [sessions, whole, each] of [
      [24, [8, 8], [4, 4]],
      [20, [6, 7], [3, 4]],
    ] as const) {
      const slots = slotsOf([...balanced, { order: "latin-square" }], { seed, sessions });
      const own = (group: string) => blockPositions(slots.filter(({ stratum }) => stratum === group));
      for (const [counts, [low, high]] of [
        [blockPositions(slots), whole],
        [own("young"), each],
        [own("old"), each],
      ] as const) {
        expect(counts).toHaveLength(9);
        expect([Math.min(...counts), Math.max(...counts)]).toEqual([low, high]);
      }
    }
  }
});

it("keeps the order of the blocks where it is fixed, with their items in random order if this is stated", () => {
  const first = (rules: object[]) => slotsOf([...balanced, { order: "fixed" }, ...rules]);
  const isRising = (slot: ReturnType<typeof first>[number], block: number) =>
    rank(slot.placements[block]?.item ?? "") < rank(slot.placements[block + 1]?.item ?? "");
  expect(first([]).every((slot) => [0, 2, 4].every((block) => isRising(slot, block)))).toBe(true);
  const random = first([{ order: { withinBlocks: "random" } }]);
  expect(random.every((slot) => isRising(slot, 0))).toBe(false);
});

it("lists the position of every page among the items, each equally often in each group", () => {
  const slots = slotsOf([
    { check: "attention", from: 2, to: 4 },
    { check: "pause", from: 3, to: 3 },
  ]);
  for (const group of ["young", "old"]) {
    const own = slots.filter(({ stratum }) => stratum === group);
    const drawn = own.map(({ checks = [] }) => checks.find(({ check }) => check === "attention")?.after ?? 0);
    expect([...drawn].sort()).toEqual([2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4]);
    for (let start = 0; start < 12; start += 3) expect(drawn.slice(start, start + 3).sort()).toEqual([2, 3, 4]);
    expect(own.every(({ checks = [] }) => checks[1]?.after === 3)).toBe(true);
  }
  // The placements do not depend on the pages.
  const plain = slotsOf([]);
  expect(slots.map(({ checks: _checks, ...slot }) => slot)).toEqual(plain);
  expect(plain.some((slot) => "checks" in slot)).toBe(false);
});

it("refuses positions outside a session and an order within blocks that do not exist", () => {
  const problem = (rules: object[]) => layoutDesignSchema.safeParse({ ...base, rules }).error?.issues[0]?.message;
  expect(problem([{ check: "pause", from: 2, to: 6 }])).toMatch(/after 2 to 6 items of 6/);
  expect(problem([{ check: "pause", from: 3, to: 2 }])).toMatch(/after 3 to 2/);
  expect(problem([{ order: { withinBlocks: "fixed" } }])).toMatch(/without blocksOf/);
  expect(problem([...balanced, { order: { blocksOf: "story" } }])).toMatch(/two different orders/);
});
