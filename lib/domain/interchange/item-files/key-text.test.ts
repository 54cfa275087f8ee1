import { expect, it } from "vitest";
import { pairwisePreference } from "../../items/kinds/pairwise/schema.ts";
import { taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import { goldSchemaOf } from "../../tasks/scoring/field-gold.ts";
import { createTableTaskSchema, type TableTask } from "../../tasks/templates/table-task.ts";
import { taskTemplates } from "../../tasks/templates/task-templates.ts";
import { fieldKeyOfText, textOfFieldKey } from "./key-text.ts";

const story = "Ana left. Ben came, and Ana left again.";

it.each<[TableTask, string[], string, unknown]>([
  ["several", ["box", "bag", "drawer"], "A; C", ["option-0", "option-2"]],
  ["ranking", ["box", "bag", "drawer"], "B > A > C", ["option-1", "option-0", "option-2"]],
  ["number", [], "-12.5", -12.5],
  ["pairwise", [], "B", { preferred: "second" }],
  ["pairwise", [], "Equal", { preferred: "tie" }],
  [
    "spans",
    ["person", "act"],
    "person: Ana\nact: left\nperson: Ana",
    [
      { id: "1", start: 0, end: 3, label: "option-0" },
      { id: "2", start: 4, end: 8, label: "option-1" },
      { id: "3", start: 24, end: 27, label: "option-0" },
    ],
  ],
])("reads and writes the key of a question of a table (%s)", (task, options, text, key) => {
  const [field] = taskSchemaSchema.parse(createTableTaskSchema(task, options)).answer;
  if (!field || field.type === "group") throw new Error("the task has no field");
  const fields = { story, question: "Which?", responses: ["the first text", "the second text"] };
  expect(fieldKeyOfText(field, text, fields)).toEqual(key);
  expect(textOfFieldKey(field, key, fields)).toBe(text);
  expect(goldSchemaOf(field)?.safeParse(key).success).toBe(true);
});

it("reads options by text, also with a separator in it, and returns an unknown value unchanged", () => {
  const [field] = taskSchemaSchema.parse(createTableTaskSchema("several", ["yes, now", "no"])).answer;
  expect(fieldKeyOfText(field!, "yes, now", {})).toEqual(["option-0"]);
  expect(fieldKeyOfText(field!, "perhaps", {})).toEqual(["perhaps"]);
});

it("writes the keys of every template so that they are read again, as JSON if nothing else states them", () => {
  const written: Record<string, string> = {};
  for (const { id, document, example } of [...taskTemplates, pairwisePreference]) {
    const { answer } = taskSchemaSchema.parse(document);
    for (const field of answer) {
      const key = (example.gold as Record<string, unknown>)[field.name];
      if (key === undefined) continue;
      written[`${id}.${field.name}`] = textOfFieldKey(field, key, example.fields as never);
      const again = fieldKeyOfText(field, written[`${id}.${field.name}`]!, example.fields as never);
      expect(textOfFieldKey(field, again, example.fields as never)).toBe(written[`${id}.${field.name}`]);
    }
  }
  expect(written["entities.entities"]).toBe("Person: Mira Holt\nPlace: Leeds\nPlace: Porto");
  expect(written["ranking.order"]).toBe("A > B > C");
  expect(JSON.parse(written["pairwise.preference"] ?? "")).toEqual({ first: 0.9, second: 0.05, tie: 0.05 });
});
