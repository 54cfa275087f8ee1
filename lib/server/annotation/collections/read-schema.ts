import * as z from "zod";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { type Connection, json, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError } from "../../platform/errors/app-error.ts";

/** A version of the task schema of a collection. */
export interface SchemaVersion {
  version: number;
  schema: TaskSchema;
}

const schemaRow = z.strictObject({ version: z.number(), schema: json<TaskSchema>() });

/** The newest task schema of a collection; null for a collection of stories. */
export async function readSchema(client: Connection, collectionId: string): Promise<SchemaVersion | null> {
  const row = await maybeRow(
    client,
    schemaRow,
    sql`SELECT version, schema FROM collection_schema WHERE collection_id = ${collectionId}::uuid
      ORDER BY version DESC LIMIT 1`,
  );
  return row ?? null;
}

/** Refuses a collection of a task schema, for actions that apply to stories only. */
export async function refuseSchema(client: Connection, collectionId: string, action: string): Promise<void> {
  if (await readSchema(client, collectionId))
    throw new AppError("conflict", `${action} applies to stories; this collection has a task schema.`, "collection");
}

/** The same as `readSchema`; throws a refusal for a collection of stories. */
export async function requireSchema(client: Connection, collectionId: string): Promise<SchemaVersion> {
  const newest = await readSchema(client, collectionId);
  if (!newest)
    throw new AppError("conflict", "This collection contains stories, not items of a task schema.", "collection");
  return newest;
}
