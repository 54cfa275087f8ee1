import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { mayAccessCollection } from "../access/has-access.ts";

/**
 * SQL: an annotator gave this answer to `item`, an item of a task schema. Its labels are those of `labelsGiven`.
 *
 * @param choice the field and the label, such as "tone:glad"; "tone:" for any answer (`labelChoices`)
 */
export function hasGivenAnswer(choice: string): SqlFragment {
  const [field = ""] = choice.split(":", 1);
  const label = choice.slice(field.length + 1);
  const given = fragment`(coalesce(revision.document, item.document)->'answer'->${field}::text)`;
  // A choice, one of several options, a preferred side, a rating, or the label of a span or relation.
  const isLabel = fragment`(${given} @> to_jsonb(${label}::text) OR ${given}->>'preferred' = ${label}
    OR ${given} #>> '{}' = ${label} OR ${given} @> jsonb_build_array(jsonb_build_object('label', ${label}::text)))`;
  return fragment`EXISTS (
    SELECT FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.task_id = task.id
    LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
    WHERE task.item_id = item.id AND verdict.verdict = 'answered'
      AND ${label === "" ? fragment`${given} IS NOT NULL` : isLabel})`;
}

/** SQL: a column of the metadata of `item`, an item of a task schema, has this value; without a value, any. */
export function hasAttribute(name: string, value: string | undefined): SqlFragment {
  const found = fragment`item.stimulus->'metadata'->>${name}::text`;
  return value === undefined ? fragment`${found} IS NOT NULL` : fragment`${found} = ${value}`;
}

/** The maximum number of columns of metadata that are listed. */
const maxNames = 200;

const nameRow = z.strictObject({ name: z.string() });

/** The columns of metadata of a collection's items, for those who manage it. */
export async function listMetadataNames(actor: Actor, collectionId: string): Promise<string[]> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const rows = await manyRows(
    pool(),
    nameRow,
    sql`SELECT DISTINCT one.name FROM annotation_item AS item
      CROSS JOIN LATERAL jsonb_object_keys(item.stimulus->'metadata') AS one (name)
      WHERE item.collection_id = ${collectionId}::uuid AND item.kind = 'schema' ORDER BY one.name LIMIT ${maxNames}`,
  );
  return rows.map(({ name }) => name);
}
