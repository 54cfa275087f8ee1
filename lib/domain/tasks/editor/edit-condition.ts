import { fieldLabels } from "../answers/field-labels.ts";
import { nameOfText } from "../answers/field-options.ts";
import type { AnswerField, FieldOfType } from "../schema/answer-field.ts";
import type { Condition } from "../schema/condition.ts";
import type { TaskSchema } from "../schema/task-schema.ts";

export const conditionTestLabels = {
  equals: "is",
  oneOf: "is one of",
  includes: "includes",
  answered: "is answered",
  unanswered: "is not answered",
  atLeast: "is at least",
  atMost: "is at most",
} as const;
/** A test of one answer in the task editor. */
export type ConditionTest = keyof typeof conditionTestLabels;

/** A condition on one answer. */
export type SimpleCondition = Extract<Condition, { field: string }>;

export const shapeLabels = {
  one: "one answer",
  all: "all of several conditions",
  any: "at least one of several conditions",
  not: "the opposite of a condition",
} as const;
export type ConditionShape = keyof typeof shapeLabels;

/** An answer that a condition may read, with the tests that its type allows. */
export interface ConditionSource {
  name: string;
  label: string;
  tests: readonly ConditionTest[];
  /** The values of its options or labels; null for numbers and texts. */
  values: readonly { value: string; label: string }[] | null;
  /** A value to begin with. */
  start: string | number;
}

const presence = ["answered", "unanswered"] as const;
const testsOfType: Readonly<Record<AnswerField["type"], readonly ConditionTest[]>> = {
  choice: ["equals", "oneOf", ...presence],
  several: ["includes", "atLeast", "atMost", ...presence],
  rating: ["equals", "atLeast", "atMost", ...presence],
  number: ["equals", "atLeast", "atMost", ...presence],
  text: [...presence, "equals", "oneOf"],
  ranking: presence,
  pairwise: ["equals", "oneOf", ...presence],
  spans: [...presence, "includes", "atLeast", "atMost"],
  relations: [...presence, "includes", "atLeast", "atMost"],
  edit: presence,
  group: presence,
};

/** The answers that a condition may read: those of the questions before it. */
export function conditionSources(
  { stimulus }: Pick<TaskSchema, "stimulus">,
  earlier: readonly AnswerField[],
): ConditionSource[] {
  return earlier.map((field) => {
    const values = valuesOf(field, stimulus);
    const start = field.type === "rating" ? field.minimum : field.type === "number" ? 0 : "";
    return {
      name: field.name,
      label: field.label,
      tests: testsOfType[field.type].filter((test) => test !== "includes" || values !== null),
      values,
      start: values?.[0]?.value ?? start,
    };
  });
}

/** The answers that a question of a group may read: those before the group, the label of the mark, those in the group. */
export function groupSources(
  schema: TaskSchema,
  group: FieldOfType<"group">,
  earlier: readonly AnswerField[],
  index: number,
): ConditionSource[] {
  const inner = conditionSources(schema, group.fields.slice(0, index));
  return [
    ...conditionSources(schema, earlier).map((source): ConditionSource => {
      if (source.name !== group.per || source.values === null) return source;
      return { ...source, label: `the label in “${source.label}”`, tests: ["equals", "oneOf"] };
    }),
    ...inner,
  ];
}

function valuesOf(field: AnswerField, stimulus: TaskSchema["stimulus"]): ConditionSource["values"] {
  if (!("options" in field)) {
    const labels = fieldLabels(field);
    return labels.length > 0 ? labels : null;
  }
  const { options } = field;
  if (Array.isArray(options)) return options;
  const texts = stimulus.find(({ name }) => name === options.from);
  if (texts?.type !== "texts") return [];
  return Array.from({ length: texts.maximum }, (_, index) => ({
    value: `option-${index}`,
    label: nameOfText(texts.names, index),
  }));
}

/** The test of a condition on one answer. */
export function testOf(condition: SimpleCondition): ConditionTest {
  if ("answered" in condition) return condition.answered ? "answered" : "unanswered";
  return (["equals", "oneOf", "includes", "atLeast"] as const).find((test) => test in condition) ?? "atMost";
}

/** A condition on an answer with a value to begin with; by default with the first test of its type. */
export function newCondition(
  { name: field, tests, start }: ConditionSource,
  test: ConditionTest = tests[0] ?? "answered",
): SimpleCondition {
  switch (test) {
    case "answered":
    case "unanswered":
      return { field, answered: test === "answered" };
    case "equals":
      return { field, equals: start };
    case "oneOf":
      return { field, oneOf: [start] };
    case "includes":
      return { field, includes: String(start) };
    case "atLeast":
      return { field, atLeast: typeof start === "number" ? start : 1 };
    case "atMost":
      return { field, atMost: typeof start === "number" ? start : 1 };
  }
}

export function shapeOf(condition: Condition): ConditionShape {
  if ("all" in condition) return "all";
  if ("any" in condition) return "any";
  return "not" in condition ? "not" : "one";
}

/** The conditions of which a condition consists; a condition on one answer consists of itself. */
export function partsOf(condition: Condition): readonly Condition[] {
  if ("all" in condition) return condition.all;
  if ("any" in condition) return condition.any;
  return "not" in condition ? [condition.not] : [condition];
}

/** A condition in another shape, with as many of its parts as the shape has. */
export function reshaped(condition: Condition, shape: ConditionShape, source: ConditionSource): Condition {
  const parts = partsOf(condition);
  const [first] = parts;
  switch (shape) {
    case "one":
      return first && "field" in first ? first : newCondition(source);
    case "not":
      return { not: first && parts.length === 1 ? first : condition };
    default:
      return withParts(shape, parts);
  }
}

/** A condition of a shape with these parts. */
export function withParts(shape: Exclude<ConditionShape, "one">, parts: readonly Condition[]): Condition {
  if (shape === "all") return { all: [...parts] };
  if (shape === "any") return { any: [...parts] };
  const [first] = parts;
  if (!first) throw new RangeError("the opposite of no condition");
  return { not: first };
}
