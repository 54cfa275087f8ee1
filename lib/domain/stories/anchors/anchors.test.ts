import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Edit } from "../../words/edit.ts";
import { applyEdit } from "../../words/edit.ts";
import { parseWords, shownRange, textOfWords, wordRangeOf } from "../../words/words.ts";
import { newDraft, redoStep, undoStep, withEdit, withStepClosed } from "../history.ts";
import { type Anchor, acceptCutAnchor, createAnchor, moveAnchor } from "./anchor.ts";
import { type AnchoredStory, followEdit, followText, followTyping } from "./follow-edit.ts";
import { anchorFromText, isQuotedIn, locate } from "./locate.ts";
import { nearestMatch } from "./nearest-match.ts";
import { anchorReports } from "./report.ts";

const STORY =
  "The clerk hid the ledger in the piano. Nobody saw it.\n\nIda came at noon. She opened the piano, took the ledger, and left. It rained.";

function marked(text: string, ...passages: string[]): AnchoredStory {
  const story = parseWords(text);
  return { story, anchors: passages.map((passage, index) => anchorFromText(story, `a${index}`, "error", passage)) };
}

/** An edit written as "old becomes new"; the first occurrence counts. */
function change(text: string, from: string, to: string): Edit {
  const start = text.indexOf(from);
  if (start < 0) throw new Error(`no "${from}" in the text`);
  return { start, end: start + from.length, text: to };
}

const covered = (state: AnchoredStory, index = 0) => textOfWords(state.story, state.anchors[index] as Anchor);

