import fc from "fast-check";
import { expect, it } from "vitest";
import { minClusters } from "../../statistics/clustered/clustered-estimate.ts";
import { compareWithChance } from "../../statistics/referee/compare-with-chance.ts";
import { shareOfCells } from "../model/share.ts";

const answer = fc.record({ story: fc.nat(19), score: fc.constantFrom(0, 1, 1, null) });

it("gives an accuracy the same interval beside people and against chance, whichever items a model answered", () => {
  fc.assert(
    fc.property(fc.array(answer, { minLength: 6, maxLength: 40 }), (answers) => {
      const stories = answers.map(({ story }) => `s${story}`);
      fc.pre(new Set(stories).size >= minClusters);
      const share = shareOfCells(
        answers.map(({ story, score }) => ({ score, cluster: { kind: "story", id: `s${story}` } })),
      );
      // Clusters with the same share of right answers have no spread: there is no interval, only the exact test.
      fc.pre(share.low !== null);
      const outcomes = answers.map(({ score }) => (score === null ? null : score === 1));
      const found = compareWithChance({ subjects: [{ label: "m", outcomes }], chance: 0.5, clusters: stories });
      const row = found.ok ? found.rows[0] : null;
      const digits = (...values: (number | null | undefined)[]) => values.map((value) => value?.toFixed(10));
      expect(digits(row?.accuracy, row?.low, row?.high)).toEqual(digits(share.value, share.low, share.high));
    }),
    { numRuns: 1_000 },
  );
});
