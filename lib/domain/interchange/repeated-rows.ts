import { canonicalJson, fingerprint } from "../fingerprint.ts";
import type { ItemRow, Story } from "../items/item.ts";
import { task as taskKind } from "../items/kinds/task/task.ts";
import type { ReadRow } from "./read-item-row.ts";
import { formatRejectedValue } from "./rejected-value.ts";

/**
 * Detects lines of one item file that repeat others, and lines that would silently overwrite others: a second line with
 * an earlier line's id and other content, and a story with two texts, titles or genres. The later line is rejected and
 * names the earlier one, which is kept. Stores a name and hashes for each item and story, not their texts.
 *
 * The story of a task is one of its fields; the empty text beside it does not contradict the text of other kinds.
 */
export function createRepeatDetector(): (row: ItemRow, line: number) => ReadRow<ItemRow> | "repeated" {
  const items = new Map<string, { line: number; hash: string }>();
  const stories = new Map<string, { line: number; hashes: Story }>();
  return (row, line) => {
    const hash = fingerprint(canonicalJson(row));
    const sameItem = items.get(row.id);
    if (sameItem?.hash === hash) return "repeated";
    if (sameItem) return rejectRow(row, "id", "is the ID of an earlier item with other content", sameItem.line);
    const storyName =
      row.kind === taskKind.name && row.story.text === "" ? `task ${row.story.id}` : `story ${row.story.id}`;
    const hashes = hashParts(row.story);
    const sameStory = stories.get(storyName);
    const changedPart = sameStory && storyParts.find((part) => hashes[part] !== sameStory.hashes[part]);
    if (changedPart) {
      const { field, message } = conflicts[changedPart];
      return rejectRow(row, field, message, sameStory.line);
    }
    items.set(row.id, { line, hash });
    if (!sameStory) stories.set(storyName, { line, hashes });
    return { ok: true, row };
  };
}

const storyParts = ["text", "title", "genre"] as const;
const conflicts = {
  text: { field: "story.id", message: "is the ID of an earlier story with another text" },
  title: { field: "story.title", message: "is not the title that an earlier line gives this story" },
  genre: { field: "story.genre", message: "is not the genre that an earlier line gives this story" },
};

function hashParts({ text, title, genre }: Story): Story {
  return { text: fingerprint(text), title: fingerprint(title), genre: fingerprint(genre) };
}

function rejectRow(row: ItemRow, field: string, message: string, earlierLine: number): ReadRow<ItemRow> {
  return { ok: false, field, message, value: formatRejectedValue(row, field), earlierLine };
}
