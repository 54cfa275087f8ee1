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

/** The fields that differ between two versions, in the order of the new one; none if the versions are equal. */
export function schemaChanges(before: TaskSchema, after: TaskSchema): SchemaChange[] {
  if (taskSchemaHash(before) === taskSchemaHash(after)) return [];
  return [
    ...fieldChanges("stimulus", before.stimulus, after.stimulus),
    ...fieldChanges("answer", before.answer, after.answer),
  ];
}

function fieldChanges(
  part: SchemaChange["part"],
  before: readonly (StimulusField | AnswerField)[],
  after: readonly (StimulusField | AnswerField)[],
): SchemaChange[] {
  const old = new Map(before.map((field) => [field.name, field]));
  const changes = after.flatMap((field): SchemaChange[] => {
    const was = old.get(field.name);
    if (!was) return [{ part, field: field.name, change: "added" }];
    if (was.type !== field.type) return [{ part, field: field.name, change: "type" }];
    return canonicalJson(was) === canonicalJson(field) ? [] : [{ part, field: field.name, change: "changed" }];
  });
  const removed = before.filter(({ name }) => !after.some((field) => field.name === name));
  return [...changes, ...removed.map(({ name }): SchemaChange => ({ part, field: name, change: "removed" }))];
}

/** An answer that the new version would refuse, with its problems. */
export interface IncompatibleAnswer<Id> {
  id: Id;
  problems: readonly Pick<AnswerProblem, "field" | "message">[];
}

/**
 * The given answers that a new version of their schema would refuse, each with its reasons: its item lacks a field, or
 * the answer does not validate. Answers keep their version in either case.
 */
export function incompatibleAnswers<Id>(
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
