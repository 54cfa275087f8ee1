import * as z from "zod";
import { type Actor, requirePerson } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const keysRow = z.strictObject({ keys: json().nullable() });

/** A person's keys for the annotation workspace, as stored; null when they never changed them. */
export async function getKeyboardPreferences(actor: Actor): Promise<unknown> {
  const row = await maybeRow(
    pool(),
    keysRow,
    sql`SELECT preferences->'annotationKeys' AS keys FROM app_user WHERE id = ${requirePerson(actor)}`,
  );
  return row?.keys ?? null;
}

/** Stores the keys of the annotation workspace with the other preferences of a person, who thus has them on every computer. */
export async function saveKeyboardPreferences(
  actor: Actor,
  preferences: { keys: Record<string, string[]>; isSingleKeysOff: boolean },
): Promise<void> {
  await pool().query(
    sql`UPDATE app_user SET preferences = preferences || jsonb_build_object('annotationKeys',
      ${JSON.stringify(preferences)}::jsonb) WHERE id = ${requirePerson(actor)}`,
  );
}
