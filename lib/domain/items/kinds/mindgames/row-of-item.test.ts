import { describe, expect, it } from "vitest";
import { checkMindgamesRow } from "../../../epistemic/mindgames/check-row.ts";
import { completeNames } from "../../../epistemic/mindgames/complete-names.ts";
import { releasedRows } from "../../../epistemic/testing/fixture-rows.ts";
import { itemOf } from "./mindgames-item.ts";
import { rowOfItem, type StoredMindgamesItem } from "./row-of-item.ts";

function stored(item: NonNullable<ReturnType<typeof itemOf>>): StoredMindgamesItem {
  const { kind, story, text, gold, attributes } = item;
  return { kind, premise: story.text, hypothesis: text, gold, attributes };
}

describe("a row made again from its item", () => {
  it("is the released row, but for the two columns that follow from the others", () => {
    for (const row of releasedRows) {
      const { pbcheck: _, "s-l": __, ...rest } = row;
      expect(rowOfItem(stored(itemOf(row)!))).toEqual(rest);
    }
  });

  it("finds the same things wrong with it", () => {
    for (const row of releasedRows) {
      const { pbcheck: _, ...rest } = row;
      expect(checkMindgamesRow(rowOfItem(stored(itemOf(row)!)))).toEqual(checkMindgamesRow(rest));
    }
  });

  it("follows the text where an item has neither names nor formula", () => {
    for (const row of releasedRows) {
      const item = itemOf(row, "text")!;
      const bare = { ...item.attributes, names: null, formula: null };
      const again = rowOfItem({ ...stored(item), attributes: bare })!;
      expect(again.names).toHaveLength(row.names.length);
      expect(checkMindgamesRow(again)).toMatchObject({ text_matches_formula: true, label_by_text: again.label });
    }
  });

  it("does not exist for other items", () => {
    const item = stored(itemOf(releasedRows[0]!)!);
    expect(rowOfItem({ ...item, kind: "two-choice" })).toBeNull();
    expect(rowOfItem({ ...item, gold: null })).toBeNull();
    expect(rowOfItem({ ...item, attributes: { type: "tom" } })).toBeNull();
    expect(rowOfItem({ ...item, premise: "Once upon a time.", attributes: { setup: "forehead" } })).toBeNull();
  });
});

describe("the names of a text", () => {
  it("are filled up to the number that the text gives", () => {
    const premise = "There are three persons. Everyone is visible to others.";
    expect(completeNames(premise, "Ann can now know whether Bob is thirsty.")).toEqual(["Ann", "Bob", "Person 3"]);
    expect(completeNames(premise, "", ["Eve"])).toEqual(["Eve", "Person 2", "Person 3"]);
    expect(completeNames("Nobody is counted here.", "Ann is thirsty.")).toEqual(["Ann"]);
  });
});
