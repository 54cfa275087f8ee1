import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anchorOn } from "../../stories/anchors/anchor.ts";
import { worded } from "../../words/words.ts";
import { type CombinableField, combineDocuments, fieldsToCombine } from "./combine-documents.ts";
import { ksteDocumentSchema, type NextActionDocument } from "./kste-document.ts";

const story = "Ann hid the key under the pot. It rained all night.";
const marked = (text: string, id: string, start: number, end: number) =>
  anchorOn(worded(text), id, "knowledge", { start, end });
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
  "anchors",
];

describe("the fields to decide on", () => {
  it("are those that differ, where nothing said and an empty text are the same", () => {
    expect(fieldsToCombine([one, one], fields)).toEqual([]);
    expect(fieldsToCombine([one, other], fields)).toEqual([
      "question",
      "answerWithoutKnowledge",
      "character",
      "knowledgeType",
      "genre",
      "anchors",
    ]);
  });

  it("are found wherever any of several copies differs", () => {
    expect(fieldsToCombine([one, one, { ...one, answerWithKnowledge: "He digs." }], fields)).toEqual([
      "answerWithKnowledge",
    ]);
  });

  it("hold marks on other words, and not marks that an edit inside or before them has changed", () => {
    const twice = "The key, the key.";
    const at = (start: number) => ({ ...one, story: twice, anchors: [marked(twice, "k", start, start + 2)] });
    expect(fieldsToCombine([at(0), at(2)], fields)).toEqual(["anchors"]);
    const inside = story.replace("the key", "a small key");
    expect(fieldsToCombine([one, { ...one, story: inside, anchors: [marked(inside, "k", 0, 5)] }], fields)).toEqual([]);
    const late = `Once upon a time. ${story}`;
    const moved = { ...one, story: late, anchors: [marked(late, "k", 4, 8)] };
    expect(fieldsToCombine([one, moved], fields)).toEqual([]);
  });
});

describe("a document out of several copies", () => {
  it("has each field from the copy that was chosen for it, and the first copy's others", () => {
    const combined = combineDocuments([one, other], story, new Map([["question", 1] as const, ["genre", 1] as const]));
    expect(combined).toEqual({ ...one, question: other.question, genre: "mystery" });
    expect(combineDocuments([one, other], story, new Map([["question", 0] as const]))).toEqual(one);
  });

  it("takes the type of knowledge along where the first copy has none, and takes it away likewise", () => {
    const choose = new Map([["knowledgeType", 1] as const]);
    expect(combineDocuments([one, other], story, choose)).toMatchObject({ knowledgeType: other.knowledgeType });
    expect(combineDocuments([other, one], otherStory, choose)).toMatchObject({ story: otherStory, genre: "mystery" });
    expect((combineDocuments([other, one], otherStory, choose) as NextActionDocument).knowledgeType).toBeUndefined();
  });

  it("carries the chosen marks to the story that was chosen", () => {
    const combined = combineDocuments([one, other], story, new Map([["anchors", 1] as const]));
    expect(combined.anchors).toEqual([marked(story, "k", 0, 7)]);
    const lost = story.replace("Ann hid the key under the pot. ", "");
    expect(combineDocuments([one, other], lost, new Map()).anchors).toMatchObject([{ id: "k", start: 0, end: 0 }]);
  });

  it("is one of the copies when all is taken from it, and always a sound document", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1), { minLength: fields.length, maxLength: fields.length }),
        fc.boolean(),
        (picks, isOther) => {
          const from = new Map(fields.map((field, index) => [field, picks[index] as number]));
          const combined = combineDocuments([one, other], isOther ? otherStory : story, from);
          expect(ksteDocumentSchema.safeParse(combined).success).toBe(true);
          if (isOther && picks.every((pick) => pick === 1)) expect(combined).toEqual(other);
          if (!isOther && picks.every((pick) => pick === 0)) expect(combined).toEqual(one);
        },
      ),
    );
  });
});
