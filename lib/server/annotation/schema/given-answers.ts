import { toComparableAnswer } from "@/lib/domain/tasks/answers/comparable-answer.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { fragment } from "../../platform/database/sql.ts";

/**
 * SQL on `annotation_task AS task`, its `annotation_item AS item` and its `annotation_verdict AS verdict`: the answers
 * of the verdict, with the version of the task schema under which they were given. Null for a story, for an unusable
 * item, or if there is no verdict.
 */
export const givenAnswers = fragment`CASE WHEN item.kind = 'schema' AND verdict.verdict = 'answered' THEN (
  SELECT json_build_object('schema', answered.schema, 'answer', given.document->'answer')
  FROM (SELECT coalesce((SELECT document FROM annotation_revision WHERE id = verdict.revision_id), item.document)
    AS document) AS given
  JOIN collection_schema AS answered ON answered.collection_id = item.collection_id
    AND answered.version = (given.document->>'version')::int) END`;

/** The answers as a text, so that equal answers have equal texts. Null without answers. */
export function toComparableText(given: { schema: TaskSchema; answer: TaskAnswer } | null): string | null {
  return given && toComparableAnswer(given.schema, given.answer);
}
