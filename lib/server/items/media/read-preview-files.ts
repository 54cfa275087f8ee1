import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const fileRow = z.strictObject({ sha256: z.string(), type: z.string(), bytes: z.instanceof(Uint8Array) });

/**
 * Files of projects whose research a person may read, as data URIs by SHA-256: a preview is a page without a session,
 * which cannot request files.
 */
export async function readPreviewFiles(actor: Actor, files: readonly string[]): Promise<Map<string, string>> {
  if (files.length === 0) return new Map();
  const scope = projectScope(actor, "research.read");
  const rows = await manyRows(
    pool(),
    fileRow,
    sql`SELECT DISTINCT ON (sha256) sha256, type, bytes FROM media WHERE sha256 = ANY(${files}::text[])
      AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope}::uuid[])) ORDER BY sha256`,
  );
  return new Map(
    rows.map(({ sha256, type, bytes }) => [sha256, `data:${type};base64,${Buffer.from(bytes).toString("base64")}`]),
  );
}
