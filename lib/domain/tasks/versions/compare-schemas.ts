import { canonicalJson } from "../../fingerprint.ts";
import { type AnswerProblem, validateAnswer } from "../answers/validate-answer.ts";
import type { AnswerField } from "../schema/answer-field.ts";
import { parseTaskFields } from "../schema/item-fields.ts";
import type { StimulusField, TaskFields } from "../schema/stimulus-field.ts";
import { type TaskSchema, taskSchemaHash } from "../schema/task-schema.ts";

/** One difference between two versions of a task schema. */
export interface SchemaChange {
  part: "stimulus" | "answer";
  field: string;
  change: "added" | "removed" | "type" | "changed";
}

/** The fields that differ between two versions, in the order of the new version; empty if the versions are equal. */
export function listSchemaChanges(oldSchema: TaskSchema, newSchema: TaskSchema): SchemaChange[] {
  if (taskSchemaHash(oldSchema) === taskSchemaHash(newSchema)) return [];
  return [
    ...listFieldChanges("stimulus", oldSchema.stimulus, newSchema.stimulus),
    ...listFieldChanges("answer", oldSchema.answer, newSchema.answer),
  ];
}

function listFieldChanges(
  part: SchemaChange["part"],
  before: readonly (StimulusField | AnswerField)[],
  after: readonly (StimulusField | AnswerField)[],
): SchemaChange[] {
  const previousFields = new Map(before.map((field) => [field.name, field]));
  const changes = after.flatMap((field): SchemaChange[] => {
    const previous = previousFields.get(field.name);
    if (!previous) return [{ part, field: field.name, change: "added" }];
    if (previous.type !== field.type) return [{ part, field: field.name, change: "type" }];
    return canonicalJson(previous) === canonicalJson(field) ? [] : [{ part, field: field.name, change: "changed" }];
  });
  const removedFields = before.filter(({ name }) => !after.some((field) => field.name === name));
  return [...changes, ...removedFields.map(({ name }): SchemaChange => ({ part, field: name, change: "removed" }))];
}

/** An answer that is invalid in the new version, with its problems. */
export interface IncompatibleAnswer<Id> {
  id: Id;
  problems: readonly Pick<AnswerProblem, "field" | "message">[];
}

/**
 * Finds the answers that are invalid in a new version of their schema, with reasons: the item lacks a field, or the
 * answer does not validate. All answers keep their version.
 */
export function findIncompatibleAnswers<Id>(
  after: TaskSchema,
  answers: readonly { id: Id; fields: TaskFields; answer: unknown }[],
): IncompatibleAnswer<Id>[] {
  return answers.flatMap(({ id, fields, answer }) => {
    const parsed = parseTaskFields(after, fields);
    if (!parsed.ok) return [{ id, problems: [{ field: parsed.field, message: parsed.message }] }];
    const checked = validateAnswer(after, parsed.fields, answer);
    return checked.ok ? [] : [{ id, problems: checked.problems }];
  });
}
