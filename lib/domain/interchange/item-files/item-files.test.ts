import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tableTaskSlug } from "../../tasks/templates/table-task.ts";
import { findTruncatedLine } from "../cut-off-json.ts";
import { parsePythonJson } from "../model-logs/parse-json.ts";
import { readItemRow } from "../read-item-row.ts";
import { flattenRecord } from "./flatten-record.ts";
import type { ItemRecord } from "./item-record.ts";
import { isBigTom, readBigTom } from "./read-bigtom.ts";
import { isHiTom, readHiTom } from "./read-hi-tom.ts";
import { matchColumns, readItemTableRow } from "./read-item-table.ts";
import { isSimpleTom, readSimpleTom } from "./read-simpletom.ts";
import { isTomBench, readTomBench } from "./read-tombench.ts";
import { describeResultsFile } from "./results-file.ts";
import { type ItemTableStatement, ItemTableSurvey } from "./survey-item-table.ts";

const text = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
const lines = (name: string) => text(name).trim().split("\n");

/** The item of a record, as our own item file would state it. */
function itemOf(record: ItemRecord) {
  if ("rejected" in record) throw new Error(record.rejected);
  const read = readItemRow(JSON.stringify(record.row));
  if (!read.ok) throw new Error(`${read.field} ${read.message}`);
  return read.row;
}

const rightOption = (record: ItemRecord) => {
  const { options, gold } = itemOf(record);
  return options[gold as number];
};

describe("items of other benchmarks", () => {
  it("reads SimpleToM's rows and the prompts of its output files", () => {
    const outputs = lines("simpletom_inference_output_sample.jsonl").map((line) => JSON.parse(line));
    expect(outputs.every(isSimpleTom)).toBe(true);
    expect(outputs.map((record) => itemOf(readSimpleTom(record)))).toMatchObject([
      {
        id: "potato_chip_food_sev1_aware",
        kind: "choice",
        options: ["Yes", "No"],
        gold: 1,
        attributes: { question: "mental-state" },
      },
      { id: "potato_chip_food_sev2_aware", gold: 1 },
    ]);
    const row = {
      id: "x_sev1_behavior",
      story: "Mary picks up the bag.",
      question: "What will Mary do next?",
      scenario_name: "food",
      choices: { text: ["pay for it", "report it"], label: ["A", "B"] },
      answerKey: "A",
    };
    expect(itemOf(readSimpleTom(row))).toMatchObject({
      text: "What will Mary do next?",
      gold: 0,
      attributes: { scenario: "food", question: "behavior" },
    });
    expect(readSimpleTom({ ...row, answerKey: "C" })).toEqual({
      rejected: expect.stringContaining("not one of its choices"),
    });
  });

  it("reads Hi-ToM: options in one text, the answer by its words, a prompt's instruction left out", () => {
    const { data } = JSON.parse(text("hitom_sample.json"));
    expect(data.every(isHiTom)).toBe(true);
    const items = data.map((record: Record<string, unknown>) => itemOf(readHiTom(record)));
    expect(items.map(({ options }: { options: string[] }) => options.length)).toEqual([15, 15, 15, 15, 15]);
    for (const [place, record] of data.entries()) expect(items[place].options[items[place].gold]).toBe(record.answer);
    for (const { story } of items) expect(story.text).toMatch(/^1 /u);
    expect(items[0].story.id).toBe(items[1].story.id);
    expect(items[1].attributes).toEqual({ order: 1, deception: false, length: 1, prompting: "VP" });
    expect(readHiTom({ ...data[0], choices: "A. one, C. two" })).toHaveProperty("rejected");
  });

  it("reads ToMBench in both languages, with questions of two options and of four", () => {
    const records = lines("tombench_sample.jsonl").map((line) => parsePythonJson(line) as Record<string, unknown>);
    expect(records.every(isTomBench)).toBe(true);
    const english = records.map((record) => itemOf(readTomBench(record, "en")));
    const chinese = records.map((record) => itemOf(readTomBench(record, "zh")));
    expect(english.map(({ options }) => options.length)).toEqual(
      records.map((record) => (record["OPTION-C"] === null ? 2 : 4)),
    );
    expect(new Set([...english, ...chinese].map(({ id }) => id)).size).toBe(18);
    expect(english[0]).toMatchObject({ gold: 0, options: ["Backpack", "Handbag", "Tote bag", "Briefcase"] });
    expect(chinese[3]?.options).toEqual(["尴尬", "开心", "失望", "后悔"]);
    expect(english[0]?.attributes).toEqual({ ability: "Belief", task: "Location false beliefs", language: "en" });
  });

  it("assembles BigToM's conditions from its templates", () => {
    const rows = lines("bigtom_sample.csv").map((line) => line.replaceAll("\r", "").split(";"));
    expect(rows.every(isBigTom)).toBe(true);
    const records = rows.flatMap((cells, place) => readBigTom(cells, place + 1));
    expect(records).toHaveLength(5 * 24);
    const items = records.map(itemOf);
    expect(new Set(items.map(({ id }) => id)).size).toBe(120);
    const find = (condition: string, variable: string, initialBelief: string) =>
      records.find((record) => {
        const { attributes } = itemOf(record);
        return (
          attributes.condition === condition &&
          attributes.variable === variable &&
          attributes.initialBelief === initialBelief
        );
      }) ?? { rejected: "" };
    const told = find("false belief", "forward belief", "hidden");
    expect(itemOf(told).story.text).toBe(
      "Noor is working as a barista at a busy coffee shop. Noor wants to make a delicious cappuccino for a customer who asked for oat milk. Noor grabs a milk pitcher and fills it with oat milk. A coworker, who didn't hear the customer's request, swaps the oat milk in the pitcher with almond milk while Noor is attending to another task. Noor does not see her coworker swapping the milk.",
    );
    expect(rightOption(told)).toBe("Noor believes the milk pitcher contains oat milk.");
    expect(rightOption(find("true belief", "forward belief", "stated"))).toBe(
      "Noor believes the milk pitcher contains almond milk.",
    );
    const control = find("true control", "forward action", "stated");
    expect(itemOf(control).story.text).toMatch(/A decorative mug falls .* Noor sees the decorative mug falling/u);
    expect(rightOption(control)).toBe("Noor will make the cappuccino using the milk in the pitcher.");
    expect(readBigTom((rows[0] ?? []).slice(1), 1)).toEqual([{ rejected: expect.stringContaining("template 1") }]);
  });
});

