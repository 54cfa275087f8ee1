import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit } from "../../words/edit.ts";
import { sentencesOf } from "../../words/sentences.ts";
import { parseWords } from "../../words/words.ts";
import { findHints } from "./find-hints.ts";
import { flagSentencesAbout, nameParts } from "./scope.ts";
import { findSiblingSentences } from "./sibling-sentences.ts";

const inStory = (text: string, character: string, previous: string | null = null) =>
  findHints(parseWords(text), { character, previous });

/** The story after the suggested cut of its only hint; null if none is suggested. */
function cutOf(text: string, character = "Mark"): string | null {
  const [hint, ...more] = inStory(text, character);
  expect(hint).toBeDefined();
  expect(more).toEqual([]);
  return hint?.cut ? applyEdit(text, hint.cut.edit) : null;
}

describe("the clean cut", () => {
  it.each([
    [
      "Mark, not knowing about the well in the yard, hurried out and called for help.",
      "Mark hurried out and called for help.",
    ],
    ["When the storm broke, Mark, unaware of the leak, slept.", "When the storm broke, Mark slept."],
    ["Mark hurried off, not knowing the door was open, and met Ann.", "Mark hurried off, and met Ann."],
    ["Mark — unaware of the danger — went in.", "Mark went in."],
    ["Mark (unaware of the danger) went in.", "Mark went in."],
    ["Mark, who had no idea the door was open, hurried on.", "Mark hurried on."],
    ["Mark sat there, still blissfully unaware of the storm, and read.", "Mark sat there, and read."],
    ["The safe, unbeknownst to Mark, was empty.", "The safe was empty."],
  ])("takes a clause between two marks out: %s", (before, after) => expect(cutOf(before)).toBe(after));

  it.each([
    ["Not knowing the door was open, she left with Mark.", "She left with Mark."],
    ["Unaware of the danger, Mark went in.", "Mark went in."],
    ["Unknown to Mark, the safe was empty.", "The safe was empty."],
    ["Because Mark did not know the code, he waited.", "He waited."],
    ["Although he was not aware of it, Mark had won.", "Mark had won."],
  ])("takes an opening clause out and mends the capital: %s", (before, after) => expect(cutOf(before)).toBe(after));

  it.each([
    ["Mark hurried off, not knowing the door was open.", "Mark hurried off."],
    ["Mark hurried off without knowing it was open.", "Mark hurried off."],
    ["Mark smiled, but he had no idea the door was open.", "Mark smiled."],
    ["Mark waited because he did not know the code.", "Mark waited."],
    ["Mark went in; he had no idea of the danger.", "Mark went in."],
    ["Mark, tired and unaware of the danger, went in.", "Mark, tired, went in."],
  ])("takes a closing clause out and keeps the full stop: %s", (before, after) => expect(cutOf(before)).toBe(after));

  it.each([
    ["Mark had no idea the door was open, and he hurried on.", "He hurried on."],
    ["Mark had no idea the door was open and hurried on.", "Mark hurried on."],
    ["Mark was unaware of the danger and went in.", "Mark went in."],
    ["Mark could not have known that the bridge was out, so he rode on.", "He rode on."],
  ])("keeps the other half of a sentence, with its subject: %s", (before, after) => expect(cutOf(before)).toBe(after));

  it.each([
    ["Mark ran. He had no idea the door was open. It rained.", "Mark ran. It rained."],
    ["Little did Mark know that the safe was empty. It rained.", "It rained."],
    ["It rained. Nobody had told Mark about the move.\n\nNight fell.", "It rained.\n\nNight fell."],
    ["Dusk.\n\nMark knew nothing of this.\n\nNight fell.", "Dusk.\n\nNight fell."],
  ])("takes a sentence out that says nothing else: %s", (before, after) => expect(cutOf(before)).toBe(after));

  it.each([
    ["Mark unwittingly sat on the map.", "Mark sat on the map."],
    ["Unknowingly, Mark sat on the map.", "Mark sat on the map."],
    ["Mark, unwittingly, sat on the map.", "Mark sat on the map."],
  ])("takes a single adverb out: %s", (before, after) => expect(cutOf(before)).toBe(after));

  it("leaves speech to a person", () => {
    expect(cutOf("“I had no idea,” said Mark.")).toBeNull();
    expect(inStory("“I had no idea,” said Mark.", "Mark")[0]?.isInSpeech).toBe(true);
  });

  it("changes nothing outside its sentence", () => {
    const parts = fc.constantFrom(
      "Mark had no idea the door was open.",
      "He left, unaware of the rain.",
      "Ann sang.",
      "“Stay,” he said, not knowing why.",
      "Unknown to Mark, the lamp went out.",
      "The night, which he knew nothing about, was cold.",
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 6 }), fc.constantFrom(" ", "\n\n"), (sentences, gap) => {
        const text = sentences.join(gap);
        for (const hint of inStory(text, "Mark")) {
          if (hint.cut === null) continue;
          const after = applyEdit(text, hint.cut.edit);
          expect(after.length).toBeLessThan(text.length);
          expect(after).not.toMatch(/ {2}|\n{3}| [.,]|,[.,]|^\s/u);
          const { start, end } = hint.sentence;
          const head = text.slice(0, start).trimEnd();
          const tail = text.slice(end).trimStart();
          expect(after.startsWith(head)).toBe(true);
          expect(after.endsWith(tail)).toBe(true);
        }
      }),
    );
  });
});

