import type pg from "pg";
import * as z from "zod";
import { BackupError } from "../backup/backup-manifest.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { encryptStoredSecret } from "../platform/settings/stored-secret.ts";
import { mintEntrySecret } from "../studies/entry/entry-signature.ts";
import { hashResponseList } from "../studies/lock/lock-data.ts";

const idRow = z.strictObject({ id: z.string() });

const changedCountRow = z.strictObject({ changed: z.number() });

const lockRow = z.strictObject({ id: z.string(), slug: z.string(), sha256: z.string() });

/**
 * Completes an import after the rows of a project are inserted: sets the current protocols, counters, new secrets and
 * the admin. Then checks the hashes of answers and data locks.
 */
export async function finishImport(
  client: pg.Client,
  projectId: string,
  staged: string,
  actorId: string | null,
): Promise<void> {
  await client.query(
    `UPDATE study SET protocol_version_id = archived.protocol_version_id FROM ${staged}.study AS archived
     WHERE archived.id = study.id`,
  );
  await countAnswers(client, projectId);
  const studies = await manyRows(client, idRow, sql`SELECT id FROM study WHERE project_id = ${projectId}::uuid`);
  for (const { id } of studies) {
    const secret = await encryptStoredSecret("entry-links", mintEntrySecret());
    await client.query(sql`UPDATE study SET entry_secret = ${secret} WHERE id = ${id}::uuid`);
  }
  if (actorId !== null)
    await client.query(
      sql`INSERT INTO membership (user_id, project_id, role) VALUES (${actorId}::uuid, ${projectId}::uuid, 'admin')`,
    );
  await requireHashes(client, projectId);
}

/** Counts the answers again, in the same way as the triggers of sessions and exclusions. */
async function countAnswers(client: pg.Client, projectId: string): Promise<void> {
  await client.query(
    sql`DELETE FROM cell_count WHERE study_id IN (SELECT id FROM study WHERE project_id = ${projectId}::uuid)`,
  );
  await client.query(sql`
    INSERT INTO cell_count (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded,
      answer_key, count, sum_ms, sum_squared_ms)
    SELECT study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, coalesce(answer_key, ''),
      count(*), sum(elapsed_ms), sum(elapsed_ms::numeric * elapsed_ms)
    FROM counted_response WHERE study_id IN (SELECT id FROM study WHERE project_id = ${projectId}::uuid)
      AND is_complete AND is_newest
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  `);
}

/** Throws unless every answer matches the hash that was stored with it, and every data lock the hash of its list. */
async function requireHashes(client: pg.Client, projectId: string): Promise<void> {
  const { changed } = await oneRow(
    client,
    changedCountRow,
    sql`SELECT count(*)::float8 AS changed FROM response JOIN study ON study.id = response.study_id
        WHERE study.project_id = ${projectId}::uuid AND revision_salt <> '' AND revision_hash <> revision_hash_of(response)`,
  );
  if (changed > 0)
    throw new BackupError(`${changed} answers of the archive do not match their hashes; use the original file.`);
  const locks = await manyRows(
    client,
    lockRow,
    sql`SELECT data_lock.id, study.slug, data_lock.sha256 FROM data_lock JOIN study ON study.id = data_lock.study_id
        WHERE study.project_id = ${projectId}::uuid ORDER BY data_lock.id`,
  );
  for (const lock of locks)
    if ((await hashResponseList(client, lock.id)).sha256 !== lock.sha256)
      throw new BackupError(`The data lock of the study ${lock.slug} does not match its hash; use the original file.`);
}
