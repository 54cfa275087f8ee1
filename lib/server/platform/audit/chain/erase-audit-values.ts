import type { PoolClient } from "pg";
import * as z from "zod";
import { manyRows } from "../../database/rows.ts";
import { sql } from "../../database/sql.ts";
import { recordAudit } from "../record-audit.ts";
import { chainLock } from "./audit-rows.ts";

const idRow = z.strictObject({ id: z.string() });

/** The action of the event that lists the events whose values were erased. */
export const eraseValuesAction = "audit.erase-values";

/**
 * Removes the values of events about one object (before, after, reason); actor, action and time are kept. The chain
 * stays valid, because the digest of the values is kept and only its key is deleted. Records the affected events. Runs
 * in the caller's transaction.
 *
 * @returns the number of events with values
 */
export async function eraseAuditValues(
  client: PoolClient,
  about: { subjectType: string; subjectIds: readonly string[]; projectId: string | null },
): Promise<number> {
  await client.query(sql`SELECT pg_advisory_xact_lock_shared(${chainLock})`);
  const rows = await manyRows(
    client,
    idRow,
    sql`UPDATE audit_event SET before = NULL, after = NULL, reason = NULL, erased_at = clock_timestamp()
        WHERE subject_type = ${about.subjectType} AND subject_id = ANY(${about.subjectIds}::text[])
        AND erased_at IS NULL
          AND (before IS NOT NULL OR after IS NOT NULL OR reason IS NOT NULL) RETURNING id::text`,
  );
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await client.query(sql`
    UPDATE audit_batch_row SET values_key = NULL WHERE log = 'audit' AND row_id = ANY(${ids}::bigint[])`);
  await recordAudit(client, {
    actorId: null,
    projectId: about.projectId,
    action: eraseValuesAction,
    subjectType: "audit-event",
    subjectId: ids[0] ?? "",
    after: { events: ids },
  });
  return ids.length;
}
