import { expect, it } from "vitest";
import { plainComposition } from "../composition/study-composition.ts";
import type { Design } from "../design.ts";
import {
  findStageSizeProblem,
  hasWholeSessions,
  nextStageDesign,
  proposeStageSize,
  withStageSize,
} from "./stage-size.ts";

const strata = ["young", "old"].map((key) => ({ key, label: key, criteria: {} }));
const pilot: Design = {
  ...{ seed: "s", strata, openStratum: false, factors: [] },
  ...{ perStratumItem: 6, itemsPerSession: 6 },
};

it("proposes the pilot’s size if it gives whole sessions, otherwise the next one above", () => {
  expect(proposeStageSize(pilot, { all: 12, remaining: 12 })).toEqual({
    ...{ unit: "answers", value: 6, step: 1 },
    ...{ sessions: 24, itemsPerSession: 6 },
  });
  // In each of 2 groups, 11 items x 6 answers are 11 sessions of 6. With 3 answers, one session would have no group.
  expect(proposeStageSize(pilot, { all: 12, remaining: 11 })).toMatchObject({ value: 6, step: 6, sessions: 22 });
  const five = { ...pilot, perStratumItem: 5, itemsPerSession: 5 };
  expect(proposeStageSize(five, { all: 10, remaining: 7 })).toMatchObject({ value: 5, step: 5, sessions: 14 });
  expect(proposeStageSize({ ...five, perStratumItem: 6 }, { all: 10, remaining: 7 })).toMatchObject({ value: 10 });
  // Sessions cannot have more items than remain.
  expect(proposeStageSize(five, { all: 10, remaining: 3 })).toMatchObject({ itemsPerSession: 3, step: 1 });
});

it("keeps stated sessions, and translates them into answers to each item if items are left out", () => {
  // 20 sessions of 6 items are 120 answers: 10 to each of 12 drawn items, 5 in each group.
  const stated = { ...pilot, perStratumItem: 1, composition: { ...plainComposition, draw: 12, sessions: 20 } };
  expect(proposeStageSize(stated, { all: 15, remaining: 15 })).toMatchObject({ unit: "sessions", value: 20, step: 2 });
  expect(proposeStageSize(stated, { all: 15, remaining: 12 })).toMatchObject({
    unit: "answers",
    value: 5,
    sessions: 20,
  });
});

it("proposes only sizes with whole sessions", () => {
  for (let remaining = 1; remaining <= 12; remaining += 1)
    for (const itemsPerSession of [1, 2, 5, 8, 12]) {
      const design = { ...pilot, itemsPerSession };
      const { value, step } = proposeStageSize(design, { all: 12, remaining })!;
      const next = nextStageDesign(design, { all: 12, remaining });
      const isWhole = (size: number) => hasWholeSessions(withStageSize(next, size), remaining);
      expect(isWhole(value) && (remaining * value) % next.itemsPerSession === 0).toBe(true);
      expect([isWhole(value), isWhole(value + step)]).toEqual([true, true]);
      for (let size = 1; size < step; size += 1) expect(isWhole(size)).toBe(false);
    }
});

it("refuses other sizes in the unit of the design, with those that are possible", () => {
  expect(findStageSizeProblem(pilot, 11)).toBeNull();
  expect(findStageSizeProblem({ ...pilot, perStratumItem: 1 }, 11)).toBe(
    "1 answer to each of 11 items in each group does not give every group whole sessions. Choose a multiple of 6.",
  );
  const stated = { ...pilot, composition: { ...plainComposition, draw: 12, sessions: 21 } };
  expect(findStageSizeProblem(stated, 15)).toBe(
    "21 sessions do not give every group whole sessions. Choose a multiple of 2.",
  );
});

it("proposes no size if the shares give no whole sessions", () => {
  const shares = { young: 1 / Math.PI, old: 1 - 1 / Math.PI };
  const shared = { ...pilot, composition: { ...plainComposition, shares } };
  expect(proposeStageSize(shared, { all: 12, remaining: 12 })).toBeNull();
});
