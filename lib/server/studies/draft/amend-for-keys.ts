import type { PoolClient } from "pg";
import * as z from "zod";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { freezeProtocol } from "./freeze-protocol.ts";

const affectedStudyRow = z.strictObject({ id: z.string(), name: z.string(), corrected: z.number() });

/**
 * Amends the frozen protocols of studies after keys of their items were corrected, because keys are part of a frozen
 * protocol. Runs in the transaction of the correction; if an amendment is rejected, this transaction is rolled back.
 *
 * @param actorId the user who corrected the keys; null for the installation
 * @param reason why the keys are corrected; if it is missing and a protocol is frozen, throws an error at the field
 * `reason`
 */
export async function amendForKeys(
  client: PoolClient,
  benchmarkId: string,
  actorId: string | null,
  reason: string,
): Promise<void> {
  const rows = await manyRows(
    client,
    affectedStudyRow,
    sql`SELECT study.id, study.name, corrected.n AS corrected FROM study, LATERAL (
       SELECT count(DISTINCT item_version_id)::int AS n FROM study_item JOIN item_key USING (item_version_id)
       WHERE study_item.study_id = study.id AND item_key.version > 1 AND item_key.created_at >= now()
     ) AS corrected
     WHERE study.benchmark_id = ${benchmarkId} AND corrected.n > 0
       AND EXISTS (SELECT FROM protocol_freeze WHERE study_id = study.id)
     ORDER BY study.id FOR NO KEY UPDATE OF study`,
  );
  for (const { id, name, corrected } of rows) {
    if (reason.trim() === "") throw missingReasonError(name, corrected);
    await freezeProtocol(client, id, actorId, reason);
  }
}

function missingReasonError(study: string, corrected: number): AppError {
  const keys = corrected === 1 ? "the key of one item" : `the keys of ${corrected} items`;
  return new AppError(
    "invalid",
    `This corrects ${keys} in the frozen protocol of the study “${study}”, so nothing was stored. Please give a reason, which is stored with the amendment of the study.`,
    "reason",
  );
}