describe("an anchor under one edit", () => {
  const start = marked(STORY, "She opened the piano, took the ledger, and left.");

  it("moves with words put in before it and stays under words put in behind it", () => {
    const before = followEdit(start, change(STORY, "Ida came", "Late that day Ida came"));
    const behind = followEdit(before, change(before.story.text, "It rained", "Then it rained"));
    expect(covered(behind)).toBe("She opened the piano, took the ledger, and left.");
    expect(anchorReports(behind.story, behind.anchors)[0]?.state).toBe("ok");
  });

  it("takes in words that are typed inside what it shows, also before its full stop, and no others", () => {
    const inside = followEdit(start, change(STORY, "and left.", "and left at once."));
    expect(covered(inside)).toBe("She opened the piano, took the ledger, and left at once.");
    const outside = followEdit(start, change(STORY, "left. It", "left. Quietly. It"));
    expect(covered(outside)).toBe("She opened the piano, took the ledger, and left.");
  });

  it("follows a split and a merge of its words", () => {
    const split = followEdit(start, change(STORY, "led", "led "));
    expect(covered(followEdit(start, change(STORY, "took the ledger", "took the led ger")))).toContain("led ger");
    expect(covered(split)).toBe("She opened the piano, took the ledger, and left.");
    const merged = followEdit(start, change(STORY, "and left", "andleft"));
    expect(covered(merged)).toBe("She opened the piano, took the ledger, andleft.");
  });

  it("is cut, and says so, when an edit runs across its edge; the words that remain stay marked", () => {
    const cut = followEdit(start, change(STORY, "noon. She opened the piano", "noon"));
    expect(covered(cut)).toBe("took the ledger, and left.");
    const [report] = anchorReports(cut.story, cut.anchors);
    expect(report).toMatchObject({ state: "broken", reason: "cut" });
    expect(anchorReports(cut.story, [acceptCutAnchor(cut.story, cut.anchors[0] as Anchor)])[0]?.state).toBe("ok");
  });

  it("stays whole when a clause before it is cut and its first word becomes the first of the sentence", () => {
    const text = "It was noon. Not knowing where the ledger lay, she opened the piano.";
    const before = marked(text, "she opened the piano.", "Not knowing where the ledger lay, she opened the piano.");
    const cut = followEdit(before, change(text, "Not knowing where the ledger lay, s", "S"));
    expect(cut.story.text).toBe("It was noon. She opened the piano.");
    expect([covered(cut, 0), covered(cut, 1)]).toEqual(["She opened the piano.", "She opened the piano."]);
    expect(cut.anchors.map(({ damage }) => damage)).toEqual([null, null]);
  });

  it("is empty when all its words go, offers the nearest match, and heals when they come back", () => {
    const emptied = followEdit(start, change(STORY, " She opened the piano, took the ledger, and left.", ""));
    expect(anchorReports(emptied.story, emptied.anchors)[0]).toMatchObject({ state: "empty", reason: "deleted" });
    const other = followEdit(
      emptied,
      change(emptied.story.text, " It rained.", " It rained. She opened the piano and took the ledger."),
    );
    const [report] = anchorReports(other.story, other.anchors);
    expect(report?.state).toBe("empty");
    expect(report?.nearest).not.toBeNull();
    const match = report?.nearest as { start: number; end: number };
    expect(textOfWords(other.story, match)).toBe("She opened the piano and took the ledger.");
    expect(anchorReports(other.story, [moveAnchor(other.story, other.anchors[0] as Anchor, match)])[0]?.state).toBe(
      "ok",
    );
    const beside = followEdit(emptied, change(emptied.story.text, "noon.", "noon. Ann sang."));
    expect(anchorReports(beside.story, beside.anchors)[0]?.state).toBe("empty");
    const back = followEdit(
      emptied,
      change(emptied.story.text, "noon.", "noon. She opened the piano, took the ledger, and left."),
    );
    expect(anchorReports(back.story, back.anchors)[0]?.state).toBe("ok");
  });

  it("does not heal onto equal words beside it that were there all along", () => {
    const state = marked("Go now. Go back. Go on.", "Go back.");
    const emptied = followEdit(state, { start: 8, end: 17, text: "" });
    expect(anchorReports(emptied.story, emptied.anchors)[0]?.state).toBe("empty");
    const twins = {
      story: parseWords("Ann Ann Ann"),
      anchors: [createAnchor(parseWords("Ann Ann Ann"), "a", "error", { start: 1, end: 2 })],
    };
    expect(followEdit(twins, { start: 3, end: 7, text: "" }).anchors[0]).toMatchObject({ start: 1, end: 1 });
  });

  it("is doubled when its words are told a second time", () => {
    const story = parseWords("He ran. He ran.");
    const anchor = anchorFromText(story, "e", "event", "He ran.");
    expect(anchorReports(story, [anchor])[0]).toMatchObject({ state: "doubled", reason: "repeated" });
  });

  it("keeps the letters that grow onto its last word and leaves the rest outside", () => {
    const state = marked("Ida took the key and ran", "Ida took the key");
    const grown = followEdit(state, { start: 16, end: 16, text: "s, then, quietly," });
    expect(grown.story.text).toBe("Ida took the keys, then, quietly, and ran");
    expect(covered(grown)).toBe("Ida took the keys,");
  });

  it("follows a paragraph that is pasted over itself with small corrections", () => {
    const pasted = STORY.slice(STORY.indexOf("Ida"), STORY.length);
    const corrected = pasted.replace("at noon", "shortly before noon").replace("took", "pulled out");
    const after = followEdit(start, change(STORY, pasted, corrected));
    expect(covered(after)).toBe("She opened the piano, pulled out the ledger, and left.");
    expect(after.anchors[0]?.damage).toBeNull();
  });

  it("covers everything typed anew over it, letter by letter", () => {
    let draft = newDraft(STORY, start.anchors);
    const at = STORY.indexOf("She opened");
    draft = withEdit(draft, {
      start: at,
      end: at + "She opened the piano, took the ledger, and left.".length,
      text: "I",
    });
    let caret = at + 1;
    for (const letter of "da went straight to the piano.") {
      draft = withEdit(draft, { start: caret, end: caret, text: letter });
      caret += 1;
    }
    expect(textOfWords(parseWords(draft.text), draft.anchors[0] as Anchor)).toBe("Ida went straight to the piano.");
    expect(undoStep(draft).text).toBe(STORY);
    expect(undoStep(draft).anchors).toEqual(start.anchors);
  });

  it("reads a change of a text field with the cursor", () => {
    const state = marked("so so so", "so so so");
    const typed = followTyping(state, "so so so so", 8);
    expect(typed.story.text).toBe("so so so so");
  });

  it("refuses a place without words", () => {
    const story = parseWords("one two");
    expect(() => createAnchor(story, "a", "event", { start: 1, end: 1 })).toThrow(RangeError);
    expect(() => createAnchor(story, "a", "event", { start: 0, end: 3 })).toThrow(RangeError);
  });
});

