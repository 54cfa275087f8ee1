import { describe, expect, it } from "vitest";
import { parseWords } from "../words/words.ts";
import { anchorFromText } from "./anchors/locate.ts";
import { checkWorkspace } from "./workspace-check.ts";

const original = "Ann hid the key under the pot. Ben came in. He sat down. Night fell.";
const text =
  "Ann hid the key under the pot. Ben, unaware of it, came in. He lifted the pot and took the key. Night fell.";

describe("the checks of the workspace", () => {
  const story = parseWords(text);
  const anchors = [
    anchorFromText(story, "k", "knowledge", "Ann hid the key under the pot."),
    anchorFromText(story, "v", "event", "Ben, unaware of it, came in. He lifted the pot and took the key."),
    anchorFromText(story, "x", "error", "lifted the pot and took the key"),
  ];
  const subject = { story, anchors, previous: original, character: "Ben" };

  it("show anchors, words changed, and new hints in one call", () => {
    const check = checkWorkspace(subject);
    expect(check.anchors.map((report) => report.state)).toEqual(["ok", "ok", "ok"]);
    expect(check.zones?.before).toMatchObject({ wordsAdded: 0, wordsRemoved: 0 });
    expect(check.zones?.inside.wordsAdded).toBe(10);
    expect(check.hints.map((hint) => hint.text)).toEqual(["unaware"]);
    expect(check.anchors.every(({ reason }) => reason === null)).toBe(true);
  });

  it("leave dismissed hints out and do not let them block", () => {
    const [hint] = checkWorkspace(subject).hints;
    expect(checkWorkspace({ ...subject, dismissed: new Set([hint?.key ?? ""]) }).hints).toEqual([]);
  });

  it("do without a previous version and without an event", () => {
    const check = checkWorkspace({ ...subject, previous: null, anchors: [] });
    expect(check.diff).toBeNull();
    expect(check.zones).toBeNull();
    expect(check.anchors.every(({ reason }) => reason === null)).toBe(true);
  });
});
