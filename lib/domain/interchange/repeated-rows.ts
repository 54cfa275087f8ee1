import { canonicalJson, fingerprint } from "../fingerprint.ts";
import { type ItemRow, storyContentHash } from "../items/item.ts";
import type { ReadRow } from "./read-item-row.ts";
import { rejectedValue } from "./rejected-value.ts";

/**
 * Detects lines of one item file that repeat others, and lines that would silently overwrite others: a second line with
 * an earlier line's id and other content, and two texts with the same story name. The later line is rejected with a
 * message that names both; the first one is kept. Stores a name and a hash for each item and story, not their texts.
 */
export function createRepeatDetector(): (row: ItemRow, line: number) => ReadRow<ItemRow> | "repeated" {
  const items = new Map<string, { line: number; hash: string }>();
  const stories = new Map<string, { line: number; hash: string }>();
  return (row, line) => {
    const rowHash = fingerprint(canonicalJson(row));
    const sameItem = items.get(row.id);
    if (sameItem?.hash === rowHash) return "repeated";
    if (sameItem)
      return rejectRow(row, "id", `is the id of line ${sameItem.line} already; line ${line} would overwrite it`);
    const hash = storyContentHash(row.story);
    const sameStory = stories.get(row.story.id);
    if (sameStory && sameStory.hash !== hash) {
      return rejectRow(
        row,
        "story.id",
        `names the story of line ${sameStory.line}, which line ${line} gives another text or title`,
      );
    }
    items.set(row.id, { line, hash: rowHash });
    if (!sameStory) stories.set(row.story.id, { line, hash });
    return { ok: true, row };
  };
}

function rejectRow(row: ItemRow, field: string, message: string): ReadRow<ItemRow> {
  return { ok: false, field, message, value: rejectedValue(row, field) };
}
