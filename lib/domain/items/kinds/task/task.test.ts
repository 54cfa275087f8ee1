import { expect, it } from "vitest";
import { taskFormat, taskSchemaSchema } from "../../../tasks/schema/task-schema.ts";
import { entities } from "../../../tasks/templates/span-tasks.ts";
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

it("has one key for equal marks, in whatever order they were made, and for the expected ones", () => {
  const schema = taskSchemaSchema.parse(entities.document);
  const item: Item = {
    ...{ kind: "task", story: { title: "", genre: "", text: "" }, text: "", options: [] },
    task: { schema, fields: { text: "Mira Holt moved from Leeds to Porto." } },
  };
  const kind = requireKind("task");
  const marks = ["0:0-9:0", "0:21-26:1"];
  const keys = [marks, marks.toReversed()].map((tokens) => {
    const parsed = kind.parseAnswer({ "task.entities": "", "task.entities.marks": tokens.join("\n") }, item);
    return parsed.ok ? kind.answerKey(parsed.answer) : parsed.message;
  });
  const label = (index: number) => schema.answer[0]?.type === "spans" && schema.answer[0].labels[index]?.value;
  const gold = {
    entities: [
      { id: "y", start: 21, end: 26, label: label(1) },
      { id: "x", start: 0, end: 9, label: label(0) },
    ],
  };
  expect([...keys, ...(kind.rightKeys?.(gold, item) ?? [])]).toEqual([keys[0], keys[0], keys[0]]);
});
