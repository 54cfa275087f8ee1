import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { parseWords } from "../../words/words.ts";
import { itemAnchors } from "../items/item-anchors.ts";
import type { ErroneousStory, KsteItem, NextActionItem, OriginalStory } from "../items/kste-item.ts";
import { markedFields } from "../items/marked-fields.ts";
import { formatMarks, parseMarks } from "../items/marks.ts";
import { isBlocking } from "./finding.ts";
import { lintItem } from "./lint-item.ts";
import { lintSet } from "./lint-set.ts";

const common = { genre: "mystery", sourceId: null, provenance: null, extra: {} };

function erroneous(fields: Partial<ErroneousStory>): ErroneousStory {
  return {
    ...common,
    kind: "error",
    id: "erroneous_story_1",
    character: "Ben",
    implausibleKnowledge: "Ann hid the key under the pot",
    error: "He lifted the pot.",
    erroneousEvent: "Ben came in. <error>He lifted the pot.</error> Night fell.",
    story: "Ann hid the key under the pot. Ben came in. He lifted the pot. Night fell.",
    originalEvent: null,
    knowledgeExplanation: null,
    modifiedExplanation: null,
    ...fields,
  };
}

const problems = (item: KsteItem, original: string | null = null) =>
  lintItem(item, original).map((finding) => finding.problem);

describe("the import linter on one item", () => {
  it("has nothing to say about a sound item", () => {
    expect(problems(erroneous({}))).toEqual([]);
  });

  it("compares after straightening quotation marks and dashes and collapsing white space, and minds case", () => {
    const story = "Ann hid the key under the pot.\n\n“It’s late—go,” said Ben.  He lifted the pot.";
    const event = '"It\'s late-go," said Ben. <error>He lifted the pot.</error>';
    expect(problems(erroneous({ story, erroneousEvent: event }))).toEqual([]);
    expect(problems(erroneous({ story, erroneousEvent: event.replace("said Ben", "Said Ben") }))).toEqual([
      "event-not-in-story",
    ]);
  });

  it("accepts an error that joins several pieces with nothing between, with spaces and commas inside the tags", () => {
    const item = erroneous({
      story: "Ann hid the key under the pot. Ben came in, smiling at the pot, and lifted it. Night fell.",
      erroneousEvent: "Ben came in<error>, smiling at the pot,</error> and<error> lifted it</error>. Night fell.",
      error: ", smiling at the pot, lifted it",
    });
    expect(problems(item)).toEqual([]);
  });

  it("finds an error that is neither marked nor in the story", () => {
    expect(problems(erroneous({ error: "He took the silver." }))).toEqual(["span-not-found"]);
  });

  it.each([
    ["Ben came in. <error>He lifted the pot. Night fell."],
    ["Ben came in. He lifted the pot.</error> Night fell."],
    ["Ben came in. <Error>He lifted the pot.</error> Night fell."],
    ["Ben came in. <error>He <error>lifted</error> the pot.</error> Night fell."],
    ["Ben came in. <error He lifted the pot.</error> Night fell."],
    ["Ben came in. <eror>He lifted the pot.</error> Night fell."],
    ["Ben came in. <modified>He lifted the pot.</modified> Night fell."],
    ["Ben came in. He lifted the pot. Night fell."],
  ])("reports a malformed tag and still reads what it can: %s", (erroneousEvent) => {
    expect(problems(erroneous({ erroneousEvent }))).toEqual(["malformed-tag"]);
  });

  it("reports marks with nothing between, and a mark left in the story", () => {
    expect(problems(erroneous({ erroneousEvent: "Ben came in. <error></error>He lifted the pot." }))).toEqual([
      "empty-error",
    ]);
    expect(
      problems(
        erroneous({ story: "Ann hid the key under the pot. Ben came in. He lifted the pot.</error> Night fell." }),
      ),
    ).toContain("malformed-tag");
  });

  it("leaves other angle brackets alone", () => {
    expect(
      problems(
        erroneous({
          story: "1 < 2, <3, <grin>. Ann hid the key under the pot. Ben came in. He lifted the pot. Night fell.",
        }),
      ),
    ).toEqual([]);
  });

  it("reports mixed quotation marks of one sort only", () => {
    const story = "Ann hid the key under the pot. “Oh,” it's. Ben came in. He lifted the pot. Night fell.";
    expect(problems(erroneous({ story }))).toEqual([]);
    expect(problems(erroneous({ story: `${story} "So."` }))).toEqual(["mixed-quotes"]);
    expect(problems(erroneous({ story: `${story} Don’t.` }))).toEqual(["mixed-quotes"]);
  });

  it("reports hints about the character that the original does not have", () => {
    const original = "Ann hid the key under the pot. Ben came in. He did not know the house. Night fell.";
    const story = original.replace("Night", "Unaware of the key, he lifted the pot. Night");
    const item = erroneous({
      story,
      erroneousEvent: "<error>Unaware of the key, he lifted the pot.</error>",
      error: "Unaware of the key, he lifted the pot.",
    });
    expect(lintItem(item, original).map((finding) => finding.message)).toEqual(['says "Unaware" about Ben']);
  });

  it("accepts knowledge quoted with marks of its own, and reports knowledge that is told in other words", () => {
    expect(problems(erroneous({ implausibleKnowledge: "“Ann hid the key under the pot”" }))).toEqual([]);
    expect(problems(erroneous({ implausibleKnowledge: "Ann put the key under the pot" }))).toEqual([
      "knowledge-not-in-story",
    ]);
  });

  it("reports two options that differ in nothing but marks and case", () => {
    const item: NextActionItem = {
      ...common,
      kind: "knp",
      id: "qa_1",
      story: "Ann hid the key.",
      character: "Ben",
      implausibleKnowledge: "Ann hid the key",
      question: "What does Ben do?",
      answerWithKnowledge: "Look under the pot.",
      answerWithoutKnowledge: "look under the pot",
      knowledgeExplanation: null,
      explanation: null,
    };
    expect(problems(item)).toEqual(["options-identical"]);
    expect(problems({ ...item, answerWithoutKnowledge: "Knock." })).toEqual([]);
  });
});

