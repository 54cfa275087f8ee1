import { expect, it } from "vitest";
import { itemKinds } from "../items/kinds/registry.ts";
import type { ExportShape } from "./export-study-columns.ts";
import { createWideTable, maxWideTableColumns, toWideRecord, wideTableInCodebook } from "./wide-table.ts";

const shapeOf = (items: ExportShape["items"]): ExportShape => ({
  level: "coded",
  factors: [],
  attributes: [],
  questions: [],
  conditional: [],
  boxes: [],
  checks: [],
  kinds: itemKinds["true-false"] ? [itemKinds["true-false"]] : [],
  items,
});

it("has one column for each item: 1 right, 0 wrong, the first of several answers, the word where there is no key", () => {
  const shape = shapeOf([
    { id: "a", hasKey: true },
    { id: "b", hasKey: true },
    { id: "c", hasKey: true },
    { id: "opinion", hasKey: false },
  ]);
  const record = toWideRecord(shape, [
    { item: "a", answer: "true", isCorrect: true },
    { item: "b", answer: "true", isCorrect: false },
    { item: "b", answer: "false", isCorrect: true },
    { item: "opinion", answer: "4", isCorrect: null },
    { item: "opinion", answer: "5", isCorrect: null },
  ]);
  expect(record).toEqual({ response_a: 1, response_b: 0, response_c: null, response_opinion: "4" });
  const columns = createWideTable(shape)?.columns.map(({ name, type }) => [name, type]);
  expect(columns).toEqual([
    ["participant", "text"],
    ["stage", "text"],
    ["stratum", "text"],
    ["response_a", "integer"],
    ["response_b", "integer"],
    ["response_c", "integer"],
    ["response_opinion", "text"],
    ["canary", "text"],
  ]);
});

it("is omitted above the widest table, and is one column for all items in a codebook", () => {
  const items = Array.from({ length: maxWideTableColumns }, (_, index) => ({ id: `i${index}`, hasKey: true }));
  expect(wideTableInCodebook(shapeOf(items))?.columns).toHaveLength(5);
  const more = shapeOf([...items, { id: "more", hasKey: true }]);
  expect([createWideTable(more), wideTableInCodebook(more)]).toEqual([null, null]);
});
