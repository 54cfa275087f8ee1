import { parseTaskFields } from "../../tasks/schema/item-fields.ts";
import { parseTaskSchema, type TaskSchemaDocument } from "../../tasks/schema/task-schema.ts";
import type { Item, ItemTask } from "../item.ts";

/** A task of a document and an item's fields; throws for a document or fields that are refused. */
export function taskOf(document: TaskSchemaDocument, fields: Readonly<Record<string, unknown>>): ItemTask {
  const schema = parseTaskSchema(document);
  if (!schema.ok) throw new RangeError(JSON.stringify(schema.problems));
  const parsed = parseTaskFields(schema.schema, fields);
  if (!parsed.ok) throw new RangeError(`${parsed.field} ${parsed.message}`);
  return { schema: schema.schema, fields: parsed.fields };
}

/** An item that asks one question about one text, as other kinds do. */
export function taskItem({ text, question }: { text: string; question: string }): Item {
  const task = taskOf(
    {
      format: "parallax-task/1",
      title: "Test",
      stimulus: [{ name: "text", type: "text" }],
      answer: [
        {
          name: "answer",
          type: "choice",
          label: question,
          options: [
            { value: "yes", label: "It is." },
            { value: "no", label: "It is not." },
          ],
          scoring: { by: "key" },
        },
      ],
    },
    { text },
  );
  return { kind: "task", story: { title: "", genre: "", text: "" }, text: question, options: [], task };
}
