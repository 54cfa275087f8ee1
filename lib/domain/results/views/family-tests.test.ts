import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adjustPValues } from "../../statistics/basics/adjust-p-values.ts";
import { testEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { adjacentLevels } from "../../statistics/differences/adjacent-levels.ts";
import type { ResultCell } from "../model/cells.ts";
import { meanDifference, storyDifference } from "./cell-material.ts";
import { testTogether } from "./family-tests.ts";

const differencesOf = (values: readonly number[], stories: number) =>
  meanDifference(
    values.map((value, index) => ({ value, cluster: { kind: "story" as const, id: `s${index % stories}` } })),
    "cells",
  );
const memberOf = (values: readonly number[], stories = 7) => ({
  says: "First minus second",
  difference: differencesOf(values, stories),
  unit: "cells",
});
const wave = (shift: number) => Array.from({ length: 42 }, (_, index) => shift + (index % 5) / 10 - 0.2);

describe("tests that are corrected together", () => {
  it("have Holm's p, and limits that hold for all of them beside their own", () => {
    const members = [memberOf(wave(0.1)), memberOf(wave(0.3)), memberOf(wave(0))];
    const { cells, findings } = testTogether(members);
    const plain = members.map(({ difference }) => testEstimate(difference)!.pvalue);
    expect(cells.map(({ p }) => p)).toEqual(plain);
    expect(cells.map(({ adjusted }) => adjusted)).toEqual(adjustPValues(plain, "holm"));
    cells.forEach(({ simultaneous }, index) => {
      expect(simultaneous!.low).toBeLessThan(members[index]!.difference.low!);
      expect(simultaneous!.high).toBeGreaterThan(members[index]!.difference.high!);
    });
    expect(findings[1]).toMatch(/^First minus second: 29\.3 points \(95% interval .*; n = 42 cells, 7 stories\); p /);
    expect(findings[1]).toContain("after Holm over 3, simultaneous limits");
    expect(findings[1]).toContain("over all sign patterns");
  });

  it("have no second interval where there is one test, and no sign patterns for many stories", () => {
    const [cell] = testTogether([memberOf(wave(0.1), 21)]).cells;
    expect(cell).toMatchObject({ simultaneous: null, signPatterns: null, adjusted: cell!.p });
  });

  it("say where the approximate and the exact test disagree", () => {
    // The smallest p over all sign patterns of five stories is 1/16.
    const [finding] = testTogether([memberOf(wave(0.3), 5)]).findings;
    expect(finding).toContain("The approximate test and this exact one disagree at 0.05.");
    expect(testTogether([memberOf(wave(0.3), 7)]).findings[0]).not.toContain("disagree");
  });

  it("say why where there is no test, and count only those that can be tested", () => {
    const { cells, findings } = testTogether([memberOf([0.2, 0.2, 0.2], 3), memberOf(wave(0.1))]);
    expect(cells[0]).toMatchObject({ p: null, adjusted: null, reason: expect.stringContaining("too few") });
    expect(cells[1]!.adjusted).toBe(cells[1]!.p);
    expect(findings[0]).toContain("not tested");
  });
});

it("compares groups of items within stories as the reference function does for one subject", () => {
  const answer = fc.record({
    story: fc.integer({ min: 0, max: 7 }),
    level: fc.constantFrom("2", "3"),
    right: fc.constantFrom(0, 1, null),
  });
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 60 }), (answers) => {
      const cells = answers.map(
        ({ story, level, right }) =>
          ({ item: { storyId: `s${story}`, attributes: { level } }, right }) as unknown as ResultCell & {
            right: number | null;
          },
      );
      const shown = storyDifference(
        { score: (cell) => (cell as (typeof cells)[number]).right },
        cells,
        ({ attributes }) => String(attributes.level),
        ["3", "2"],
      );
      const reference = adjacentLevels(
        {
          subject: answers.map(() => "one"),
          story: answers.map(({ story }) => story),
          level: answers.map(({ level }) => level),
          correct: answers.map(({ right }) => right),
        },
        "2",
        "3",
      );
      expect(shown.difference.n).toBe(reference.nPairs);
      if (reference.estimate !== null) expect(shown.difference.value).toBeCloseTo(reference.estimate, 12);
      if (reference.nPairs < 5) expect(testEstimate(shown.difference)).toBeNull();
      else if (reference.pvalue !== null)
        expect(testEstimate(shown.difference)!.pvalue).toBeCloseTo(reference.pvalue, 9);
    }),
  );
});
