import fc from "fast-check";
import { describe, expect, it } from "vitest";
import kste2025 from "../../statistics/fixtures/kste2025.json" with { type: "json" };
import { readErrorField } from "./error-field.ts";
import { scoreErrorOutput, summariseErrorOutputs } from "./score-error-output.ts";

const marked = "“We could look at flats in Oslo – near your new office,” he said.";
const story = `Ben met her at the station’s gate. ${marked} She looked at the timetable.`;
const reply = (field: string, conclusion = "Yes") =>
  `Reasoning: He cannot know.\n\nLogical Error: ${field}\n\nConclusion: ${conclusion}`;

describe("the localisation of a reply", () => {
  it.each([
    ["curly quotes", marked],
    ["straight quotes around curly ones", `"${marked}"`],
    ["straightened inner quotes", `"\\"We could look at flats in Oslo - near your new office,\\" he said."`],
    ["single inner quotes", `"'We could look at flats in Oslo - near your new office,' he said."`],
    ["no quotes", "We could look at flats in Oslo near your new office he said"],
    ["capitals", marked.toUpperCase()],
    ["two quotes", '"We could look at flats in Oslo" and "near your new office, he said"'.replace(" and ", "; ")],
  ])("is 1 for a perfect quote with %s", (_style, field) => {
    expect(scoreErrorOutput(reply(field), story, marked)).toEqual({
      consistent: false,
      overlap: 1,
      quoted: 13,
      found: 13,
    });
  });

  it("keeps words that are not in the story in the union", () => {
    const { overlap, quoted, found } = scoreErrorOutput(
      reply(`${marked} Purple elephants sang loudly.`),
      story,
      marked,
    );
    expect(overlap).toBeCloseTo(13 / 17, 12);
    expect([quoted, found]).toEqual([17, 13]);
  });

  it("counts repetitions", () => {
    expect(scoreErrorOutput(reply("he he"), story, marked)).toMatchObject({ overlap: 1 / 14, quoted: 2, found: 1 });
  });

  it.each(["NA", '"NA"', "N/A", "None.", "No", "No logical error found."])(
    "is 0 for %s on an erroneous story",
    (field) => {
      expect(scoreErrorOutput(reply(field, "No"), story, marked)).toMatchObject({ overlap: 0, quoted: 0 });
      expect(scoreErrorOutput(reply(field, "Yes"), story, marked)).toMatchObject({ overlap: 0, quoted: 0 });
    },
  );

  it("is 0 where the story is called consistent, whatever is quoted", () => {
    expect(scoreErrorOutput(reply(marked, "No"), story, marked)).toMatchObject({ consistent: true, overlap: 0 });
  });

  it("is never above the classification, as in every row of the paper's Table 2", () => {
    for (const { model, ikd } of kste2025.table2) expect(ikd.negLoc, model).toBeLessThanOrEqual(ikd.negCls);
    const replies = [reply(marked, "No"), reply(marked, "Yes"), reply("NA", "No"), reply("She forgot.", "Yes")];
    const { negative, negativeLocalisation } = summariseErrorOutputs(
      replies.map((output) => ({ ...scoreErrorOutput(output, story, marked), hasError: true })),
    );
    expect(negative).toBe(0.5);
    expect(negativeLocalisation).toBeCloseTo(1 / 4, 12);
  });

  it.each(["Conclusion: Yes", "Reasoning: x\nLogical Error:\nConclusion: Yes", '{"conclusion": "Yes"}'])(
    "is null where the reply has no field: %j",
    (output) => {
      expect(scoreErrorOutput(output, story, marked)).toMatchObject({ consistent: false, overlap: null, quoted: 0 });
    },
  );

  it("is null on an original story, which is right or wrong by its verdict", () => {
    expect(scoreErrorOutput(reply("NA", "No"), story, null)).toMatchObject({ consistent: true, overlap: null });
  });

  it("reads the field without a verdict", () => {
    expect(scoreErrorOutput(`Logical Error: ${marked}\nConclusion: Maybe`, story, marked)).toMatchObject({
      consistent: null,
      overlap: 1,
    });
  });

  it("reads the last field, lists and texts of JSON, and a field within a line", () => {
    expect(readErrorField("Logical Error: first\nConclusion: No\nLogical Error: second\nConclusion: Yes")?.text).toBe(
      "second",
    );
    expect(readErrorField('{"logical_error": ["one", "two"], "conclusion": "Yes"}')?.text).toBe("one\ntwo");
    expect(readErrorField("**Logical Error:** NA **Conclusion:** No")).toEqual({ text: "NA **", isNone: true });
    expect(readErrorField("Reasoning: odd. Logical Error: that one. Conclusion: Yes")?.text).toBe("that one.");
    expect(readErrorField("<think>Logical Error: no idea</think>Logical Error: it\nConclusion: Yes")?.text).toBe("it");
  });

  it("lies between 0 and 1, and quotes at least what is found", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (field) => {
        const { overlap, quoted, found } = scoreErrorOutput(reply(field), story, marked);
        expect(overlap ?? 0).toBeGreaterThanOrEqual(0);
        expect(overlap ?? 0).toBeLessThanOrEqual(1);
        expect(found).toBeLessThanOrEqual(quoted);
      }),
    );
  });
});

describe("the summary of replies", () => {
  it("enters an original as 1 or 0 into full localisation and leaves out what was not asked", () => {
    const score = (hasError: boolean, consistent: boolean | null, overlap: number | null) => ({
      hasError,
      consistent,
      overlap,
      quoted: 4,
      found: 3,
    });
    expect(
      summariseErrorOutputs([
        score(false, true, null),
        score(false, false, null),
        score(true, false, 0.5),
        score(true, true, 0),
        score(true, null, null),
      ]),
    ).toEqual({
      originals: 2,
      erroneous: 3,
      unparsed: 1,
      notAsked: 1,
      positive: 0.5,
      negative: 1 / 3,
      full: 2 / 5,
      negativeLocalisation: 0.25,
      fullLocalisation: 1.5 / 4,
      quoted: 20,
      found: 15,
      foundShare: 0.75,
    });
    expect(summariseErrorOutputs([])).toMatchObject({ positive: null, full: null, fullLocalisation: null });
  });
});
