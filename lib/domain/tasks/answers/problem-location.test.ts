import { expect, it } from "vitest";
import { taskSchemaSchema } from "../schema/task-schema.ts";
import { spanErrors } from "../templates/span-tasks.ts";
import { messagesAt, questionOfProblem } from "./problem-location.ts";
import { validateAnswer } from "./validate-answer.ts";

it("shows what is missing for the marks at their group, each message once", () => {
  const schema = taskSchemaSchema.parse(spanErrors.document);
  const errors = [
    { id: "1", start: 0, end: 3, label: "style" },
    { id: "2", start: 4, end: 7, label: "style" },
  ];
  const validated = validateAnswer(schema, spanErrors.example.fields as never, { errors });
  const problems = validated.ok ? [] : validated.problems;
  expect(problems.map((problem) => [problem.field, problem.span, questionOfProblem(schema, problem)])).toEqual([
    ["severity", "1", "details"],
    ["severity", "2", "details"],
  ]);
  const [spans, group] = schema.answer;
  expect(group && messagesAt(group, problems)).toEqual(["Severity: choose one of the options."]);
  expect(spans && messagesAt(spans, problems)).toEqual([]);
});
