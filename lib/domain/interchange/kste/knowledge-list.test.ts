import { describe, expect, it } from "vitest";
import { findImportProblems } from "../../annotation/documents/import-blocks.ts";
import { documentFromItem, itemFromDocument } from "../../annotation/documents/item-document.ts";
import type { KsteItem } from "../../stories/items/kste-item.ts";
import { locateStoryPieces } from "../../stories/knowledge/story-pieces.ts";
import { formatKsteLine } from "./jsonl.ts";
import { readKsteRow, toReleasedFields } from "./row.ts";

const stated = {
  id: "erroneous_story_1",
  kind: "error",
  genre: "kids",
  character: "Ben",
  implausible_knowledge: "",
  error: "He lifted the old pot.",
  erroneous_event: "<error>He lifted the old pot.</error>",
  story: "Ann hid the key under the old pot. She hid the key well. Ben came home late. He lifted the old pot.",
};

describe("knowledge that a file gives as an array", () => {
  it.each([
    ["of several texts", ["Ann hid the key under the old pot.", "She hid the key well."], 2],
    ["of one text", ["Ann hid the key under the old pot."], 1],
    ["of one quotation with its marks", ['"Ann hid the key" and "She hid the key well"'], 2],
    ["of other values", ["Ann hid the key under", 7, null, { text: "the old pot" }], 2],
  ])("%s is read into pieces, stops nothing and is written as it came", (_, list, pieces) => {
    const row = { ...stated, implausible_knowledge: list };
    const { item, findings } = readKsteRow(row, { id: "line 1" });
    expect(findings).toEqual([]);
    expect(findImportProblems(item as KsteItem)).toEqual([]);
    expect(locateStoryPieces(item as KsteItem)).toHaveLength(pieces);
    expect(JSON.parse(formatKsteLine(item as KsteItem))).toEqual(row);
    const document = documentFromItem(item as KsteItem);
    const renamed = itemFromDocument({ ...document, character: "Bo" } as typeof document, item as KsteItem);
    expect(JSON.parse(formatKsteLine(renamed))).toEqual({ ...row, character: "Bo" });
    expect(toReleasedFields(renamed).implausible_knowledge).toEqual(list);
  });
});
