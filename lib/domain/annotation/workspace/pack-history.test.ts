import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Anchor, createAnchor } from "@/lib/domain/stories/anchors/anchor.ts";
import { type Draft, newDraft, redoStep, undoStep, withEdit, withStepClosed } from "@/lib/domain/stories/history.ts";
import { parseWords } from "@/lib/domain/words/words.ts";
import { packHistory, unpackHistory } from "./pack-history.ts";

const story = "Ann hid the key. Ben, who was away, took the key from the jar at once.";
const anchors: Anchor[] = [
  createAnchor(parseWords(story), "knowledge", "knowledge", { start: 0, end: 4 }),
  createAnchor(parseWords(story), "event", "event", { start: 4, end: 15 }),
];

function afterEdits(draft: Draft, edits: readonly { at: number; length: number; text: string }[]): Draft {
  return edits.reduce((now, { at, length, text }) => {
    const start = Math.min(at, now.text.length);
    const end = Math.min(start + length, now.text.length);
    return withStepClosed(withEdit(now, { start, end, text }));
  }, draft);
}

const edits = fc.array(
  fc.record({ at: fc.nat({ max: 70 }), length: fc.nat({ max: 9 }), text: fc.constantFrom("", "x", " and so", "Ben ") }),
  { maxLength: 12 },
);

describe("a packed history", () => {
  it("undoes and redoes what the history itself would, after a way through JSON", () => {
    fc.assert(
      fc.property(edits, fc.nat({ max: 5 }), (list, steps) => {
        let draft = afterEdits(newDraft(story, anchors), list);
        for (let step = 0; step < steps; step += 1) draft = undoStep(draft);
        const packed: unknown = JSON.parse(JSON.stringify(packHistory(draft)));
        expect(unpackHistory(draft.text, draft.anchors, packed)).toEqual(withStepClosed(draft));
        expect(redoStep(unpackHistory(draft.text, draft.anchors, packed))).toEqual(redoStep(withStepClosed(draft)));
      }),
    );
  });

  it("keeps the newest steps and stays small however long somebody works", () => {
    const long = Array.from({ length: 600 }, (_, index) => ({ at: 30, length: 0, text: `word number ${index} ` }));
    const draft = afterEdits(newDraft(story, anchors), long);
    const packed = packHistory(draft);
    expect(JSON.stringify(packed).length).toBeLessThan(60_000);
    expect(undoStep(unpackHistory(draft.text, draft.anchors, packed)).text).toBe(undoStep(draft).text);
  });

  it("is nothing beside another text, or when it is no history", () => {
    const draft = afterEdits(newDraft(story, anchors), [{ at: 3, length: 0, text: "e" }]);
    expect(unpackHistory("Another text.", [], packHistory(draft)).past).toEqual([]);
    expect(unpackHistory(draft.text, draft.anchors, { version: 9 }).past).toEqual([]);
    expect(unpackHistory(draft.text, draft.anchors, null).past).toEqual([]);
  });
});
