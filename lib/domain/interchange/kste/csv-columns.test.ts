import { describe, expect, it } from "vitest";
import { csvColumns } from "./csv.ts";
import { csvMappingSchema, guessMapping, mapHeader, readMappedRecord } from "./csv-columns.ts";

describe("the columns of somebody else's table", () => {
  it("are guessed by our names first, then by those in use, each once", () => {
    expect(guessMapping(["Item ID", "Text", "Correct answer", "Distractor", "Question", "Knowledge", "Notes"])).toEqual(
      {
        id: "Item ID",
        story: "Text",
        question: "Question",
        answer_without_knowledge: "Correct answer",
        answer_with_knowledge: "Distractor",
        implausible_knowledge: "Knowledge",
      },
    );
    expect(guessMapping(["text", "story"])).toEqual({ story: "story" });
    expect(guessMapping(csvColumns)).toEqual(Object.fromEntries(csvColumns.map((name) => [name, name])));
  });

  it("get our names, and lose them where they are something else", () => {
    expect(mapHeader([" body ", "story", "notes"], { story: "body" })).toEqual(["story", "column 2", "notes"]);
  });

  it("are read as an item, with what is not mapped kept beside it", () => {
    const table = {
      header: ["body", "who", "ask", "yes", "no", "secret", "notes", "url"],
      mapping: {
        story: "body",
        character: "who",
        question: "ask",
        answer_without_knowledge: "yes",
        answer_with_knowledge: "no",
        implausible_knowledge: "secret",
        source_address: "url",
      },
      genre: "kids",
    };
    const record = ["Ann hid it.", "Ben", "Where?", "There.", "Here.", "Ann hid it.", "good", "https://example.org"];
    expect(readMappedRecord(table, record, 3)).toMatchObject({
      findings: [],
      item: {
        id: "row_2",
        kind: "knp",
        genre: "kids",
        answerWithoutKnowledge: "There.",
        extra: { notes: "good" },
        provenance: { source: { address: "https://example.org" } },
      },
    });
  });

  it("are refused in an address where they are none of ours", () => {
    expect(csvMappingSchema.safeParse('{"story":"body"}')).toMatchObject({ success: true, data: { story: "body" } });
    for (const text of ["", "[]", '{"storey":"body"}', '{"story":1}'])
      expect(csvMappingSchema.safeParse(text).success).toBe(false);
  });
});