/** Synthetic prose with different words for every seed. */
function prose(seed: string, sentences: number): string {
  const random = seededRandom(seed);
  const word = () =>
    "bcdfglmnprst"[random.below(12)] +
    "aeiou"[random.below(5)]! +
    "bdlmnrst"[random.below(8)] +
    "aeiou"[random.below(5)]!;
  return Array.from(
    { length: sentences },
    () => `${["Mara", "She", "The clerk"][random.below(3)]} ${Array.from({ length: 10 }, word).join(" ")}.`,
  ).join(" ");
}

describe("the import linter on a set", () => {
  /** 500 pairs in the format of the release; `broken` of them with an event that is not in its story. */
  function release(broken: number): KsteItem[] {
    return Array.from({ length: 500 }, (_, index) => {
      const n = index + 1;
      const story = prose(`story ${n}`, 12);
      const original: OriginalStory = { ...common, kind: "original", id: `story_${n}`, story };
      const error = `Mara opened box ${n} as if told.`;
      const sentences = story.split(". ");
      const event = `${sentences[6]}. <error>${error}</error>`;
      const changed = [...sentences.slice(0, 7), error.slice(0, -1), ...sentences.slice(7)].join(". ");
      const item = erroneous({
        id: `erroneous_story_${n}`,
        character: "Mara",
        story: changed,
        implausibleKnowledge: sentences[1] as string,
        erroneousEvent: index < broken ? event.replace(/^\S+ \S+/u, "Someone else") : event,
        error,
      });
      return [original, item];
    }).flat();
  }

  it("shows the sixteen broken events among five hundred items of the released shape, and no other", () => {
    const { findings, pairing } = lintSet(release(16));
    expect(findings.filter(isBlocking).map(({ item, problem }) => `${item} ${problem}`)).toEqual(
      Array.from({ length: 16 }, (_, index) => `erroneous_story_${index + 1} event-not-in-story`),
    );
    expect(findings.filter((finding) => !isBlocking(finding))).toEqual([]);
    expect(pairing.originalOf.get("erroneous_story_300")).toBe("story_300");
  });

  it("pairs by words where the numbers are wrong, and names siblings and originals left over", () => {
    const items = release(0).slice(0, 8);
    const first = items[0] as OriginalStory;
    const second = erroneous({
      ...(items[1] as ErroneousStory),
      id: "erroneous_story_77",
      story: `${(items[1] as ErroneousStory).story} So it ended.`,
    });
    const { findings, pairing } = lintSet([...items.filter((item) => item.id !== "erroneous_story_2"), second]);
    expect(pairing.originalOf.get("erroneous_story_77")).toBe(first.id);
    expect(pairing.siblings).toEqual([["erroneous_story_1", "erroneous_story_77"]]);
    expect(findings.map(({ item, problem }) => `${item} ${problem}`)).toEqual([
      "erroneous_story_1 siblings",
      "story_2 unpaired",
      "erroneous_story_77 siblings",
    ]);
  });

  it("trusts the source an item names", () => {
    const items = release(0).slice(0, 4);
    const moved = { ...(items[1] as ErroneousStory), sourceId: "story_2" };
    expect(lintSet([items[0] as KsteItem, moved, items[2] as KsteItem]).pairing.originalOf.get(moved.id)).toBe(
      "story_2",
    );
  });

  it("does not ask for originals where there are none", () => {
    expect(lintSet([erroneous({})]).findings).toEqual([]);
  });
});

