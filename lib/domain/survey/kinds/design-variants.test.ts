import { describe, expect, it } from "vitest";
import type { Item } from "../../items/item.ts";
import { conditionKey } from "../../items/stimulus.ts";
import { taskItem } from "../../items/testing/task-item.ts";
import { listMarginalCounts } from "../design.ts";
import { everyKind, findStudyItemKind, includesKind, listVariants } from "./asked-kind.ts";
import {
  conditionCounts,
  conditionOfItem,
  conditionsOfItem,
  conditionsOfKind,
  studyConditions,
} from "./design-variants.ts";

const itemOf = (kind: string): Item => ({
  kind,
  story: { title: "", genre: "", text: "" },
  text: "Where?",
  options: kind.endsWith("choice") ? ["here", "there"] : [],
});
const items = ["choice", "two-choice", "true-false", "open-text"].map(itemOf);

describe("kinds in one session", () => {
  const variants = listVariants(items);
  const kind = findStudyItemKind(everyKind, variants);
  if (!kind?.variants) throw new Error("no variants");
  const design = {
    factors: kind.factors.map(({ name, levels }) => ({ name, levels: levels.map(({ value }) => value) })),
    variants: kind.variants,
  };

  it("has each factor once, and each item only its own conditions", () => {
    const names = kind.factors.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const item of items) {
      const own = conditionsOfItem(design, item);
      const single = findStudyItemKind(item.kind, variants);
      expect(Object.keys(own[0] ?? {}).sort()).toEqual(single?.factors.map(({ name }) => name).sort());
      const known = new Set(studyConditions(design).map(conditionKey));
      expect(own.every((levels) => known.has(conditionKey(levels)))).toBe(true);
      expect(conditionsOfKind(design, item.kind)).toEqual(own);
    }
    expect(conditionCounts(design)).toEqual(items.map((item) => conditionsOfItem(design, item).length));
  });

  it("uses what each kind calls the levels of a factor", () => {
    const [choice, twoChoice, , openText] = items as [Item, Item, Item, Item];
    const levels = { optionOrder: "reversed", confidence: "asked" };
    expect(conditionOfItem(design, choice, levels)).toEqual(levels);
    expect(conditionOfItem(design, twoChoice, levels)).toEqual({ optionOrder: "1-0" });
    expect(conditionOfItem(design, openText, levels)).toEqual({ confidence: "asked" });
  });

  it("leaves the design of one kind as it is", () => {
    const one = findStudyItemKind("choice", variants);
    expect(one?.variants).toBeUndefined();
    expect(findStudyItemKind("song", variants)).toBeNull();
    expect(includesKind(everyKind, "song")).toBe(false);
  });

  it("gives a scale no order of options", () => {
    const rated = taskItem({ text: "The sea is green.", question: "Is it?" });
    if (!rated.task) throw new Error("no task");
    const answer = [{ ...rated.task.schema.answer[0], type: "rating" }] as never;
    const rating = { ...rated, task: { ...rated.task, schema: { ...rated.task.schema, answer } } };
    expect(listVariants([rating])).toEqual([{ kind: "task", factors: [] }]);
  });

  it("states the margins of items with few and with many conditions", () => {
    const counts = { strata: 2, items: 4, conditions: 4, perStratumItem: 4, itemsPerSession: 4 };
    const [, cells] = listMarginalCounts({ ...counts, perVariant: [1, 2, 4] });
    expect(cells).toMatchObject({ low: 2, high: 8, isExact: true });
  });
});
