import type { PoolClient } from "pg";
import * as z from "zod";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { type TaskSchema, taskSchemaHash } from "@/lib/domain/tasks/schema/task-schema.ts";
import { findIncompatibleAnswers } from "@/lib/domain/tasks/versions/compare-schemas.ts";
import { storeSchemaVersion } from "../../items/tasks/store-schema-version.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { withYields } from "../../platform/files/with-yields.ts";
import { mayAccessCollection } from "../access/has-access.ts";
import { getCollection } from "../collections/list-collections.ts";
import { readSchema, requireSchema, type SchemaVersion } from "../collections/read-schema.ts";

/**
 * The newest task schema of a collection; null for a collection of stories. Only for users who manage the collection.
 */
export async function getSchema(actor: Actor, collectionId: string): Promise<SchemaVersion | null> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  return readSchema(pool(), collectionId);
}

export interface SchemaPreview {
  /** The number of different answers: of each person all submitted ones, and of coded people. */
  answers: number;
  /** The number of answers that the new version would refuse. They keep their version. */
  incompatible: number;
  /** The first incompatible answers. */
  listed: { item: string; problem: string }[];
}

const maxListedAnswers = 50;

/** The effects that a new version of the task schema would have on existing answers. */
export async function previewSchema(actor: Actor, collectionId: string, schema: TaskSchema): Promise<SchemaPreview> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  return withSnapshot(async (client) => {
    await requireSchema(client, collectionId);
    const preview: SchemaPreview = { answers: 0, incompatible: 0, listed: [] };
    for await (const { id, fields, answers } of withYields(readAllAnswers(client, collectionId))) {
      preview.answers += answers.length;
      const incompatible = findIncompatibleAnswers(
        schema,
        answers.map((answer) => ({ id, fields, answer })),
      );
      preview.incompatible += incompatible.length;
      for (const { problems } of incompatible.slice(0, maxListedAnswers - preview.listed.length))
        preview.listed.push({ item: id, problem: problems[0]?.message ?? "" });
    }
    return preview;
  });
}

const answersRow = z.strictObject({
  id: z.string(),
  fields: json<TaskFields>(),
  answers: json<readonly TaskAnswer[]>(),
});

/** The items with different answers of each person, also those that a person corrected later. */
function readAllAnswers(client: PoolClient, collectionId: string) {
  return readCursor(
    client,
    answersRow,
    sql`SELECT item.external_id AS id, item.stimulus->'fields' AS fields, given.answers
      FROM annotation_item AS item JOIN LATERAL (
        SELECT json_agg(one.answer) AS answers FROM (
          SELECT DISTINCT verdict.author_id::text AS by, coalesce(revision.document, item.document)->'answer' AS answer
          FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.task_id = task.id
          LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
          WHERE task.item_id = item.id AND verdict.verdict = 'answered'
          UNION SELECT coder, document->'answer' FROM annotation_coded_answer WHERE item_id = item.id
        ) AS one
      ) AS given ON given.answers IS NOT NULL
      WHERE item.collection_id = ${collectionId}::uuid AND item.kind = 'schema' ORDER BY item.ordinal`,
  );
}

const lockedCollectionRow = z.strictObject({ schemaId: z.string().nullable() });

/** Stores a new version of the task schema. Existing answers keep the version under which they were given. */
export async function changeSchema(actor: Actor, collectionId: string, schema: TaskSchema): Promise<SchemaVersion> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) throw notFoundError();
  return withTx(async (client) => {
    const { schemaId } = await oneRow(
      client,
      lockedCollectionRow,
      sql`SELECT task_schema_id AS "schemaId" FROM annotation_collection WHERE id = ${collectionId}::uuid FOR UPDATE`,
    );
    const current = await requireSchema(client, collectionId);
    if (taskSchemaHash(current.schema) === taskSchemaHash(schema))
      throw new AppError(
        "conflict",
        `Nothing was changed: this is the current version (${current.version}).`,
        "document",
      );
    const { version } = await storeSchemaVersion(client, { schemaId: schemaId as string, actor }, schema);
    const after = { version, schema };
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: collection.projectId,
      action: "collection.task-schema",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      before: { version: current.version, sha256: taskSchemaHash(current.schema) },
      after: { version: after.version, sha256: taskSchemaHash(schema) },
    });
    return after;
  });
}
