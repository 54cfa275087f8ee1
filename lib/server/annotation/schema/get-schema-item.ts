import * as z from "zod";
import type { CopyVerdict } from "@/lib/domain/annotation/requests.ts";
import type { GoldAnswer } from "@/lib/domain/annotation/schema-items/gold-answer.ts";
import type { Suggestion } from "@/lib/domain/annotation/schema-items/schema-item.ts";
import { itemStatuses } from "@/lib/domain/annotation/task.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";

const schemaItemRow = z.strictObject({
  id: z.string(),
  collectionId: z.string(),
  externalId: z.string(),
  status: z.enum(itemStatuses),
  schema: json<TaskSchema>(),
  fields: json<TaskFields>(),
  metadata: json<Record<string, string | number | boolean | null>>(),
  suggestion: json<Suggestion>().nullable(),
  isSuggestionShown: z.boolean(),
  accepted: json<TaskAnswer>().nullable(),
  gold: json<GoldAnswer>().nullable(),
  copies: json<{ id: string; name: string; verdict: CopyVerdict; reason: string; answer: TaskAnswer }[]>().nullable(),
});

export type SchemaItemView = Omit<z.infer<typeof schemaItemRow>, "copies"> & {
  copies: NonNullable<z.infer<typeof schemaItemRow>["copies"]>;
};

/** One item of a task schema with the answers of all people, for users who manage the collection. */
export async function getSchemaItem(actor: Actor, itemId: string): Promise<SchemaItemView> {
  const scope = projectScope(actor, "annotation.manage");
  const itemRow = await maybeRow(
    pool(),
    schemaItemRow,
    sql`
    SELECT item.id, item.collection_id AS "collectionId", item.external_id AS "externalId", item.status::text,
      newest.schema, item.stimulus->'fields' AS fields, item.stimulus->'metadata' AS metadata, item.suggestion,
      item.is_suggestion_shown AS "isSuggestionShown", coalesce(item.expert->'gold', item.gold_answer) AS gold,
      CASE WHEN item.accepted_task_id IS NOT NULL THEN text.current_document->'answer' END AS accepted,
      (SELECT json_agg(one ORDER BY one.name) FROM (
        SELECT task.id, coalesce(person.name, 'Deleted user') AS name, verdict.verdict, verdict.reason,
          coalesce(revision.document, item.document)->'answer' AS answer
        FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
        LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
        LEFT JOIN app_user AS person ON person.id = verdict.author_id WHERE task.item_id = item.id
        UNION ALL SELECT NULL, coder, 'answered', '', document->'answer' FROM annotation_coded_answer WHERE item_id = item.id
      ) AS one) AS copies
    FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id
    JOIN annotation_collection AS collection ON collection.id = item.collection_id
    JOIN LATERAL (SELECT schema FROM collection_schema WHERE collection_id = item.collection_id
      ORDER BY version DESC LIMIT 1) AS newest ON true
    WHERE item.id = ${itemId}::uuid AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}::uuid[]))
  `,
  );
  if (!itemRow) throw notFoundError();
  return { ...itemRow, copies: itemRow.copies ?? [] };
}
