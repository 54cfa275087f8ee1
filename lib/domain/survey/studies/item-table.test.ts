import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countMatchingItems, type ItemFacts, inferFilter, matchesFilter, prepareItemTable } from "./item-table.ts";

const items: ItemFacts[] = ["harbour", "garden"].flatMap((story) =>
  ["tom", "factual"].flatMap((type) =>
    [2, 3, 10].map((order) => ({
      id: `${story}-${type}-${order}`,
      attributes: { story, type, order: String(order), text: `${story} ${type} ${order}`, same: "x" },
    })),
  ),
);

const filterArbitrary = fc.record(
  {
    story: fc.subarray(["harbour", "garden"], { minLength: 1 }),
    type: fc.subarray(["tom", "factual"], { minLength: 1 }),
    order: fc.subarray(["2", "3", "10"], { minLength: 1 }),
  },
  { requiredKeys: [] },
);

describe("the item table", () => {
  it("offers attributes that tell items apart, numbers in their order", () => {
    expect(prepareItemTable(items).attributes).toEqual([
      { name: "story", values: ["garden", "harbour"] },
      { name: "type", values: ["factual", "tom"] },
      { name: "order", values: ["2", "3", "10"] },
      { name: "text", values: items.map((item) => item.attributes.text).sort(inOrder) },
    ]);
  });

  it("leaves out attributes with more values than a person could choose from", () => {
    const many = Array.from({ length: 61 }, (_, id) => ({
      id: `${id}`,
      attributes: { id: `${id}`, half: `${id % 2}` },
    }));
    expect(prepareItemTable(many).attributes.map((attribute) => attribute.name)).toEqual(["half"]);
    expect(prepareItemTable(many).rows.map((row) => row.count)).toEqual([31, 30]);
  });

  it("counts what a filter chooses", () => {
    fc.assert(
      fc.property(filterArbitrary, (filter) => {
        const chosen = items.filter((item) => matchesFilter(filter, item.attributes));
        expect(countMatchingItems(prepareItemTable(items), filter)).toBe(chosen.length);
      }),
    );
    expect(countMatchingItems(prepareItemTable(items), { colour: ["red"] })).toBe(0);
  });

  it("finds the filter behind a choice, or says that there is none", () => {
    fc.assert(
      fc.property(filterArbitrary, (filter) => {
        const chosen = items.filter((item) => matchesFilter(filter, item.attributes)).map((item) => item.id);
        const found = inferFilter(items, chosen);
        expect(items.filter((item) => found && matchesFilter(found, item.attributes)).map((item) => item.id)).toEqual(
          chosen,
        );
      }),
    );
    const labelled: ItemFacts[] = items.map(({ id, attributes }) => ({
      id,
      attributes: { label: `${attributes.type} ${attributes.order}`, ...attributes },
    }));
    const tom = labelled.filter((item) => item.attributes.type === "tom").map((item) => item.id);
    expect(inferFilter(labelled, tom)).toEqual({ type: ["tom"] });
    const plain = items.map(({ id, attributes }) => ({ id, attributes: { story: attributes.story ?? "" } }));
    expect(inferFilter(plain, ["harbour-tom-2"])).toBeNull();
    expect(inferFilter(items, [])).toBeNull();
    expect(inferFilter(items, ["gone"])).toBeNull();
  });
});

function inOrder(left: string | undefined, right: string | undefined): number {
  return (left ?? "").localeCompare(right ?? "", "en", { numeric: true });
}