describe("anchors together", () => {
  it("need every error inside the event, apart from the others, and at least one", () => {
    const story = parseWords(STORY);
    const event = anchorFromText(story, "e", "event", "She opened the piano, took the ledger, and left.");
    const error = anchorFromText(story, "x", "error", "took the ledger");
    const outside = anchorFromText(story, "y", "error", "It rained.");
    const overlapping = anchorFromText(story, "z", "error", "the ledger, and left");
    expect(anchorReports(story, [event, error]).some(({ blocks }) => blocks)).toBe(false);
    expect(anchorReports(story, [event, outside])[1]).toMatchObject({ state: "broken", reason: "outside-event" });
    expect(anchorReports(story, [event, error, overlapping]).map((report) => report.state)).toEqual([
      "ok",
      "doubled",
      "doubled",
    ]);
  });
});

describe("relocation from text", () => {
  it("finds a passage whatever its quotation marks, dashes and spaces", () => {
    const story = parseWords("“It’s late — go,” said Ida.\n\nHe  went.");
    expect(locate(story, '"It\'s late - go," said Ida. He went.').how).toBe("exact");
    expect(isQuotedIn(story.text, "He went")).toBe(true);
    expect(isQuotedIn(story.text, "he went")).toBe(false);
    expect(isQuotedIn(story.text, " ")).toBe(false);
  });

  it("finds the same words in other case, then the nearest, then nothing", () => {
    const story = parseWords(STORY);
    expect(locate(story, "she opened the PIANO").how).toBe("words");
    expect(locate(story, "She opened the old piano and took the ledger").how).toBe("near");
    expect(locate(story, "Seven geese crossed a frozen lake").how).toBeNull();
    expect(anchorFromText(story, "k", "knowledge", "The old clerk hid the ledger in a piano")).toMatchObject({
      damage: "not-found",
    });
  });

  it("gives the nearest match of any passage of the story as that passage", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        (letters, left, right) => {
          const { words } = parseWords(letters.join(" "));
          const start = left % letters.length;
          const end = start + 1 + (right % (letters.length - start));
          const match = nearestMatch(words, letters.slice(start, end).join(" "), start);
          expect(match?.similarity).toBe(1);
          expect(letters.slice(match?.start, match?.end)).toEqual(letters.slice(start, end));
          expect(match?.start).toBe(start);
        },
      ),
    );
  });
});

const word = fc.constantFrom("Ann", "ran", "home", "don’t", "he", "x", "ok.", "“No,”", "said", "it");
const text = fc.array(word, { minLength: 4, maxLength: 30 }).map((words) => words.join(" "));
const typed = fc.oneof(
  fc.array(word, { maxLength: 4 }).map((words) => words.join(" ")),
  fc.constantFrom("", " ", ".", "q", " and ", "\n\n", "ing ", ", then"),
);
const rawEdit = fc.record({ at: fc.nat(), size: fc.nat({ max: 12 }), text: typed });
const spans = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 })), { minLength: 1, maxLength: 4 });

function placed(current: string, raw: { at: number; size: number; text: string }): Edit {
  const start = raw.at % (current.length + 1);
  return { start, end: Math.min(current.length, start + raw.size), text: raw.text };
}

function anchorsOn(story: AnchoredStory["story"], places: [number, number][]): Anchor[] {
  return places.map(([at, size], index) => {
    const start = at % story.words.length;
    return createAnchor(story, `a${index}`, "error", { start, end: Math.min(story.words.length, start + 1 + size) });
  });
}

