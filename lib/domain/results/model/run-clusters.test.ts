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

it("counts unparsed answers as wrong, and gives the share without them beside it", () => {
  const fold = foldRun();
  fold.add(items);
  fold.add(
    items.map(({ id }, index) => ({
      ...{ item: id, condition: "", count: 1 },
      answerKey: index < 2 ? null : answerOf(index),
    })),
  );
  const { share, parsed, unparsed } = fold.finish();
  expect({ unparsed, wrong: share, excluded: parsed }).toMatchObject({
    unparsed: 2,
    wrong: { correct: 7, n: 12, clusters: 6 },
    excluded: { correct: 7, n: 10, clusters: 6 },
  });
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
