import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ItemRow } from "../items/item.ts";
import type { TableTask } from "../tasks/templates/table-task.ts";
import { createTableTaskRow, tableTaskItem } from "./item-files/table-task-row.ts";
import { formOfItem, rowOfForm } from "./item-form.ts";
import { readItemRow } from "./read-item-row.ts";

const item: ItemRow = {
  id: "parcel-1",
  kind: "choice",
  story: { id: "parcel", title: "The parcel", genre: "post", text: "Ana left a parcel.\n\nBen took it." },
  text: "Who has it?",
  options: ["Ana", "Ben"],
  gold: 1,
  attributes: {},
};

describe("the form of an item", () => {
  it.each<[string, Partial<ItemRow>]>([
    ["a choice", {}],
    ["true or false", { kind: "true-false", options: [], gold: false }],
    ["yes or no", { kind: "yes-no", options: [], gold: "no" }],
    ["open text", { kind: "open-text", options: [], gold: { accept: ["Ben", "Benjamin"] } }],
    ["an error in a story", { kind: "consistency", options: [], gold: { consistent: false, spans: [[1, 3]] } }],
  ])("gives back %s that nobody changed", (_name, changes) => {
    const row = { ...item, ...changes };
    expect(readItemRow(JSON.stringify(rowOfForm(formOfItem(row), row)))).toEqual({ ok: true, row });
  });

  it.each<[TableTask, string[]]>([
    ["rating", ["1-5"]],
    ["rating", ["low", "middle", "high"]],
    ["number", []],
    ["several", ["box", "bag"]],
    ["ranking", ["box", "bag", "drawer"]],
    ["text", []],
    ["pairwise", ["This.", "That."]],
    ["spans", ["person"]],
  ])("gives back a question of a table (%s) that nobody changed, with the names of its parts", (table, options) => {
    const facts = { id: "a", story: "Ana left.", storyId: "s", title: "", text: "Which?", options, attributes: {} };
    const asked = tableTaskItem(table, facts)!;
    const given = createTableTaskRow(table, facts, {});
    const row: ItemRow = { ...given, schemaVersion: 2, options: [], task: asked };
    const form = formOfItem(row);
    expect(form).toMatchObject({ kind: table, story: "Ana left.", text: "Which?", options: options.join("\n") });
    expect(rowOfForm(form, row)).toEqual({ ...given, schemaVersion: 2 });
    expect(rowOfForm({ ...form, id: "b" }, null)).toMatchObject({ schema: given.schema, fields: given.fields });
  });

  it("keeps the types of attributes, whatever their names and values", () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom("5", "true", ' "', ""),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (attributes) => {
        // Object keys such as "__proto__" are set, not copied, by an assignment.
        fc.pre(!Object.hasOwn(attributes, "__proto__"));
        expect(rowOfForm(formOfItem({ ...item, attributes }), item).attributes).toEqual(attributes);
      }),
    );
  });

  it("gives an item without a story its own, not one that it shares with others", () => {
    const before = { ...item, story: { id: "none", title: "", genre: "", text: "" } };
    const told = { ...formOfItem(before), story: "Ana left." };
    expect(rowOfForm(told, before).story).toMatchObject({ id: "story-of-parcel-1", text: "Ana left." });
  });

  it("names the story of a new item after it", () => {
    expect(rowOfForm(formOfItem(item), null).story).toMatchObject({ id: "story-of-parcel-1" });
  });
});
