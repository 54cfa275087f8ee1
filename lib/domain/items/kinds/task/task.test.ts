import { expect, it } from "vitest";
import { taskFormat, taskSchemaSchema } from "../../../tasks/schema/task-schema.ts";
import type { Item } from "../../item.ts";
import { requireKind } from "../registry.ts";

it("asks for a missing answer by the type of its question", () => {
  const options = ["a", "b"].map((value) => ({ value, label: value }));
  const schema = taskSchemaSchema.parse({
    ...{ format: taskFormat, title: "All", stimulus: [{ name: "text", type: "text" }] },
    answer: [
      { name: "tone", type: "choice", label: "Tone", options },
      { name: "why", type: "text", label: "Why" },
      { name: "length", type: "number", label: "Length" },
      { name: "topics", type: "several", label: "Topics", options },
      { name: "order", type: "ranking", label: "Order", options },
      { name: "names", type: "spans", label: "Names", in: "text" },
    ],
  });
  const item: Item = {
    ...{ kind: "task", story: { title: "", genre: "", text: "" }, text: "", options: [] },
    task: { schema, fields: { text: "Anna met Boris." } },
  };
  const parsed = requireKind("task").parseAnswer({}, item);
  expect(parsed.ok ? [] : [parsed, ...(parsed.more ?? [])]).toMatchObject([
    { field: "task.tone", reason: "missing" },
    { field: "task.why", reason: "not-written" },
    ...["length", "topics", "order", "names"].map((name) => ({ field: `task.${name}`, reason: "not-answered" })),
  ]);
});
