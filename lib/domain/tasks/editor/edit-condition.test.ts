import { expect, it } from "vitest";
import { formatFieldAnswer } from "../answers/format-answer.ts";
import { conditionHolds } from "../answers/visible-fields.ts";
import type { AnswerField } from "../schema/answer-field.ts";
import { type Condition, conditionSchema } from "../schema/condition.ts";
import { createAnswerField } from "../schema/new-field.ts";
import { parseTaskSchema, taskSchemaSchema } from "../schema/task-schema.ts";
import { spanErrors } from "../templates/span-tasks.ts";
import {
  conditionSources,
  conditionTestLabels,
  groupSources,
  newCondition,
  partsOf,
  reshaped,
  shapeOf,
  testOf,
  withParts,
} from "./edit-condition.ts";

const mqm = taskSchemaSchema.parse(spanErrors.document);
const types = ["choice", "several", "rating", "number", "text", "ranking", "pairwise", "spans", "relations", "edit"];
const fields = [
  ...types.map((type) => createAnswerField({ ...mqm, answer: [] }, type as "choice")),
  ...mqm.answer.filter(({ type }) => type === "group"),
];

it("offers only conditions that the schema takes, and reads their test back", () => {
  for (const source of conditionSources(mqm, fields)) {
    expect(source.tests.length, source.name).toBeGreaterThan(1);
    for (const test of source.tests) {
      const condition = newCondition(source, test);
      expect(conditionSchema.parse(condition)).toEqual(condition);
      expect(testOf(condition)).toBe(test);
      expect(conditionTestLabels[test]).not.toBe("");
    }
  }
});

it("offers the sides of a comparison, and a tie under its name only where it is allowed", () => {
  const withTie = { ...fields.find(({ type }) => type === "pairwise"), tieLabel: "Even" } as AnswerField;
  const labelsOf = (field: object) =>
    conditionSources(mqm, [field as AnswerField])[0]?.values?.map(({ label }) => label);
  expect(labelsOf(withTie)).toEqual(["First preferred", "Second preferred", "Even"]);
  expect(labelsOf({ ...withTie, allowTie: false })).toEqual(["First preferred", "Second preferred"]);
  const answer = { [withTie.name]: { preferred: "tie" as const } };
  expect(formatFieldAnswer(withTie, { schema: mqm, fields: {}, answer })).toBe("Even");
});

it("begins with a value of the answer", () => {
  const [choice, , rating, number, text] = conditionSources(mqm, fields);
  const first = (source: typeof choice) => (source ? newCondition(source) : null);
  expect(first(choice)).toEqual({ field: "choice", equals: "first-option" });
  expect(first(rating)).toEqual({ field: "rating", equals: 1 });
  expect(first(number)).toEqual({ field: "number", equals: 0 });
  expect(first(text)).toEqual({ field: "text", answered: true });
});

it("lets a question of a group depend on the label of its mark and on the questions before it in the group", () => {
  const [errors, details] = mqm.answer;
  if (!errors || details?.type !== "group") throw new RangeError("the template has a group");
  const sources = groupSources(mqm, details, [errors], 1);
  expect(sources.map(({ name }) => name)).toEqual(["errors", "severity"]);
  const showIf = newCondition(sources[0] as (typeof sources)[number]);
  expect(showIf).toEqual({ field: "errors", equals: "accuracy" });
  expect(conditionHolds(showIf, { errors: "accuracy" })).toBe(true);
  const [severity, note] = details.fields;
  const changed = { ...details, fields: [severity, { ...note, showIf }] };
  expect(parseTaskSchema({ ...mqm, answer: [errors, changed] })).toMatchObject({ ok: true });
});

it("keeps the parts of a condition in every shape, and the one in the shape of one answer", () => {
  const [source] = conditionSources(mqm, fields);
  if (!source) throw new RangeError("there is a choice");
  const one = newCondition(source);
  const both: Condition = { all: [one, { field: "rating", atLeast: 2 }] };
  for (const shape of ["all", "any", "not"] as const) {
    const changed = reshaped(one, shape, source);
    expect(shapeOf(changed)).toBe(shape);
    expect(partsOf(changed)).toEqual([one]);
    expect(reshaped(changed, "one", source)).toEqual(one);
  }
  expect(reshaped(both, "any", source)).toEqual({ any: both.all });
  expect(reshaped(both, "not", source)).toEqual({ not: both });
  expect(reshaped({ not: both }, "one", source)).toEqual(one);
  expect(withParts("all", [one])).toEqual({ all: [one] });
});
