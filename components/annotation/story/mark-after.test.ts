import { expect, it } from "vitest";
import { createAnchor } from "@/lib/domain/stories/anchors/anchor.ts";
import { anchorReports } from "@/lib/domain/stories/anchors/report.ts";
import { parseWords } from "@/lib/domain/words/words.ts";
import { findNextMark } from "./use-mark-actions.ts";

it("goes from mark to mark in the order of the story and round it, those without a place last", () => {
  const story = parseWords("Ann hid the key. Ben took it.");
  const reports = anchorReports(story, [
    { id: "lost", role: "knowledge", start: 0, end: 0, text: "a paraphrase", damage: "not-found" },
    createAnchor(story, "event", "event", { start: 4, end: 7 }),
    createAnchor(story, "knowledge", "knowledge", { start: 0, end: 4 }),
  ]);
  const order = ["knowledge", "event", "lost"];
  for (const [place, id] of order.entries()) {
    expect(findNextMark(reports, order.at(place - 1) ?? null, 1)?.id).toBe(id);
    expect(findNextMark(reports, order[(place + 1) % 3] ?? null, -1)?.id).toBe(id);
  }
  expect(findNextMark(reports, null, 1)).toEqual({ id: "knowledge", says: "Mark 1 of 3, knowledge: Ann hid the key." });
  expect(findNextMark(reports, null, -1)?.says).toBe("Mark 3 of 3, knowledge: a paraphrase");
  expect(findNextMark([], null, 1)).toBeNull();
});
