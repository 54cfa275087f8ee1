import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAnchor } from "../../stories/anchors/anchor.ts";
import { newDraft, withEdit } from "../../stories/history.ts";
import type { ErroneousStory } from "../../stories/items/kste-item.ts";
import { parseWords } from "../../words/words.ts";
import { documentFromItem, itemFromDocument } from "./item-document.ts";
import type { ErrorDocument } from "./kste-document.ts";

const item: ErroneousStory = {
  id: "erroneous_story_1",
  kind: "error",
  genre: "kids",
  story:
    "Ann hid the key under the old pot. “Nobody looks there,” she told the cat. Then it rained.\n\nBen came home late. " +
    "He sat down, lifted the old pot, and smiled. “Good,” he said. Night fell.",
  sourceId: null,
  provenance: null,
  extra: {},
  character: "Ben",
  implausibleKnowledge: '- "ann hid the  key"\n- "Nobody looks there," she told the cat.',
  error: ", lifted the old pot,“Good,”",
  erroneousEvent: "He sat down<error>, lifted the old pot,</error> and smiled. <error>“Good,”</error> he said.",
  originalEvent: null,
  knowledgeExplanation: null,
  modifiedExplanation: null,
};
const before = documentFromItem(item) as ErrorDocument;

function edited(what: string, by: string, document: ErrorDocument = before): ErrorDocument {
  const start = document.story.indexOf(what);
  const draft = withEdit(newDraft(document.story, document.anchors), { start, end: start + what.length, text: by });
  return { ...document, story: draft.text, anchors: draft.anchors };
}

const fieldsOf = (document: ErrorDocument) => itemFromDocument(document, item) as ErroneousStory;

describe("fields that nobody touched", () => {
  it("come out byte for byte when the story is changed elsewhere", () => {
    const now = fieldsOf(edited("Then it rained.", "It rained then, and long."));
    expect(now).toEqual({ ...item, story: item.story.replace("Then it rained.", "It rained then, and long.") });
    expect(fieldsOf({ ...before, character: "Benno" })).toEqual({ ...item, character: "Benno" });
  });

  it("come out byte for byte wherever the story is changed outside their marks", () => {
    const free = ["under the old pot", "Then it rained", "Ben came home late", "Night fell"];
    fc.assert(
      fc.property(fc.constantFrom(...free), fc.stringMatching(/^[a-z ,.]{0,12}$/u), (what, by) => {
        const now = fieldsOf(edited(what, by === "" ? "so" : `x${by}x`));
        const { implausibleKnowledge, error, erroneousEvent } = item;
        expect(now).toMatchObject({ implausibleKnowledge, error, erroneousEvent });
      }),
    );
  });
});

describe("an event that was changed beside its errors", () => {
  it("keeps each tag beside its comma and its quotation mark", () => {
    const now = fieldsOf(edited("and smiled", "and laughed aloud"));
    expect(now.erroneousEvent).toBe(
      "He sat down<error>, lifted the old pot,</error> and laughed aloud. <error>“Good,”</error> he said.",
    );
    expect(now.error).toBe(item.error);
    expect(now.implausibleKnowledge).toBe(item.implausibleKnowledge);
  });

  it("keeps them when the error itself is changed inside, and follows a person who moves a mark", () => {
    expect(fieldsOf(edited("the old", "the big old")).implausibleKnowledge).toBe(item.implausibleKnowledge);
    expect(fieldsOf(edited("lifted the", "raised the")).erroneousEvent).toContain(
      "He sat down, <error>raised the old pot,</error>",
    );
    expect(fieldsOf(edited("the old pot, and", "the very old pot, and")).erroneousEvent).toContain(
      "<error>, lifted the very old pot,</error> and",
    );
    const story = parseWords(before.story);
    const at = story.words.findIndex(({ text }) => text === "smiled");
    const anchors = before.anchors.map((anchor) =>
      anchor.id === "error-1" ? createAnchor(story, "error-1", "error", { start: at, end: at + 1 }) : anchor,
    );
    expect(fieldsOf({ ...before, anchors }).erroneousEvent).toBe(
      "He sat down, lifted the old pot, and <error>smiled.</error> <error>“Good,”</error> he said.",
    );
  });
});

describe("knowledge", () => {
  it("whose words were changed in the story is changed at its place in the field", () => {
    expect(fieldsOf(edited("hid the key", "hid the small key")).implausibleKnowledge).toBe(
      '- "Ann hid the small key"\n- "Nobody looks there," she told the cat.',
    );
  });

  it("that a person told in other words is what the person wrote", () => {
    expect(fieldsOf({ ...before, implausibleKnowledge: "Where the key is." }).implausibleKnowledge).toBe(
      "Where the key is.",
    );
  });

  it("that was marked at another place, or at one more, is the marked words, and the words beside them are kept", () => {
    const story = parseWords(before.story);
    const more = createAnchor(story, "knowledge-3", "knowledge", { start: 16, end: 19 });
    const now = fieldsOf({ ...before, anchors: [...before.anchors, more] });
    expect(now.implausibleKnowledge.split("\n")).toEqual([
      '- "Ann hid the key"',
      '- "“Nobody looks there,” she told the cat."',
      '- "it rained. Ben"',
    ]);
    const paraphrased = { ...item, implausibleKnowledge: "Where she hid it" };
    const document = documentFromItem(paraphrased) as ErrorDocument;
    const [note, ...others] = document.anchors;
    const moved = createAnchor(story, note?.id ?? "", "knowledge", { start: 0, end: 4 });
    expect(itemFromDocument({ ...document, anchors: [moved, ...others] }, paraphrased)).toMatchObject({
      implausibleKnowledge: "Ann hid the key",
      extra: { knowledge_in_words: "Where she hid it" },
    });
  });
});
