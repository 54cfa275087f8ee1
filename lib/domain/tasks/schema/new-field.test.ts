import { expect, it } from "vitest";
import { sentiment } from "../templates/classification.ts";
import type { AnswerField } from "./answer-field.ts";
import {
  createAnswerField,
  createStimulusField,
  relabelOption,
  scoringsOf,
  withOption,
  withScoring,
} from "./new-field.ts";
import { parseTaskSchema, type TaskSchema, taskSchemaSchema } from "./task-schema.ts";

const schema = taskSchemaSchema.parse(sentiment.document);
const types: AnswerField["type"][] = [
  ...(["choice", "several", "rating", "number", "text", "ranking", "pairwise"] as const),
  ...(["spans", "relations", "edit", "group"] as const),
];

it("adds fields of every type to a schema that stays valid, each with a name of its own", () => {
  let whole: TaskSchema = schema;
  for (const type of ["title", "markdown", "dialogue", "texts", "image", "audio", "video", "context", "text"] as const)
    whole = { ...whole, stimulus: [...whole.stimulus, createStimulusField(whole, type)] };
  const pair = { ...createStimulusField(whole, "texts"), minimum: 2, maximum: 2 };
  whole = { ...whole, stimulus: [...whole.stimulus, pair as TaskSchema["stimulus"][number]] };
  for (const type of types) whole = { ...whole, answer: [...whole.answer, createAnswerField(whole, type)] };
  expect(parseTaskSchema(whole)).toMatchObject({ ok: true });
  const names = [...whole.stimulus, ...whole.answer].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it("gives the question in a new group another name than the group", () => {
  const group = createAnswerField({ ...schema, answer: [createAnswerField(schema, "spans")] }, "group", "detail");
  expect(group).toMatchObject({ name: "detail", fields: [{ name: "detail2" }] });
});

it("names the missing field where a question has nothing to refer to", () => {
  const parsed = parseTaskSchema({ ...schema, answer: [createAnswerField(schema, "relations")] });
  expect(parsed).toMatchObject({ ok: false, problems: [{ field: expect.stringContaining("answer.0.between") }] });
});

it("lets the value of a new option follow its label, and keeps the values of answers", () => {
  const stored = new Set(["positive"]);
  const options = withOption([{ value: "positive", label: "Positive" }]);
  expect(options[1]).toEqual({ value: "option-2", label: "Option 2" });
  expect(relabelOption(options, 1, "Not sure", stored)[1]).toEqual({ value: "not-sure", label: "Not sure" });
  expect(relabelOption(options, 0, "Glad", stored)[0]).toEqual({ value: "positive", label: "Glad" });
  expect(relabelOption(options, 1, "Positive", stored)[1]).toEqual({ value: "option-2", label: "Positive" });
});

it("offers the scorings of a type, each with its defaults", () => {
  for (const type of types) {
    if (type === "group") continue;
    const field = createAnswerField(schema, type);
    if (field.type === "group") throw new RangeError("no group was asked for");
    for (const by of scoringsOf(type)) expect(withScoring(field, by)).toMatchObject({ type, scoring: { by } });
    // The label was deleted to type another one.
    expect(withScoring({ ...field, label: "" }, "none")).toMatchObject({ label: "", scoring: { by: "none" } });
    expect(() => withScoring(field, "luck")).toThrow(
      `The question "${field.name}" (${type}) cannot be scored by "luck"`,
    );
  }
});
