import { expect, it } from "vitest";
import { taskFormat, taskSchemaSchema } from "../tasks/schema/task-schema.ts";
import { createTableTaskSchema, type TableTask } from "../tasks/templates/table-task.ts";
import type { Item } from "./item.ts";
import { answerWords, formatKey } from "./key-words.ts";

const story = { title: "", genre: "", text: "" };

function taskItem(task: TableTask, options: string[]): Item {
  const schema = taskSchemaSchema.parse(createTableTaskSchema(task, options));
  return { kind: "task", story, text: "Which?", options: [], task: { schema, fields: { question: "Which?" } } };
}

it("names the options of a key, also those of rankings and of several answers, as answers are named", () => {
  const choice: Item = { kind: "choice", story, text: "Which?", options: ["box", "bag"] };
  expect(formatKey(choice, 1)).toBe("B. bag");
  const several = taskItem("several", ["Ana", "Ben", "Cem"]);
  expect(formatKey(several, { chosen: ["option-0", "option-2"] })).toBe("Ana, Cem");
  const ranking = taskItem("ranking", ["box", "bag"]);
  const order = { order: ["option-1", "option-0"] };
  expect(formatKey(ranking, order)).toBe("1. bag, 2. box");
  expect(answerWords(ranking, { fields: order })).toBe("1. bag, 2. box");
  expect(formatKey(taskItem("number", []), { number: 12 })).toBe("12");
  expect(formatKey(ranking, {})).toBe("");
});

it("reads ranges, several accepted answers and shares of people as words", () => {
  const schema = taskSchemaSchema.parse({
    format: taskFormat,
    title: "Keys",
    stimulus: [{ name: "question", type: "text" }],
    answer: [
      { name: "year", type: "number", label: "Year", scoring: { by: "range" } },
      {
        ...{ name: "place", type: "choice", label: "Place", scoring: { by: "key" } },
        options: ["in", "out"].map((value) => ({ value, label: `${value}side` })),
      },
      {
        ...{ name: "mood", type: "choice", label: "Mood", scoring: { by: "distribution" } },
        options: ["good", "bad"].map((value) => ({ value, label: `a ${value} one` })),
      },
    ],
  });
  const item: Item = { kind: "task", story, text: "-", options: [], task: { schema, fields: { question: "Which?" } } };
  const gold = { year: { minimum: 1900, maximum: 1910 }, place: ["in", "out"], mood: { good: 0.75, bad: 0.25 } };
  expect(formatKey(item, gold)).toBe(
    "Year: 1900 to 1910; Place: inside or outside; Mood: a good one 75%, a bad one 25%",
  );
});
