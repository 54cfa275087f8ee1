import { describe, expect, it } from "vitest";
import { task } from "../../items/kinds/task/task.ts";
import { seededRandom } from "../../random.ts";
import { taskSchemaSchema } from "../schema/task-schema.ts";
import { createTableTaskSchema, tableTasks } from "../templates/table-task.ts";
import { createScriptedForm } from "./scripted-form.ts";

const options = ["box", "bag", "drawer"];
const keys: Record<string, Record<string, unknown>> = {
  rating: {},
  number: { number: 12 },
  several: { chosen: ["option-1", "option-2"] },
  ranking: { order: ["option-2", "option-0", "option-1"] },
  text: {},
  pairwise: { preference: { preferred: "second" } },
  spans: { passages: [{ id: "1", start: 0, end: 7, label: "option-0" }] },
};

describe("the form of a scripted participant", () => {
  it.each(tableTasks)("is a valid answer to a question of a table (%s), and right or wrong as wanted", (name) => {
    const schema = taskSchemaSchema.parse(createTableTaskSchema(name, options));
    const asked = {
      schema,
      fields: { story: "The key is here.", question: "Where is the key?", responses: options.slice(1) },
    };
    const item = { kind: "task", text: "-", options: [], attributes: {}, task: asked } as never;
    const gold = keys[name];
    for (const seed of ["1", "2", "3"])
      for (const wanted of [true, false]) {
        const form = createScriptedForm(asked, gold, { wanted, random: seededRandom(seed) });
        const parsed = task.parseAnswer(form, item);
        expect(parsed).toMatchObject({ ok: true });
        if (!parsed.ok) continue;
        const isKeyed = Object.keys(gold ?? {}).length > 0;
        expect(task.score(parsed.answer, gold, item).correct).toBe(isKeyed ? wanted : null);
      }
  });
});
