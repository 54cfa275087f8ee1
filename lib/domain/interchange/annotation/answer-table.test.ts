import { expect, it } from "vitest";
import { taskFormat, taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import { answerTableColumns, answerTableRows, answerTableText } from "./answer-table.ts";

const schema = taskSchemaSchema.parse({
  format: taskFormat,
  title: "Names",
  stimulus: ["item", "answer_tone", "stimulus_item", "text"].map((name) => ({ name, type: "text" })),
  answer: [{ name: "tone", type: "text", label: "Tone" }],
});

it("gives every column its own name, also where a stimulus field has the name of another column", () => {
  const columns = answerTableColumns(schema);
  expect(columns.slice(3, 7)).toEqual(["stimulus_stimulus_item", "stimulus_answer_tone", "stimulus_item", "text"]);
  expect(new Set(columns).size).toBe(columns.length);
});

it("has numbers as numbers, lists as JSON and a row for an item without answers", () => {
  const fields = { item: "One", answer_tone: "Two", stimulus_item: "Three", text: "Four, five" };
  const rows = answerTableRows(schema, {
    ...{ kind: "task", schema: "tone", schemaVersion: 1 },
    ...{ id: "a", group: "a", status: "open", fields, metadata: { year: 2025 }, suggestions: [] },
    ...{ isSuggestionShown: false, annotations: [], accepted: { tone: "calm" } },
  });
  expect(rows).toEqual([
    ["a", "a", "open", "One", "Two", "Three", "Four, five", '{"year":2025}', null, null, null, null, null, "calm"],
  ]);
  expect(answerTableText(rows)).toBe('a,a,open,One,Two,Three,"Four, five","{""year"":2025}",,,,,,calm\n');
});
