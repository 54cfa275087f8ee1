import * as z from "zod";
import { type TaskSchema, taskSchemaHash } from "@/lib/domain/tasks/schema/task-schema.ts";
import { findIncompatibleAnswers } from "@/lib/domain/tasks/versions/compare-schemas.ts";
import { storeSchemaVersion } from "../../items/tasks/store-schema-version.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { withYields } from "../../platform/files/with-yields.ts";
import { mayAccessCollection } from "../access/has-access.ts";
import { getCollection } from "../collections/list-collections.ts";
import { readSchema, requireSchema, type SchemaVersion } from "../collections/read-schema.ts";
import { readAnsweredItems } from "./answer-result.ts";

/**
 * The newest task schema of a collection; null for a collection of stories. Only for users who manage the collection.
 */
export async function getSchema(actor: Actor, collectionId: string): Promise<SchemaVersion | null> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  return readSchema(pool(), collectionId);
}

export interface SchemaPreview {
  answers: number;
  /** Answers that the new version would refuse. They keep their version. */
  incompatible: { item: string; problem: string }[];
}

const maxShownIncompatible = 50;

/** The effects that a new version of the task schema would have on existing answers. */
export async function previewSchema(actor: Actor, collectionId: string, schema: TaskSchema): Promise<SchemaPreview> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  return withSnapshot(async (client) => {
    await requireSchema(client, collectionId);
    const preview: SchemaPreview = { answers: 0, incompatible: [] };
    for await (const { id, fields, given } of withYields(readAnsweredItems(client, collectionId))) {
      preview.answers += given.length;
      for (const { problems } of findIncompatibleAnswers(
        schema,
        given.map(({ answer }) => ({ id, fields, answer })),
      ))
        if (preview.incompatible.length < maxShownIncompatible)
          preview.incompatible.push({ item: id, problem: problems[0]?.message ?? "" });
    }
    return preview;
  });
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
