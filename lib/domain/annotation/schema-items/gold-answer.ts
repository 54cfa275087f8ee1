import { fieldAnswerSchema, type TaskAnswer, taskAnswerSchema } from "../../tasks/answers/task-answer.ts";
import { visibleFields } from "../../tasks/answers/visible-fields.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import { fieldsOfCondition } from "../../tasks/schema/condition.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { acceptsSeveral, findTaskGoldProblem, goldByField } from "../../tasks/scoring/field-gold.ts";
import { formatFieldKey, formatWithMarks } from "../../tasks/scoring/format-key.ts";
import { scoreTask } from "../../tasks/scoring/score-answer.ts";
import { numberOf } from "../../tasks/scoring/score-field.ts";

/** The keys of a gold item by field, each in the form that the scoring of the field requires. */
export type GoldAnswer = Readonly<Record<string, unknown>>;

/** Whether the scoring tells right answers to a field from wrong ones, so that a gold item can have a key for it. */
export function isDecisive(field: AnswerField): boolean {
  if (field.type === "group") return field.fields.some(isDecisive);
  return field.scoring.by !== "none" && field.scoring.by !== "distribution";
}

/** Returns the keys for which these answers are right. Fields without a decisive scoring are omitted. */
export function goldOfAnswer(schema: Pick<TaskSchema, "answer">, answer: TaskAnswer): GoldAnswer {
  const keys = visibleFields(schema, answer).flatMap((field): [string, unknown][] => {
    const given = answer[field.name];
    if (given === undefined || !isDecisive(field)) return [];
    return [[field.name, field.type === "group" ? keysOfGroup(field.fields, given) : keyOf(field, given)]];
  });
  return Object.fromEntries(keys);
}

function keyOf(field: Exclude<AnswerField, { type: "group" }>, given: TaskAnswer[string]): unknown {
  if (field.scoring.by !== "range") return given;
  const number = numberOf(field, given);
  return { minimum: number, maximum: number };
}

function keysOfGroup(fields: readonly AnswerField[], given: TaskAnswer[string]): GoldAnswer {
  const bySpan = typeof given === "object" && !Array.isArray(given) ? Object.entries(given) : [];
  return Object.fromEntries(
    bySpan.map(([span, inner]) => [span, goldOfAnswer({ answer: [...fields] }, taskAnswerSchema.parse(inner))]),
  );
}

/**
 * Returns the answers that the keys expect, for a form and for comparison. If a key accepts several values, the first
 * is used. Keys that are not a single answer, such as a range, are omitted.
 */
export function answerOfGold(schema: Pick<TaskSchema, "answer">, gold: unknown): TaskAnswer {
  const keys = goldByField(gold);
  const answers = schema.answer.flatMap((field): [string, TaskAnswer[string]][] => {
    const key = keys[field.name];
    const given = fieldAnswerSchema.safeParse(acceptsSeveral(field) && Array.isArray(key) ? key[0] : key);
    return given.success && key !== undefined ? [[field.name, given.data]] : [];
  });
  return Object.fromEntries(answers);
}

/**
 * Why keys cannot make an item gold: a key does not fit its field, or no key is for a field with decisive scoring. Null
 * if they can.
 */
export function refuseGoldAnswer(
  schema: Pick<TaskSchema, "answer">,
  fields: TaskFields,
  gold: unknown,
): { field: string; message: string } | null {
  const keyProblem = findTaskGoldProblem(schema, fields, gold);
  if (keyProblem) return keyProblem;
  const keys = goldByField(gold);
  if (schema.answer.some((field) => isDecisive(field) && keys[field.name] !== undefined)) return null;
  const message = "must have a key for a field with right and wrong answers (key, range, tolerance, overlap)";
  return { field: "gold", message };
}

/**
 * Whether answers are those of a gold item by the scoring rules of the schema. An unanswered item is wrong. Null if the
 * answers hide a question with a key, no key decides whether it is asked, and no other answer is wrong: the item
 * is then not counted, because it gives no information about the person.
 */
export function matchesGold(schema: Pick<TaskSchema, "answer">, answer: TaskAnswer, gold: unknown): boolean | null {
  const { correct } = scoreTask(schema, answer, gold);
  return correct !== false && hidesExpectedAnswer(schema, answer, gold) ? null : correct === true;
}

/**
 * Whether the answers to all asked questions with a key are right, and there is at least one such question. A practice
 * uses this rule, because it also counts items whose answers hide a question with a key.
 */
export function matchesAskedGold(schema: Pick<TaskSchema, "answer">, answer: TaskAnswer, gold: unknown): boolean {
  return scoreTask(schema, answer, gold).correct === true;
}

/** Whether answers hide a question with a key because of an answer for which the item has no key. */
function hidesExpectedAnswer(schema: Pick<TaskSchema, "answer">, answer: TaskAnswer, gold: unknown): boolean {
  const keys = goldByField(gold);
  const withKey = schema.answer.filter((field) => isDecisive(field) && (keys[field.name] ?? null) !== null);
  const visible = visibleFields(schema, answer);
  return withKey
    .filter((field) => !visible.includes(field))
    .some(
      ({ showIf }) => showIf && !fieldsOfCondition(showIf).every((name) => withKey.some((one) => one.name === name)),
    );
}

/** A question of a gold item: the given and the expected answer in readable form. */
export interface GoldComparison {
  /** The name of the question's field. */
  field: string;
  label: string;
  given: string;
  expected: string;
  /** Null if the scoring does not distinguish right from wrong, or if other answers hide the question. */
  isRight: boolean | null;
}

/** Compares the answers to a gold item with the expected answers, for each question with a key. */
export function compareWithGold(
  schema: Pick<TaskSchema, "stimulus" | "answer">,
  fields: TaskFields,
  answer: TaskAnswer,
  gold: unknown,
): GoldComparison[] {
  const keys = goldByField(gold);
  const scores = scoreTask(schema, answer, gold).fields;
  const expected = answerOfGold(schema, gold);
  const visible = visibleFields(schema, answer);
  return schema.answer
    .filter(({ name }) => keys[name] !== undefined)
    .map((field) => ({
      field: field.name,
      label: field.label,
      given: visible.includes(field) ? formatWithMarks(field, { schema, fields, answer }) || "no answer" : "not asked",
      expected: formatFieldKey(field, keys[field.name], { schema, fields, answer: expected }),
      isRight: scores[field.name]?.correct ?? null,
    }));
}