describe("marks", () => {
  it("are read back as they were written", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", " ", ".", "<", "3", "é") }),
        fc.array(fc.nat({ max: 30 }), { maxLength: 6 }),
        (plain, cuts) => {
          const places = [...new Set(cuts.map((cut) => Math.min(cut, plain.length)))].sort(
            (left, right) => left - right,
          );
          const spans = Array.from({ length: Math.floor(places.length / 2) }, (_, index) => ({
            start: places[index * 2] as number,
            end: places[index * 2 + 1] as number,
          }));
          expect(parseMarks(formatMarks(plain, spans, "error"), "error")).toEqual({ plain, spans, problems: [] });
        },
      ),
    );
  });
});

describe("anchors of an imported item", () => {
  it("place errors through the event, so that words told twice are no problem", () => {
    const item = erroneous({
      story: "He ran. Ann sat. He ran. Ben ran.",
      erroneousEvent: "Ann sat. <error>He ran.</error>",
      error: "He ran.",
    });
    expect(itemAnchors(item).map(({ role, start, end }) => [role, start, end])).toContainEqual(["error", 4, 6]);
  });

  it("are written back to fields that the linter finds nothing in", () => {
    const item = erroneous({ erroneousEvent: "Ben came in. <error>He</error> lifted<error> the pot.</error> Night" });
    const fields = markedFields(parseWords(item.story), itemAnchors(item));
    expect(fields).toEqual({
      implausibleKnowledge: "Ann hid the key under the pot.",
      erroneousEvent: "Ben came in. <error>He</error> lifted <error>the pot.</error> Night",
      error: "Hethe pot.",
    });
  });

  it("are damaged where the words are not in the story, and keep the words", () => {
    const item = erroneous({ story: "Ann hid the key under the pot. Ben came in. He raised it. Night fell." });
    const damaged = itemAnchors(item).filter((anchor) => anchor.damage !== null);
    expect(damaged.map((anchor) => anchor.role)).toEqual(["event", "error"]);
    expect(damaged[1]?.text).toBe("He lifted the pot.");
  });
});