describe("anchors under random edits", () => {
  it("still cover the same words when those words were not touched, after any sequence of edits", () => {
    fc.assert(
      fc.property(text, spans, fc.array(rawEdit, { maxLength: 12 }), (first, places, raws) => {
        const story = parseWords(first);
        let state: AnchoredStory = { story, anchors: anchorsOn(story, places) };
        // A naive model: every character has its index in the first text.
        let characters = [...first].map((_, index) => index);
        const untouched = state.anchors.map(() => true);
        for (const raw of raws) {
          const edit = placed(state.story.text, raw);
          state.anchors.forEach((anchor, index) => {
            const from = state.story.words[anchor.start]?.start ?? 0;
            const to = state.story.words[anchor.end - 1]?.end ?? 0;
            const shown = shownRange(state.story, anchor);
            const isInside = edit.start < shown.end && edit.end > shown.start;
            // Letters inserted directly beside a word become part of it.
            if (isInside || (edit.start <= to && edit.end >= from)) untouched[index] = false;
          });
          characters = [
            ...characters.slice(0, edit.start),
            ...[...edit.text].map(() => -1),
            ...characters.slice(edit.end),
          ];
          state = followEdit(state, edit);
        }
        state.anchors.forEach((anchor, index) => {
          expect(anchor.start).toBeLessThanOrEqual(anchor.end);
          expect(anchor.end).toBeLessThanOrEqual(state.story.words.length);
          if (!untouched[index]) return;
          const [at, size] = places[index] as [number, number];
          const begin = at % story.words.length;
          const last = Math.min(story.words.length, begin + 1 + size) - 1;
          const from = characters.indexOf(story.words[begin]?.start as number);
          const to = characters.indexOf((story.words[last]?.end as number) - 1) + 1;
          expect({ start: anchor.start, end: anchor.end }).toEqual(wordRangeOf(state.story.words, from, to));
          expect(anchor.damage).toBeNull();
        });
      }),
      { numRuns: 400 },
    );
  });

  it("are restored exactly by undo, and by redo after it", () => {
    fc.assert(
      fc.property(text, spans, fc.array(fc.tuple(rawEdit, fc.boolean()), { maxLength: 12 }), (first, places, raws) => {
        const story = parseWords(first);
        const start = newDraft(first, anchorsOn(story, places));
        let draft = start;
        for (const [raw, seals] of raws)
          draft = (seals ? withStepClosed : (same: typeof draft) => same)(withEdit(draft, placed(draft.text, raw)));
        const end = draft;
        while (draft.past.length > 0) draft = undoStep(draft);
        expect({ text: draft.text, anchors: draft.anchors }).toEqual({ text: first, anchors: start.anchors });
        while (draft.future.length > 0) draft = redoStep(draft);
        expect({ text: draft.text, anchors: draft.anchors }).toEqual({ text: end.text, anchors: end.anchors });
        expect(JSON.parse(JSON.stringify(end))).toEqual(end);
      }),
    );
  });

  it("stay inside the anchor that held them while both are sound", () => {
    fc.assert(
      fc.property(text, fc.array(rawEdit, { maxLength: 6 }), (first, raws) => {
        const story = parseWords(first);
        const count = story.words.length;
        const outer = createAnchor(story, "o", "event", { start: Math.floor(count / 4), end: count });
        const inner = createAnchor(story, "i", "error", {
          start: Math.floor(count / 2),
          end: Math.max(Math.floor(count / 2) + 1, count - 1),
        });
        let state: AnchoredStory = { story, anchors: [outer, inner] };
        for (const raw of raws) {
          state = followEdit(state, placed(state.story.text, raw));
          const [event, error] = state.anchors as [Anchor, Anchor];
          if (event.damage !== null || error.damage !== null || event.start === event.end || error.start === error.end)
            return;
          expect(error.start).toBeGreaterThanOrEqual(event.start);
          expect(error.end).toBeLessThanOrEqual(event.end);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("land on the same words when the whole text is replaced by an edited version of it", () => {
    fc.assert(
      fc.property(text, rawEdit, (first, raw) => {
        const story = parseWords(first);
        const edit = placed(first, raw);
        const anchor = createAnchor(story, "a", "error", { start: 0, end: 1 });
        const after = applyEdit(first, edit);
        if (edit.start <= shownRange(story, anchor).end + 1) return;
        const state = followText({ story, anchors: [anchor] }, after);
        expect(state.story.text).toBe(after);
        // If a word occurs twice, the match is ambiguous.
        const isTwice = (text: typeof story) =>
          text.words.filter((word) => word.text === story.words[0]?.text).length > 1;
        if (isTwice(story) || isTwice(parseWords(after))) return;
        expect(state.anchors[0]).toMatchObject({ start: 0, end: 1 });
      }),
    );
  });
});
