import * as z from "zod";
import { type Actor, requirePerson } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const keysRow = z.strictObject({ keys: json().nullable() });

/** A user's stored keyboard shortcuts for the annotation workspace; null if they never changed them. */
export async function getKeyboardPreferences(actor: Actor): Promise<unknown> {
  const row = await maybeRow(
    pool(),
    keysRow,
    sql`SELECT preferences->'annotationKeys' AS keys FROM app_user WHERE id = ${requirePerson(actor)}`,
  );
  return row?.keys ?? null;
}

/** Stores keyboard shortcuts with the user's other preferences, so that they apply on every computer. */
export async function saveKeyboardPreferences(
  actor: Actor,
  preferences: { keys: Record<string, string[]>; isSingleKeysOff: boolean },
): Promise<void> {
  await pool().query(
    sql`UPDATE app_user SET preferences = preferences || jsonb_build_object('annotationKeys',
      ${JSON.stringify(preferences)}::jsonb) WHERE id = ${requirePerson(actor)}`,
  );
}
