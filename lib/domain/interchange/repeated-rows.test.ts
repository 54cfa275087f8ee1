import { expect, it } from "vitest";
import { readItemRow } from "./read-item-row.ts";
import { createRepeatDetector } from "./repeated-rows.ts";

const line = (id: string, storyId: string, text: string, title = "") => {
  const read = readItemRow(
    JSON.stringify({ id, kind: "true-false", story: { id: storyId, title, text }, text: "So?", gold: true }),
  );
  if (!read.ok) throw new Error(read.message);
  return read.row;
};

it("knows a repeated line, and refuses an id with other content and a second text or title of one story, naming both lines", () => {
  const check = createRepeatDetector();
  expect(check(line("a", "s", "One."), 1)).toMatchObject({ ok: true });
  expect(check(line("b", "s", "One."), 2)).toMatchObject({ ok: true });
  expect(check(line("a", "t", "Other."), 4)).toEqual({
    ok: false,
    field: "id",
    message: "is the ID of an earlier item with other content",
    value: "a",
    earlierLine: 1,
  });
  expect(check(line("b", "s", "One."), 5)).toBe("repeated");
  expect(check(line("c", "s", "Two."), 7)).toEqual({
    ok: false,
    field: "story.id",
    message: "is the ID of an earlier story with another text",
    value: "s",
    earlierLine: 1,
  });
  expect(check(line("e", "s", "One.", "Tale"), 7)).toMatchObject({
    field: "story.title",
    value: "Tale",
    earlierLine: 1,
  });
  // A refused line has no effect: its story was never registered.
  expect(check(line("d", "t", "A text of its own."), 8)).toMatchObject({ ok: true });
  // Another file may repeat all of it.
  expect(createRepeatDetector()(line("a", "s", "Two."), 1)).toMatchObject({ ok: true });
});
