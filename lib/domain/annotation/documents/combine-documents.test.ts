import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAnchor } from "../../stories/anchors/anchor.ts";
import { parseWords } from "../../words/words.ts";
import { type CombinableField, combineDocuments, findDisputedMarks, listFieldsToCombine } from "./combine-documents.ts";
import { ksteDocumentSchema, type NextActionDocument } from "./kste-document.ts";

const story = "Ann hid the key under the pot. It rained all night.";
const marked = (text: string, id: string, start: number, end: number) =>
  createAnchor(parseWords(text), id, "knowledge", { start, end });
const one: NextActionDocument = {
  kind: "knp",
  genre: "kids",
  story,
  anchors: [marked(story, "k", 0, 4)],
  character: "Ben",
  implausibleKnowledge: "Ann hid the key",
  question: "What does Ben do?",
  answerWithKnowledge: "He lifts the pot.",
  answerWithoutKnowledge: "He looks in his bag.",
  knowledgeExplanation: null,
  explanation: null,
};
const otherStory = story.replace("all night", "until dawn");
const other: NextActionDocument = {
  ...one,
  genre: "mystery",
  story: otherStory,
  anchors: [marked(otherStory, "k", 0, 7)],
  character: "Benno",
  question: "What does Ben do next?",
  answerWithoutKnowledge: "He rings the bell.",
  knowledgeType: "private-thoughts",
  explanation: "",
};
const fields: CombinableField[] = [
  "question",
  "answerWithoutKnowledge",
  "answerWithKnowledge",
  "character",
  "implausibleKnowledge",
  "explanation",
  "knowledgeType",
  "genre",
];
const none = new Set<string>();

/** The disputed marks of one of the two copies. */
const keys = (copy: 0 | 1) =>
  new Set(findDisputedMarks([one, other]).flatMap(({ key, copies }) => (copies.includes(copy) ? [key] : [])));

describe("the fields to decide on", () => {
  it("are those that differ, where nothing said and an empty text are the same", () => {
    expect(listFieldsToCombine([one, one], fields)).toEqual([]);
    expect(listFieldsToCombine([one, other], fields)).toEqual([
      "question",
      "answerWithoutKnowledge",
      "character",
      "knowledgeType",
      "genre",
    ]);
  });

  it("are found wherever any of several copies differs", () => {
    expect(listFieldsToCombine([one, one, { ...one, answerWithKnowledge: "He digs." }], fields)).toEqual([
      "answerWithKnowledge",
    ]);
  });
});

describe("the marks to decide on", () => {
  it("are those that not all copies have, and not marks that an edit inside or before them has changed", () => {
    const twice = "The key, the key.";
    const at = (start: number) => ({ ...one, story: twice, anchors: [marked(twice, "k", start, start + 2)] });
    expect(findDisputedMarks([at(0), at(2), at(0)]).map(({ role, text, copies }) => [role, text, copies])).toEqual([
      ["knowledge", "The key,", [0, 2]],
      ["knowledge", "the key.", [1]],
    ]);
    const inside = story.replace("the key", "a small key");
    expect(findDisputedMarks([one, { ...one, story: inside, anchors: [marked(inside, "k", 0, 5)] }])).toEqual([]);
    const late = `Once upon a time. ${story}`;
    const moved = { ...one, story: late, anchors: [marked(late, "k", 4, 8)] };
    expect(findDisputedMarks([one, moved])).toEqual([]);
  });
});

describe("a document out of several copies", () => {
  it("has each field from the copy that was chosen for it, and the first copy's others", () => {
    const combined = combineDocuments(
      [one, other],
      story,
      new Map([["question", 1] as const, ["genre", 1] as const]),
      keys(0),
    );
    expect(combined).toEqual({ ...one, question: other.question, genre: "mystery" });
    expect(combineDocuments([one, other], story, new Map([["question", 0] as const]), keys(0))).toEqual(one);
  });

  it("takes the type of knowledge along where the first copy has none, and takes it away likewise", () => {
    const choose = new Map([["knowledgeType", 1] as const]);
    expect(combineDocuments([one, other], story, choose, none)).toMatchObject({ knowledgeType: other.knowledgeType });
    expect(combineDocuments([other, one], otherStory, choose, none)).toMatchObject({
      story: otherStory,
      genre: "mystery",
    });
    expect(
      (combineDocuments([other, one], otherStory, choose, none) as NextActionDocument).knowledgeType,
    ).toBeUndefined();
  });

  it("keeps single marks, carried to the story that was chosen, beside those that every copy has", () => {
    const [agreed, mine, theirs] = [marked(story, "a", 6, 8), marked(story, "k", 0, 4), marked(otherStory, "k", 0, 7)];
    const copies = [
      { ...one, anchors: [agreed, mine] },
      { ...other, anchors: [marked(otherStory, "b", 6, 8), theirs] },
    ];
    const keysOf = findDisputedMarks(copies).map(({ key }) => key);
    const marksWith = (...kept: number[]) =>
      combineDocuments(copies, story, new Map(), new Set(kept.map((index) => keysOf[index] as string))).anchors;
    expect(marksWith()).toEqual([agreed]);
    expect(marksWith(0)).toEqual([agreed, mine]);
    expect(marksWith(1)).toEqual([agreed, marked(story, "k", 0, 7)]);
    expect(marksWith(0, 1)).toEqual([agreed, mine, { ...marked(story, "k", 0, 7), id: "k-2" }]);
    const lost = story.replace("Ann hid the key under the pot. ", "");
    expect(combineDocuments([one, other], lost, new Map(), keys(0)).anchors).toMatchObject([
      { id: "k", start: 0, end: 0 },
    ]);
  });

  it("is one of the copies when all is taken from it, and always a sound document", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1), { minLength: fields.length, maxLength: fields.length }),
        fc.boolean(),
        (picks, isOther) => {
          const from = new Map(fields.map((field, index) => [field, picks[index] as number]));
          const combined = combineDocuments([one, other], isOther ? otherStory : story, from, keys(isOther ? 1 : 0));
          expect(ksteDocumentSchema.safeParse(combined).success).toBe(true);
          if (isOther && picks.every((pick) => pick === 1)) expect(combined).toEqual(other);
          if (!isOther && picks.every((pick) => pick === 0)) expect(combined).toEqual(one);
        },
      ),
    );
  });
});
