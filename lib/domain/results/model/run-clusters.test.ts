import { expect, it } from "vitest";
import { foldRun } from "./fold-run.ts";
import { foldRunPairs } from "./fold-run-pairs.ts";

/** Twelve stories in six source groups: an original and its erroneous version each. */
const items = Array.from({ length: 12 }, (_, index) => ({
  id: `i${index}`,
  scored: { story: `s${index}`, rightKeys: ["yes"], attributes: { group: `g${index % 6}` } },
}));
const answerOf = (index: number) => (index % 3 === 0 ? "no" : "yes");

it("clusters the answers of a run by source group where one holds several stories", () => {
  const fold = foldRun();
  fold.add(items);
  fold.add(items.map(({ id }, index) => ({ item: id, condition: "", answerKey: answerOf(index), count: 1 })));
  expect(fold.finish().share).toMatchObject({ n: 12, clusters: 6 });
});

it("clusters the difference of two runs by source group", () => {
  const fold = foldRunPairs(["first", "second"]);
  fold.add(items);
  fold.add(
    items.map(({ id }, index) => ({
      ...{ item: id, version: id, condition: "", both: true, isOtherVersion: false },
      ...{ first: answerOf(index), second: answerOf(index + 1) },
    })),
  );
  expect(fold.finish()).toMatchObject({ n: 12, clusters: 6, clusterWords: { many: "source groups" } });
});
