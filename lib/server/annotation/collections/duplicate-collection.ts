import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { createCollection } from "./create-collection.ts";
import { getCollection } from "./list-collections.ts";
import { readSchema } from "./read-schema.ts";

/** Creates a new, empty collection with the task schema, the settings and the newest guidelines of another one. */
export async function duplicateCollection(actor: Actor, collectionId: string, name: string): Promise<{ id: string }> {
  const original = await getCollection(actor, collectionId);
  if (!original.can.manage) throw notFoundError();
  const schemaVersion = await readSchema(pool(), collectionId);
  const { id, isNew } = await createCollection(actor, {
    projectId: original.projectId,
    name,
    settings: original.settings,
    isTraining: original.isTraining,
    ...(schemaVersion ? { schema: schemaVersion.schema } : {}),
  });
  if (!isNew) throw new AppError("conflict", "A collection with this name already exists.", "name");
  await pool().query(
    sql`INSERT INTO annotation_guideline (id, collection_id, version, body, note, created_by_id)
      SELECT gen_random_uuid(), ${id}::uuid, 1, body, '', ${actor.userId}::uuid FROM annotation_guideline
      WHERE collection_id = ${collectionId}::uuid ORDER BY version DESC LIMIT 1`,
  );
  return { id };
}
