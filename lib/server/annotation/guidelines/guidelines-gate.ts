import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";

const versionRow = z.strictObject({ version: z.number().nullable() });

/**
 * The version of a collection's guidelines that a person must read before they receive an item or submit a verdict.
 * This is the newest version; null if the person has read it.
 */
export async function findUnreadGuidelines(collectionId: string, userId: string): Promise<number | null> {
  const row = await oneRow(pool(), versionRow, sql`SELECT ${selectUnreadVersion(collectionId, userId)} AS version`);
  return row.version;
}

/** The version of `findUnreadGuidelines` as a part of another statement. */
export function selectUnreadVersion(collectionId: string, userId: string): SqlFragment {
  return fragment`(
    SELECT version FROM annotation_guideline AS newest WHERE collection_id = ${collectionId}::uuid
      AND NOT EXISTS (SELECT FROM annotation_guideline AS newer
                      WHERE newer.collection_id = newest.collection_id AND newer.version > newest.version)
      AND NOT EXISTS (SELECT FROM annotation_guideline_read
                      WHERE guideline_id = newest.id AND user_id = ${userId}::uuid))`;
}
