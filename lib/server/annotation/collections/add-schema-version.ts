import type { PoolClient } from "pg";
import { type TaskSchema, taskSchemaHash } from "@/lib/domain/tasks/schema/task-schema.ts";
import type { Actor } from "../../platform/access/access.ts";
import { sql } from "../../platform/database/sql.ts";

/** Stores a task schema as the newest version of a collection. The collection's row is locked or new. */
export async function addSchemaVersion(
  client: PoolClient,
  { id, actor }: { id: string; actor: Actor },
  schema: TaskSchema,
): Promise<void> {
  await client.query(
    sql`INSERT INTO annotation_schema_version (collection_id, version, schema, sha256, created_by_id)
     SELECT ${id}::uuid, coalesce(max(version), 0) + 1, ${JSON.stringify(schema)}::jsonb, ${taskSchemaHash(schema)},
       ${actor.userId}::uuid
     FROM annotation_schema_version WHERE collection_id = ${id}::uuid`,
  );
}
