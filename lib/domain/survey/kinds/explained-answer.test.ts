import { describe, expect, it } from "vitest";
import type { Answer } from "../../items/item.ts";
import { renderStimulus } from "../../items/stimulus.ts";
import { parseTaskSchema } from "../../tasks/schema/task-schema.ts";
import { createTableTaskSchema, type TableTask } from "../../tasks/templates/table-task.ts";
import { findExplainedAnswer } from "./explained-answer.ts";

/** What the page of a reason repeats for an answer to a question of a table. */
function repeated(task: TableTask, answer: Answer, options: string[] = []) {
  const parsed = parseTaskSchema(createTableTaskSchema(task, options));
  if (!parsed.ok) throw new Error("the schema of a table is refused");
  const fields = { story: "Ana read the diary of Ben.", question: "How wrong was it?" };
  const story = { id: "s", title: "", genre: "", text: "" };
  const item = { kind: "task", story, text: "How wrong was it?", options: [], task: { schema: parsed.schema, fields } };
  return findExplainedAnswer(renderStimulus(item, {}).screens, answer);
}

describe("the page of a reason", () => {
  it("repeats question and answer of a rating, a text and a number", () => {
    const asked = { question: "How wrong was it?", statement: null };
    expect(repeated("rating", { choice: "2", fields: { rating: 2 } }, ["1-5"])).toMatchObject({
      ...asked,
      answer: "2",
    });
    expect(repeated("text", { fields: { answer: "It was private." } })).toEqual({
      ...asked,
      answer: "It was private.",
    });
  });

  it("repeats nothing before there is an answer", () => {
    expect(findExplainedAnswer([], null)).toBeNull();
  });
});
