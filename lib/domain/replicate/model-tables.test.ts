import { expect, it } from "vitest";
import { exploratory } from "../results/plan/result-status.ts";
import { modelTables, rowsOfModel } from "./model-tables.ts";
import type { ReplicatedAnswer, ReplicatedItem } from "./observation.ts";
import type { PaperTable } from "./paper-table.ts";

const cell = (ours: number | null) => ({ ours, n: 12, printed: null, interval: null });

/** A table with one row; null is a column without a value. */
function tableOf(table: string, values: (number | null)[]): PaperTable {
  return {
    table,
    columns: values.map((_, index) => ({ name: `column ${index}` })),
    rows: [{ row: "M", cells: values.map(cell) }],
    figure: null,
  } as unknown as PaperTable;
}

it("leaves out a comparison of two ways of asking of which a model was asked in one, and columns without values", () => {
  const tables = [tableOf("2", [0.5, null]), tableOf("4", [0.5, null]), tableOf("figure-4", [0.5, 0.75])];
  expect(rowsOfModel(tables, "M").map(({ table, columns }) => [table, columns.length])).toEqual([
    ["2", 1],
    ["figure-4", 2],
  ]);
  expect(rowsOfModel(tables, "another")).toEqual([]);
});

it("has one row for each prompt with which a model was asked, and never pools them", () => {
  const story = { id: "s", title: "", genre: "", text: "Ana hid the key. Ben took it." };
  const common = { text: "", options: [] as string[], attributes: {}, story, cluster: "s" };
  const items: ReplicatedItem[] = ["one", "two"].map((id) => ({
    ...common,
    id,
    kind: "consistency",
    gold: { consistent: true, spans: [] },
    rightKeys: ["consistent"],
  }));
  items.push({ ...common, id: "next", kind: "two-choice", options: ["a", "b"], gold: 0, rightKeys: ["0"] });
  const given = (item: string, prompt: string, key: string): ReplicatedAnswer => ({
    item,
    condition: { prompt },
    key,
    person: null,
    output: null,
    logprobs: null,
    spans: [],
  });
  const answers = [
    ...["one", "two"].flatMap((item) => [given(item, "human", "consistent"), given(item, "cot", "error")]),
    given("next", "human", "0"),
  ];
  const [main] = modelTables({ items, subjects: [{ name: "M", isPeople: false, answers }], peopleStatus: exploratory });
  const rows = main?.rows.map(({ row, cells }) => [
    row,
    ...["posCls", "knp"].map((name) => cells[main.columns.findIndex((column) => column.name === name)]?.ours),
  ]);
  expect(rows).toEqual([
    ["M (prompt=cot)", 0, 1],
    ["M (prompt=human)", 1, 1],
  ]);
  expect(rowsOfModel([main!], "M")[0]?.rows).toHaveLength(2);
  // Prompts for items outside the selection do not divide a model's answers to those inside it.
  const others = ["human", "cot"].map((prompt) => given("not selected", prompt, "consistent"));
  const selected = { name: "M", isPeople: false, answers: [...others, given("one", "human", "consistent")] };
  expect(
    modelTables({ items, subjects: [selected], peopleStatus: exploratory })[0]?.rows.map(({ row }) => row),
  ).toEqual(["M"]);
  const once = modelTables({
    items,
    subjects: [{ name: "M", isPeople: false, answers: answers.slice(0, 1) }],
    peopleStatus: exploratory,
  });
  expect(once[0]?.rows.map(({ row }) => row)).toEqual(["M"]);
});
