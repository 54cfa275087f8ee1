import { expect, it } from "vitest";
import { parseTaskSchema, type TaskSchemaDocument } from "../schema/task-schema.ts";
import { sentiment } from "../templates/classification.ts";
import { findIncompatibleAnswers, listSchemaChanges } from "./compare-schemas.ts";

function schemaOf(change: Partial<TaskSchemaDocument> = {}) {
  const parsed = parseTaskSchema({ ...sentiment.document, ...change });
  if (!parsed.ok) throw new RangeError(JSON.stringify(parsed.problems));
  return parsed.schema;
}
const [field] = schemaOf().answer;
const narrower = schemaOf({
  answer: [
    {
      ...(field as (typeof sentiment.document.answer)[number] & { type: "choice" }),
      options: [
        { value: "positive", label: "Positive" },
        { value: "negative", label: "Negative" },
      ],
    },
    { name: "note", type: "text", label: "Note", required: false },
  ],
});

it("lists changed, added and removed fields, and none for an equal schema", () => {
  expect(listSchemaChanges(schemaOf(), schemaOf())).toEqual([]);
  expect(listSchemaChanges(schemaOf(), narrower)).toEqual([
    { part: "answer", field: "sentiment", change: "changed" },
    { part: "answer", field: "note", change: "added" },
  ]);
  expect(listSchemaChanges(narrower, schemaOf())).toContainEqual({ part: "answer", field: "note", change: "removed" });
});

it("lists the answers that the new version refuses, with field and remedy", () => {
  const fields = { text: "Fine." };
  const answers = ["positive", "neutral"].map((sentiment) => ({ id: sentiment, fields, answer: { sentiment } }));
  expect(findIncompatibleAnswers(narrower, answers)).toEqual([
    {
      id: "neutral",
      problems: [
        {
          field: "sentiment",
          reason: "not-offered",
          message: "Which sentiment does the text express? Choose one of the options.",
        },
      ],
    },
  ]);
  const title = schemaOf({
    stimulus: [
      { name: "text", type: "text" },
      { name: "title", type: "title" },
    ],
  });
  expect(findIncompatibleAnswers(title, answers)).toHaveLength(2);
});