describe("the scope of the hint linter", () => {
  const about = (text: string, character: string) => {
    const story = parseWords(text);
    return flagSentencesAbout(story, sentencesOf(story), character);
  };

  it("takes in sentences with the name and those that go on with a pronoun", () => {
    expect(about("Ann came. She sat. The rain fell. She sang. Ben saw Ann’s hat. He left.", "Ann")).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
  });

  it("goes on across a line of speech", () => {
    expect(about("Mark stopped. “Who is there?” He had no idea.", "Mark")).toEqual([true, false, true]);
  });

  it("knows a person by any telling part of the name, and Rose from a rose", () => {
    expect(nameParts("the old Mr. de la Rose")).toEqual(["Rose"]);
    expect(nameParts("the shepherd")).toEqual(["shepherd"]);
    expect(about("A rose fell. The Shepherd slept.", "Rose")).toEqual([false, false]);
    expect(about("The Shepherd slept.", "the shepherd")).toEqual([true]);
  });

  it("says nothing about others and about doubt", () => {
    expect(inStory("Ann had no idea. Ben sat.", "Ben")).toEqual([]);
    expect(inStory("Ben didn’t know what to say.", "Ben")).toEqual([]);
  });
});

describe("what is new", () => {
  const before = "Ann had no idea where the key was. Ben opened the drawer.";

  it("is not a phrase that the original has in the same place, wherever it was moved", () => {
    expect(inStory(before, "Ann", before).map((hint) => hint.isNew)).toEqual([false]);
    expect(inStory("Ben opened the drawer. Ann had no idea where the key was.", "Ann", before)[0]?.isNew).toBe(false);
  });

  it("is a phrase that came in, also when the original says it about somebody else", () => {
    expect(inStory(`${before} Ann left, unaware of him.`, "Ann", before).map((hint) => hint.isNew)).toEqual([
      false,
      true,
    ]);
    expect(inStory(before.replace("Ann", "Ben"), "Ben", before)[0]?.isNew).toBe(true);
  });

  it("is dismissed under a key that survives edits elsewhere and not in the sentence", () => {
    const [hint] = inStory(before, "Ann");
    expect(inStory(`It rained. ${before}`, "Ann")[0]?.key).toBe(hint?.key);
    expect(inStory(before.replace("where the key was", "of it"), "Ann")[0]?.key).not.toBe(hint?.key);
  });
});

describe("siblings", () => {
  it("show the same sentence with a cut of their own", () => {
    const siblings = [
      { id: "2", text: "Rain. Darin had no idea the old well was dry. He rode on.", character: "Darin" },
      { id: "3", text: "Sun. Darin sang.", character: "Darin" },
      { id: "4", text: "Darin had no idea that the old well was dry.", character: "Darin" },
    ];
    const found = findSiblingSentences("Darin had no idea the old well was dry.", siblings);
    expect(found.map((sentence) => sentence.id)).toEqual(["2", "4"]);
    expect(applyEdit(siblings[0]?.text as string, found[0]?.cut?.edit as never)).toBe("Rain. He rode on.");
  });
});
