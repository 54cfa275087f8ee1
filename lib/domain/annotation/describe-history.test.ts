import { describe, expect, it } from "vitest";
import { describeHistory, type HistoryEvent } from "./describe-history.ts";
import type { KsteDocument } from "./documents/kste-document.ts";

const at = new Date("2026-11-22T10:00:00Z");
const happened = (event: string, actorName: string | null, details: Record<string, unknown> = {}): HistoryEvent => ({
  ...{ at, event, actorName, details },
});
const saying = (story: string, genre = "mystery"): KsteDocument => ({ kind: "original", genre, story, anchors: [] });
const texts = new Map([
  [null, { base: null, document: saying("One.") }],
  ["r1", { base: null, document: saying("One two.") }],
  ["r2", { base: "r1", document: saying("One two three.") }],
  ["r3", { base: "r2", document: saying("One two four.") }],
  ["r4", { base: "r3", document: saying("One two four.", "kids") }],
]);

describe("the life of an item", () => {
  it("is told in sentences with names, reasons and what changed", () => {
    const lines = describeHistory(
      [
        happened("imported", null, { findings: 1 }),
        happened("revision", "Ann", { copy: 1, branch: "main", origin: "edit", revision: "r1" }),
        happened("revision", "Ann", { copy: 1, branch: "main", origin: "edit", revision: "r2" }),
        happened("verdict", "Ann", { copy: 1, verdict: "refined", activeMs: 90_000, stands: true }),
        happened("revision", "Rev", { copy: 1, branch: "main", origin: "review", revision: "r3" }),
        happened("review", "Rev", {
          decision: "change",
          reason: "Four is right.",
          codes: ["language"],
          isSample: false,
        }),
        happened("accepted", "Rev", { cause: "review", reason: "Four is right." }),
      ],
      texts,
    );
    expect(lines.map(({ sentence }) => sentence)).toEqual([
      "The item was added to the collection; the check found one problem.",
      "Ann saved copy 1, 2 times.",
      "Ann submitted a refined text, copy 1, after 1.5 active minutes.",
      "Rev wrote a new version in review.",
      "Rev accepted it in review with changes.",
      "It was accepted by Rev.",
    ]);
    expect(lines[1]?.change).toEqual({ before: saying("One."), after: saying("One two three.") });
    expect(lines[1]?.raw).toHaveLength(2);
    expect(lines[3]?.change).toEqual({ before: saying("One two three."), after: saying("One two four.") });
    expect(lines[4]?.quote).toBe("Language or typing Four is right.");
  });

  it("tells a change of anything, not only of the story", () => {
    const [line] = describeHistory([happened("revision", "Ann", { copy: 1, branch: "main", revision: "r4" })], texts);
    expect(line?.change).toEqual({ before: saying("One two four."), after: saying("One two four.", "kids") });
  });

  it("says what was taken back, and names an event that it does not know", () => {
    const lines = describeHistory(
      [
        happened("review", "Rev", { decision: "accept", undone: "2026-11-22", isSample: true }),
        happened("accepted", null, { cause: "untouched", revoked: "2026-11-22" }),
        happened("review.undo", "Rev"),
        happened("annotation.future", "Rev"),
        happened("coded-answer", null, { coder: "p1" }),
        happened("time", "Ann", { copy: 1, activeMs: 90_000 }),
      ],
      texts,
    );
    expect(lines.map(({ sentence }) => sentence)).toEqual([
      "Rev accepted it in review, as part of the random sample. The decision was undone later.",
      "It was accepted by rule. This was undone later.",
      "Rev undid the review's decision.",
      "Rev performed “annotation.future”.",
      "The answers of p1 were added.",
    ]);
  });
});