describe("items of a table", () => {
  const header = ["No", "Question", "A", "B", "C", "Key", "topic"];
  const given = { text: "Question", options: "A, B, C", gold: "Key" };

  function readTable(names: string[], rows: string[][], stated: Partial<ItemTableStatement> = {}) {
    const survey = new ItemTableSurvey(names, { columns: {}, kind: null, keys: null, ...stated });
    const named = rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])));
    for (const row of named) survey.add(row);
    const { reading, facts } = survey.decide();
    if (reading === null) throw new Error(facts.problem ?? "");
    return { facts, items: named.map((row, index) => itemOf(readItemTableRow(row, reading, index + 1))) };
  }

  it("takes named columns, and all others as attributes", () => {
    const rows = [["7", "Where?", "here", "there", "", "B", "place"]];
    expect(readTable(header, rows, { columns: given }).items[0]).toMatchObject({
      id: "7",
      kind: "choice",
      text: "Where?",
      options: ["here", "there"],
      gold: 1,
      attributes: { topic: "place" },
    });
  });

  it("finds columns by their usual names, and sees the kind from the key", () => {
    const read = (label: string) =>
      readTable(["ID", "premise", "hypothesis", "label"], [["1", "Ana left.", "Ana is here.", label]]).items[0];
    expect(read("not_entailment")).toMatchObject({ kind: "true-false", gold: false });
    expect(read("Yes")).toMatchObject({ kind: "yes-no", gold: "yes" });
    expect(() => read("perhaps")).toThrow("gold must be true or false");
  });

  it.each<[string, string[], number[]]>([
    ["letters", ["A", "c", "(B)"], [0, 2, 1]],
    ["numbers from 1, if no key is 0", ["1", "3", "2"], [0, 2, 1]],
    ["numbers from 0, if a key is 0", ["0", "2", "1"], [0, 2, 1]],
    ["the options’ texts in any case", ["red", "Blue", "green"], [0, 2, 1]],
  ])("reads the keys of a whole column as %s", (_name, keys, expected) => {
    const rows = keys.map((key) => ["", "Which?", "red", "green", "blue", key, ""]);
    expect(readTable(header, rows, { columns: given }).items.map(({ gold }) => gold)).toEqual(expected);
  });

  it.each([
    ["Likert (1-7)", "1-7"],
    ["Likert 5-point", "1-5"],
    ["7 point rating scale", "1-7"],
    ["rating, 0 to 10", "0-10"],
  ])("reads the points of a scale from its kind “%s”, unless columns name them", (kind, range) => {
    const read = (cells: string[]) =>
      readTable(["Type", "Question", "A", "B", "C"], [[kind, "How?", ...cells]]).items[0];
    expect(read([])).toMatchObject({ kind: "task", schema: tableTaskSlug("rating", [range]), options: [range] });
    expect(read(["no", "a little", "yes"])?.options).toEqual(["no", "a little", "yes"]);
  });

  it("names an unknown kind, and says how a table names an option", () => {
    const read = (kind: string, key: string) =>
      readTable(
        ["Kind", "Question", "A", "B", "Key"],
        [
          ["MCQ", "Where?", "here", "there", "A"],
          [kind, "Who?", "Ana", "Ben", key],
        ],
      );
    expect(() => read("riddle", "A")).toThrow("kind is not known; known kinds: ");
    expect(() => read("multiple choice", "E")).toThrow(
      "names none of the options: write its letter, number or text in a table",
    );
  });

  it("reads an option’s text as the key before its number, and a stated coding before both", () => {
    const rows = [["", "How many?", "2", "1", "3", "2", ""]];
    expect(readTable(header, rows, { columns: given }).items[0]?.gold).toBe(0);
    expect(readTable(header, rows, { columns: given, keys: "from-1" }).items[0]?.gold).toBe(1);
  });

  it("numbers items without ids by their rows", () => {
    const { items, facts } = readTable(
      ["question", "answer"],
      [
        ["Is it?", "yes"],
        ["Was it?", "no"],
      ],
    );
    expect(items.map(({ id }) => id)).toEqual(["item-1", "item-2"]);
    expect(items.map(({ story }) => story.id)).toEqual(["story-of-item-1", "story-of-item-2"]);
    expect(facts.isNumbered).toBe(true);
  });

  it("knows kinds in common words, and a column “type” only if its cells are such words", () => {
    const names = ["question", "answer", "options", "type"];
    const { items } = readTable(names, [
      ["Which?", "b", "red|green", "Multiple choice"],
      ["Grass is green.", "T", "", "True/False"],
      ["Is grass green?", "Y", "", "yes/no question"],
      ["Name a colour.", "red|green", "", "short answer"],
      ["Grass is nice.", "", "", "Likert"],
    ]);
    expect(items.map(({ kind, gold }) => [kind, gold])).toEqual([
      ["choice", 1],
      ["true-false", true],
      ["yes-no", "yes"],
      ["open-text", { accept: ["red", "green"] }],
      ["task", {}],
    ]);
    expect(items[4]).toMatchObject({
      schema: expect.stringMatching(/^rating-7-/),
      fields: { question: "Grass is nice." },
    });
    const attributes = readTable(names, [["Grass is green.", "true", "", "tom"]]).items[0]?.attributes;
    expect(attributes).toEqual({ type: "tom" });
  });

  it("names the columns with their values, for the form that maps them", () => {
    const survey = new ItemTableSurvey(["x", "y"], { columns: {}, kind: null, keys: null });
    survey.add({ x: "Where?", y: "" });
    survey.add({ x: "When?", y: "now" });
    expect(survey.decide()).toMatchObject({
      reading: null,
      facts: {
        columns: [
          { name: "x", samples: ["Where?", "When?"] },
          { name: "y", samples: ["now"] },
        ],
        mapped: { text: "-", gold: "-", options: "[]" },
        problem: expect.stringContaining("no column for text"),
      },
    });
  });

  it("says which column is missing, unknown or no part of an item", () => {
    expect(matchColumns(["a", "b"], {})).toEqual({ ok: false, message: expect.stringContaining("no column for text") });
    expect(matchColumns(header, { ...given, story: "Tale" })).toEqual({
      ok: false,
      message: expect.stringContaining('"Tale"'),
    });
    expect(matchColumns(header, { ...given, colour: "topic" })).toEqual({
      ok: false,
      message: expect.stringContaining('"colour"'),
    });
  });
});

