import { expect, it } from "vitest";
import { parseTaskSchema, type TaskSchema, taskSchemaSchema } from "../schema/task-schema.ts";
import { sentiment } from "../templates/classification.ts";
import { spanErrors } from "../templates/span-tasks.ts";
import { describeProblem } from "./describe-problem.ts";

const schema = taskSchemaSchema.parse(sentiment.document);
const problemsOf = (changed: unknown, task: TaskSchema = schema) => {
  const parsed = parseTaskSchema(changed);
  return parsed.ok ? [] : parsed.problems.map((problem) => describeProblem(task, problem).sentence);
};

it("names the question, and the property as the editor does", () => {
  const [question] = schema.answer;
  if (question?.type !== "choice" || !Array.isArray(question.options))
    throw new RangeError("the template has a choice");
  const name = `“${question.label}”`;
  const change = (property: object) => problemsOf({ ...schema, answer: [{ ...question, ...property }] });
  const [first] = question.options;
  expect(change({ options: [first, { value: "b", label: " " }] })).toEqual([`${name}, option 2 must not be empty.`]);
  expect(change({ options: [{ ...first, hotkey: "?" }] })).toEqual([
    `${name}, option 1, key must be one lower-case letter or digit.`,
  ]);
  expect(change({ options: [] })).toEqual([`${name}, options must have an option.`]);
  expect(change({ label: "" })).toEqual([`${name}, question must not be empty.`]);
  expect(change({ messages: { missing: " " } })).toEqual([`${name}, message for a missing answer must not be empty.`]);
  expect(change({ showIf: { field: "gone", answered: true } })[0]).toContain(
    `${name}, asked if must name an earlier answer field`,
  );
  expect(change({ showIf: { all: [{ field: question.name, oneOf: [] }] } })[0]).toContain(
    `${name}, asked if, condition 1, values `,
  );
});

it("names the task, a rule and a question of a group", () => {
  expect(problemsOf({ ...schema, title: "" })).toEqual(["title must not be empty."]);
  const rule = { field: "gone", refuseIf: { field: "gone", answered: true }, message: "No." };
  expect(problemsOf({ ...schema, rules: [rule] })[0]).toMatch(/^Rule 1 there is no answer field "gone"\.$/u);
  const mqm = taskSchemaSchema.parse(spanErrors.document);
  const [errors, group] = mqm.answer;
  if (group?.type !== "group") throw new RangeError("the template has a group");
  const [severity] = group.fields;
  const changed = { ...mqm, answer: [errors, { ...group, fields: [{ ...severity, label: "" }] }] };
  expect(problemsOf(changed, mqm)).toEqual(["“Each error”, “Severity”, question must not be empty."]);
});
