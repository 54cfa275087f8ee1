import { expect, it } from "vitest";
import { itemKinds } from "../../items/kinds/registry.ts";
import { newPracticeItem } from "./practice-items.ts";

it("a new item to practise on has two options where its kind cannot do without, and none elsewhere", () => {
  const options = Object.fromEntries(
    Object.keys(itemKinds).map((kind) => [kind, newPracticeItem(kind).options.length]),
  );
  expect(options).toEqual({
    "true-false": 0,
    "yes-no": 0,
    "two-choice": 2,
    choice: 2,
    "open-text": 0,
    task: 0,
    consistency: 0,
  });
});
