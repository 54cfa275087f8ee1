import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parsePythonJson } from "../model-logs/parse-json.ts";
import { readItemRow } from "../read-item-row.ts";
import type { ItemRecord } from "./item-record.ts";
import { isBigTom, readBigTom } from "./read-bigtom.ts";
import { isHiTom, readHiTom } from "./read-hi-tom.ts";
import { matchColumns, readItemTableRow } from "./read-item-table.ts";
import { isSimpleTom, readSimpleTom } from "./read-simpletom.ts";
import { isTomBench, readTomBench } from "./read-tombench.ts";

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
  const given = { id: "no", text: "Question", options: "A, B, C", gold: "Key" };

  it("takes named columns, and all others as attributes", () => {
    const found = matchColumns(header, given);
    if (!found.ok) throw new Error(found.message);
    const row = { No: "7", Question: "Where?", A: "here", B: "there", C: "", Key: "B", topic: "place" };
    expect(itemOf(readItemTableRow(row, found.columns, null))).toMatchObject({
      id: "7",
      kind: "choice",
      text: "Where?",
      options: ["here", "there"],
      gold: 1,
      attributes: { topic: "place" },
    });
    expect(itemOf(readItemTableRow({ ...row, Key: "there" }, found.columns, null)).gold).toBe(1);
  });

  it("finds columns by their usual names, and sees the kind from the key", () => {
    const found = matchColumns(["ID", "premise", "hypothesis", "label"], {});
    if (!found.ok) throw new Error(found.message);
    const row = (label: string) => ({ ID: "1", premise: "Ana left.", hypothesis: "Ana is here.", label });
    expect(itemOf(readItemTableRow(row("not_entailment"), found.columns, null))).toMatchObject({
      kind: "true-false",
      gold: false,
    });
    expect(itemOf(readItemTableRow(row("Yes"), found.columns, null))).toMatchObject({ kind: "yes-no", gold: "yes" });
    expect(() => itemOf(readItemTableRow(row("perhaps"), found.columns, null))).toThrow("gold must be true or false");
  });

  it("says which column is missing, unknown or no part of an item", () => {
    expect(matchColumns(["a", "b"], {})).toEqual({ ok: false, message: expect.stringContaining("id, text, gold") });
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
