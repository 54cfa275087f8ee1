import { describe, expect, it } from "vitest";
import { parseWords } from "../../words/words.ts";
import { type Anchor, createAnchor } from "./anchor.ts";
import { markWords } from "./mark-words.ts";

const story = parseWords("Ann hid the key under the pot. Ben came home late and lifted the pot.");
const knowledge = createAnchor(story, "knowledge", "knowledge", { start: 0, end: 4 });
const event = createAnchor(story, "event", "event", { start: 7, end: 14 });
const error = createAnchor(story, "error-1", "error", { start: 12, end: 14 });
const note: Anchor = {
  id: "knowledge-2",
  role: "knowledge",
  start: 0,
  end: 0,
  text: "It is there",
  damage: "not-found",
};

describe("marking words", () => {
  it("adds a mark of knowledge or of an error beside those there are, and replaces none", () => {
    const more = markWords(story, [knowledge, note, event, error], "knowledge", { start: 4, end: 7 });
    expect(more).toMatchObject({ does: "added", anchor: { id: "knowledge-3", text: "under the pot." } });
    expect(more.does === "added" && more.anchors.slice(0, 4)).toEqual([knowledge, note, event, error]);
    expect(markWords(story, [event, error], "error", { start: 8, end: 9 })).toMatchObject({
      anchor: { id: "error-2" },
    });
    expect(markWords(story, [note], "knowledge", { start: 0, end: 2 })).toMatchObject({ anchor: { id: "knowledge" } });
  });

  it("moves the mark that the words touch, and says how it was", () => {
    const moved = markWords(story, [knowledge, event], "knowledge", { start: 3, end: 6 });
    expect(moved).toMatchObject({ does: "moved", before: knowledge, anchor: { id: "knowledge", start: 3, end: 6 } });
    expect(markWords(story, [event], "event", { start: 6, end: 14 })).toMatchObject({ does: "moved", before: event });
  });

  it("gives words back to a mark that lost them", () => {
    const lost: Anchor = { ...error, damage: "not-found" };
    expect(markWords(story, [event, lost], "error", { start: 8, end: 10 })).toMatchObject({
      does: "moved",
      before: lost,
    });
    const empty: Anchor = { ...event, start: 7, end: 7 };
    expect(markWords(story, [empty], "event", { start: 7, end: 9 })).toMatchObject({ does: "moved", before: empty });
  });

  it("never replaces the event by one elsewhere", () => {
    expect(markWords(story, [event], "event", { start: 0, end: 4 })).toEqual({ does: "refused", standing: event });
  });
});
