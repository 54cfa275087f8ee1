import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit } from "../../words/edit.ts";
import { parseWords } from "../../words/words.ts";
import { anchorFromText } from "../anchors/locate.ts";
import { compareTexts } from "./changes.ts";
import { countByZone, diffStories, revertHunk } from "./hunks.ts";
import { branchChanges, mergeBranches, mergeByHunk } from "./merge.ts";

const word = fc.constantFrom("Ann", "ran", "home", "don’t", "don't", "he", ".", ",", "“No”", "\n\n", " ", "it", "…");
const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(" "));
const anyText = fc.oneof(text, fc.string({ unit: "grapheme", maxLength: 60 }));

describe("the minimal-edit diff", () => {
  it("changes one word where one word was changed", () => {
    const { hunks } = diffStories("She left the loaf on the step.", "She left the loaf on the bench.");
    expect(hunks).toMatchObject([{ oldText: "step", newText: "bench", wordsRemoved: 1, wordsAdded: 1 }]);
  });

  it("shows an inserted sentence as that sentence, wherever its words could also be matched", () => {
    const { hunks } = diffStories("He sat. She waited. He left.", "He sat. She ran. She waited. He left.");
    expect(hunks.map((hunk) => hunk.newText)).toEqual(["She ran. "]);
    expect(hunks[0]).toMatchObject({ wordsRemoved: 0, wordsAdded: 2 });
  });

  it("joins changes with only spaces and marks between them", () => {
    const { hunks } = diffStories("one, two three", "uno, dos three");
    expect(hunks.map((hunk) => [hunk.oldText, hunk.newText])).toEqual([["one, two", "uno, dos"]]);
  });

  it("tells a change of quotation marks from a change of words", () => {
    const { hunks, wordsAdded } = diffStories("“Don’t,” he said.", '"Don\'t," he said.');
    expect(hunks.every((hunk) => hunk.isTypographic)).toBe(true);
    expect(wordsAdded).toBe(0);
  });

  it("gives back the old text when every hunk is undone, last first, and any single one alone", () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const { hunks } = diffStories(before, after);
        expect([...hunks].reverse().reduce((current, hunk) => applyEdit(current, revertHunk(hunk)), after)).toBe(
          before,
        );
        for (const hunk of hunks) expect(after.slice(hunk.newStart, hunk.newEnd)).toBe(hunk.newText);
        for (const hunk of hunks) expect(before.slice(hunk.oldStart, hunk.oldEnd)).toBe(hunk.oldText);
      }),
    );
  });

  it("pairs equal tokens in order, also after passages were moved to where they read best", () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const { oldTokens, newTokens, alignment } = compareTexts(before, after);
        const old = oldTokens.filter((_, index) => alignment.oldKept[index]).map((token) => token.text);
        const now = newTokens.filter((_, index) => alignment.newKept[index]).map((token) => token.text);
        expect(now).toEqual(old);
      }),
      { numRuns: 500 },
    );
  });

  it("finds no change in equal texts and no more words than the texts have", () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        expect(diffStories(before, before).hunks).toEqual([]);
        const { wordsRemoved, wordsAdded } = diffStories(before, after);
        expect(wordsRemoved).toBeLessThanOrEqual(compareTexts(before, after).oldTokens.length);
        expect(wordsAdded).toBeLessThanOrEqual(compareTexts(before, after).newTokens.length);
      }),
    );
  });

  it("stays exact and bounded when a whole story is rewritten", () => {
    const before = Array.from({ length: 1500 }, (_, index) => `w${(index * 7919) % 400}`).join(" ");
    const after = Array.from({ length: 1500 }, (_, index) => `w${(index * 104729) % 400}`).join(" ");
    const { hunks } = diffStories(before, after);
    expect([...hunks].reverse().reduce((current, hunk) => applyEdit(current, revertHunk(hunk)), after)).toBe(before);
  });
});

describe("words changed around the event", () => {
  const before = "Ann hid the key. Ben came in. He sat down and read. Night fell.";
  const after = "Ann hid the brass key. Ben came in. He took the key and read. Dark night fell.";

  it("are counted before, inside and after it", () => {
    const story = parseWords(after);
    const event = anchorFromText(story, "e", "event", "He took the key and read.");
    const zones = countByZone(diffStories(before, after).hunks, story.words, event);
    expect(zones.before).toEqual({ hunks: 1, wordsRemoved: 0, wordsAdded: 1 });
    expect(zones.inside).toEqual({ hunks: 1, wordsRemoved: 2, wordsAdded: 3 });
    expect(zones.after).toMatchObject({ wordsAdded: 2, wordsRemoved: 1 });
  });

  it("count a removal at the edge of the event as inside", () => {
    const story = parseWords("He read. Night fell.");
    const zones = countByZone(diffStories("He sat and read. Night fell.", story.text).hunks, story.words, {
      start: 1,
      end: 2,
    });
    expect(zones.inside.wordsRemoved).toBe(2);
  });

  it("add up to the whole diff", () => {
    fc.assert(
      fc.property(text, text, fc.nat(), fc.nat(), (old, now, left, size) => {
        const story = parseWords(now);
        const start = Math.min(left % 10, story.words.length);
        const end = Math.min(start + (size % 10), story.words.length);
        const diff = diffStories(old, now);
        const zones = Object.values(countByZone(diff.hunks, story.words, { start, end }));
        expect(zones.reduce((sum, zone) => sum + zone.wordsAdded, 0)).toBe(diff.wordsAdded);
        expect(zones.reduce((sum, zone) => sum + zone.hunks, 0)).toBe(diff.hunks.length);
      }),
    );
  });
});

describe("merging by hunk", () => {
  it("gives mine with no hunk taken, theirs with all, and a mixture with some", () => {
    fc.assert(
      fc.property(anyText, anyText, (mine, theirs) => {
        const { hunks } = diffStories(mine, theirs);
        expect(mergeByHunk(mine, hunks, () => false)).toBe(mine);
        expect(mergeByHunk(mine, hunks, () => true)).toBe(theirs);
      }),
    );
    const { hunks } = diffStories("red cat and black dog", "blue cat and white dog");
    expect(mergeByHunk("red cat and black dog", hunks, (hunk) => hunk.index === 1)).toBe("red cat and white dog");
  });

  it("shows two branches of one version place by place and marks real conflicts only", () => {
    const base = "The red cat sat on the old mat.";
    const changes = branchChanges(base, "The black cat sat on the old mat.", "The red cat lay on the new mat.");
    expect(changes.map((change) => [change.by, change.isConflict])).toEqual([
      ["mine", false],
      ["theirs", false],
      ["theirs", false],
    ]);
    expect(mergeBranches(base, changes, (change) => (change.by === "mine" ? "mine" : "theirs"))).toBe(
      "The black cat lay on the new mat.",
    );
    expect(branchChanges(base, "The black cat sat on the old mat.", "The white cat sat on the old mat.")).toMatchObject(
      [{ by: "both", isConflict: true, mine: "black", theirs: "white" }],
    );
  });

  it("gives either branch back when one side is chosen throughout", () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const changes = branchChanges(base, mine, theirs);
        expect(mergeBranches(base, changes, () => "mine")).toBe(mine);
        expect(mergeBranches(base, changes, () => "theirs")).toBe(theirs);
        expect(mergeBranches(base, changes, () => "base")).toBe(base);
      }),
    );
  });
});
