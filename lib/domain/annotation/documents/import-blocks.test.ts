import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ErroneousStory, KsteItem } from "../../stories/items/kste-item.ts";
import { formatMarks } from "../../stories/items/marks.ts";
import { isBlocking } from "../../stories/lint/finding.ts";
import { lintItem } from "../../stories/lint/lint-item.ts";
import { findImportProblems } from "./import-blocks.ts";
import { documentFromItem, itemFromDocument } from "./item-document.ts";

const story =
  "Ann hid the key under the old pot. “Nobody will look there,” she told the cat… and the cat yawned. She hid the key " +
  "well. Then it rained.\n\nBen came home late. He lifted the old pot, took the key — and smiled. He did not know why " +
  "it rained. Night fell on the house.";

const erroneous = (fields: Partial<ErroneousStory>): ErroneousStory => ({
  id: "erroneous_story_1",
  kind: "error",
  genre: "kids",
  story,
  sourceId: null,
  provenance: null,
  extra: {},
  character: "Ben",
  implausibleKnowledge: "Ann hid the key under the old pot.",
  error: "He lifted the old pot, took the key — and smiled.",
  erroneousEvent: "Ben came home late. <error>He lifted the old pot, took the key — and smiled.</error>",
  originalEvent: null,
  knowledgeExplanation: null,
  modifiedExplanation: null,
  ...fields,
});

describe("an item of the released data", () => {
  it.each([
    ["one span", "Ann hid the key under the old pot."],
    ["one span in quotation marks", '"Ann hid the key under the old pot."'],
    ["a quotation that is not verbatim", '"Ann had hidden the key below the old pot."'],
    ["sentences of which some are verbatim", '"Ann hid the key under the old pot. She locked the door."'],
    ["a quotation inside a quotation", "\"'Nobody will look there,' she told the cat\""],
    ["a list", '- "Ann hid the key under the old pot."\n- "She hid the key well."'],
    ["a list with a paraphrase", '- "Ann hid the key under the old pot."\n- "The cat knows."'],
    ["an ellipsis between its parts", '"Ann hid the key... she told the cat"'],
    ["an ellipsis before its parts", "“…hid the key under the old pot”"],
    ["a join by and", '"Ann hid the key under the old pot" and "She hid the key well"'],
    ["a join by a comma", "“Ann hid the key under the old pot”, “She hid the key well”"],
    ["several quotations otherwise", '"Ann hid the key" - said to nobody - "She hid the key well"'],
    ["a paraphrase", "Where the key is"],
    ["words that are told twice", "hid the key"],
  ])("is not stopped by knowledge that is %s, and comes out byte for byte", (_, implausibleKnowledge) => {
    const item = erroneous({ implausibleKnowledge });
    expect(findImportProblems(item)).toEqual([]);
    expect(itemFromDocument(documentFromItem(item), item)).toBe(item);
  });

  it.each([
    [
      "several errors joined with nothing between",
      "Ben came home late. <error>He</error> lifted<error> the old pot</error>, took",
    ],
    [
      "punctuation inside its tags",
      "<error>Ben came home late. </error>He lifted the old pot<error>, took the key —</error> and",
    ],
    ["a mark around punctuation alone", "Ben came home late<error>.</error> He <error>lifted</error> the old pot"],
    ["two marks that share a word", "Ben came home late. He lif<error>te</error><error>d the old pot</error>"],
    ["an event that is told in other typography", "“Nobody will look there,” <error>she told the cat...</error> and"],
    ["an error that is told twice", "He lifted <error>the old pot</error>, took"],
    ["an event that is told twice", "<error>it rained.</error>"],
  ])("is not stopped by %s", (_, erroneousEvent) => {
    const error = [...erroneousEvent.matchAll(/<error>(.*?)<\/error>/gu)]
      .map((match) => match[1])
      .join("")
      .trim();
    const item = erroneous({ erroneousEvent, error });
    expect(lintItem(item, null).filter(isBlocking)).toEqual([]);
    expect(findImportProblems(item)).toEqual([]);
  });

  it("is stopped by name where its marks are broken or a text is missing", () => {
    expect(findImportProblems(erroneous({ erroneousEvent: "Ben went <error>out</error>.", error: "out" }))).toEqual([
      "event-not-found",
      "error-not-found",
    ]);
    expect(findImportProblems(erroneous({ erroneousEvent: "ben came home late.</modifIed>", error: "" }))).toEqual([
      "error-missing",
    ]);
    expect(findImportProblems(erroneous({ character: " " }))).toEqual(["character-empty"]);
    const question: KsteItem = {
      ...{
        id: "qa_1",
        kind: "knp",
        genre: "kids",
        story,
        sourceId: null,
        provenance: null,
        extra: {},
        character: "Ben",
      },
      ...{
        implausibleKnowledge: "the key",
        question: "",
        answerWithKnowledge: "He sits.",
        answerWithoutKnowledge: "he sits",
      },
      ...{ knowledgeExplanation: null, explanation: null },
    };
    expect(findImportProblems(question)).toEqual(["question-empty", "options-identical"]);
  });
});

describe("a story with tags in it", () => {
  it("is shown and measured without them, and comes out as it came", () => {
    const item = erroneous({
      story: story.replace("He lifted", "<error>He lifted").replace("smiled.", "smiled.</Error>"),
    });
    const document = documentFromItem(item);
    expect(document.story).toBe(story);
    expect(findImportProblems(item)).toEqual([]);
    expect(itemFromDocument(document, item)).toBe(item);
  });
});

describe("law", () => {
  it("what the linter finds usable, nothing stops", () => {
    const place = fc.nat(story.length);
    const typography = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.replace(/[“”]/gu, '"').replace(/—/gu, "--").replace(/…/gu, "..."),
      (text: string) => text.replace(/ /gu, "  "),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(place, { minLength: 4, maxLength: 8 }),
        typography,
        fc.string(),
        (cuts, as, knowledge) => {
          const [from = 0, ...rest] = cuts.sort((left, right) => left - right);
          const to = rest.pop() ?? story.length;
          const spans = [];
          for (let at = 0; at + 1 < rest.length; at += 2)
            spans.push({ start: (rest[at] as number) - from, end: (rest[at + 1] as number) - from });
          const marked = formatMarks(story.slice(from, to), spans, "error");
          const error = spans.map(({ start, end }) => story.slice(from + start, from + end)).join("");
          const item = erroneous({
            erroneousEvent: as(marked),
            error: as(error).trim(),
            implausibleKnowledge: `k${knowledge}`,
          });
          fc.pre(!lintItem(item, null).some(isBlocking) && /\p{L}/u.test(error));
          expect(findImportProblems(item)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
