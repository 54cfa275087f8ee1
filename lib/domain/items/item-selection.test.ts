import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isSelected,
  itemSelectionSchema,
  listNames,
  selectItems,
  selectionOfText,
  textOfSelection,
  unknownNames,
} from "./item-selection.ts";

const value = fc.oneof(fc.constantFrom("tom", "5", "a, b", 'say "no"', "x; y", "a|b", "c\\d", " padded "), fc.string());
const selection = fc
  .record(
    {
      attributes: fc.dictionary(
        fc.constantFrom("type", "order", "level"),
        fc.array(value, { minLength: 1, maxLength: 3 }),
        {
          minKeys: 1,
          noNullPrototype: true,
        },
      ),
      marks: fc.uniqueArray(fc.constantFrom("event" as const, "knowledge" as const), { minLength: 1 }),
      ids: fc.array(fc.constantFrom("ToM2t", "a, b", "c=d"), { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: [] },
  )
  .filter((one) => itemSelectionSchema.safeParse(one).success && Object.keys(one).length > 0);

describe("a selection of items", () => {
  const items = [
    { name: "ToM5t", attributes: { type: "tom", order: 5 } },
    { name: "ToM6t", attributes: { type: "tom", order: 6 } },
    { name: "F5t", attributes: { type: "factual", level: 5 } },
  ];

  it("meets every part, compares numbers as text, and selects all where it is empty", () => {
    const named = (one: Parameters<typeof selectItems>[1]) => selectItems(items, one).map(({ name }) => name);
    expect(named({ attributes: { type: ["tom"] } })).toEqual(["ToM5t", "ToM6t"]);
    expect(named({ attributes: { type: ["tom"], order: ["6"] } })).toEqual(["ToM6t"]);
    expect(named({ attributes: { order: ["5", "6"] }, ids: ["ToM5t", "F5t"] })).toEqual(["ToM5t"]);
    expect(named({})).toHaveLength(3);
    expect(named(null)).toHaveLength(3);
    expect(isSelected(items[2]!, { attributes: { order: ["undefined"] } })).toBe(false);
  });

  it("requires every mark that it names", () => {
    const marked = [
      { name: "both", attributes: { event_words: "0-2", knowledge_words: "4-6" } },
      { name: "event", attributes: { event_words: "0-2", knowledge_words: "" } },
      { name: "none", attributes: {} },
    ];
    const named = (line: string) => selectItems(marked, selectionOfText(line)).map(({ name }) => name);
    expect(named("marks = event")).toEqual(["both", "event"]);
    expect(named("marks = event, knowledge")).toEqual(["both"]);
    expect(named("marks = event; id = none")).toEqual([]);
    expect(() => selectionOfText("marks = error")).toThrow('"error" is not a mark: write marks = event, knowledge');
  });

  it("names what no item is called", () => {
    expect(unknownNames({ ids: ["ToM5t", "typo"] }, items)).toEqual(["typo"]);
    expect(unknownNames({}, items)).toEqual([]);
    expect(listNames(["a", "b", "c", "d", "e", "f", "g"])).toBe("a, b, c, d, e and 2 more");
  });

  it("is the one that its line describes", () => {
    fc.assert(
      fc.property(selection, (one) => {
        expect(selectionOfText(textOfSelection(one))).toEqual(one);
      }),
    );
    expect(textOfSelection({ attributes: { type: ["tom"], order: ["5", "6"] }, ids: ["a, b"] })).toBe(
      'type = tom; order = 5, 6; id = "a, b"',
    );
    expect(selectionOfText("  ")).toBeNull();
    expect(() => selectionOfText("tom")).toThrow("is not a selection of items");
  });
});