describe("files that are no items", () => {
  it("says where JSON breaks off, and nothing about complete or other texts", () => {
    expect(findTruncatedLine('[{"id": 1},\n{"id": "2')).toBe(2);
    expect(findTruncatedLine('{"a": ["}"')).toBe(1);
    expect(findTruncatedLine('{"a": "\\"}"}')).toBeNull();
    expect(findTruncatedLine("[1}")).toBeNull();
  });

  it("recognises answers where items are expected", () => {
    expect(describeResultsFile(["id", "model", "Response"], null)).toContain("answers of models");
    expect(describeResultsFile(["session_id", "item", "answer"], null)).toContain("answers of participants");
    expect(describeResultsFile(["id", "question", "answer"], null)).toBeNull();
    expect(describeResultsFile([], { model: "m", item: "1", answer: true })).toContain("answers of models");
    expect(describeResultsFile([], { id: "1", question: "Where?" })).toBeNull();
  });

  it("makes a row of a JSON record of no known format", () => {
    const record = {
      id: 3,
      question: { stem: "Where?" },
      choices: { text: ["here", "there"] },
      answerKey: "B",
      x: [{}],
    };
    expect(flattenRecord(record)).toEqual({
      id: "3",
      "question.stem": "Where?",
      "choices.text_1": "here",
      "choices.text_2": "there",
      answerKey: "B",
    });
  });
});
