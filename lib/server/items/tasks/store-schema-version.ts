import type { PoolClient } from "pg";
import * as z from "zod";
import { type TaskSchema, taskSchemaHash } from "@/lib/domain/tasks/schema/task-schema.ts";
import type { Actor } from "../../platform/access/access.ts";
import { maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const newestVersionRow = z.strictObject({ version: z.number(), hash: z.string() });
const versionRow = z.strictObject({ version: z.number() });

/**
 * Stores a document as the newest version of a task schema. A document that equals the newest version creates no new
 * version. A document that equals an earlier version creates one, because items and annotators get the newest version.
 * The schema's row must be locked or new.
 */
export async function storeSchemaVersion(
  client: PoolClient,
  { schemaId, actor }: { schemaId: string; actor: Pick<Actor, "userId"> },
  schema: TaskSchema,
): Promise<{ version: number; isNew: boolean }> {
  const hash = taskSchemaHash(schema);
  const newest = await maybeRow(
    client,
    newestVersionRow,
    sql`SELECT version, hash FROM task_schema_version WHERE task_schema_id = ${schemaId}::uuid
      ORDER BY version DESC LIMIT 1`,
  );
  if (newest?.hash === hash) return { version: newest.version, isNew: false };
  const { version } = await oneRow(
    client,
    versionRow,
    sql`INSERT INTO task_schema_version (id, task_schema_id, version, document, hash, created_by_id)
      VALUES (gen_random_uuid(), ${schemaId}::uuid, ${(newest?.version ?? 0) + 1}, ${JSON.stringify(schema)}::jsonb,
        ${hash}, ${actor.userId}::uuid) RETURNING version`,
  );
  return { version, isNew: true };
}
