import { createHash } from "node:crypto";
import * as z from "zod";
import { dataLockLine } from "@/lib/domain/results/plan/data-collection-state.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { type Connection, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";

const lockedResponseRow = z.strictObject({
  id: z.string(),
  revisionHash: z.string(),
  counted: z.boolean(),
  reason: z.string(),
});

/**
 * The entries of a data lock's list, in order. The hashes are the current hashes of the responses; erased responses
 * keep their hash.
 */
export function readLockedResponses(
  client: Connection,
  lockId: string,
): AsyncGenerator<z.infer<typeof lockedResponseRow>> {
  return readCursor(
    client,
    lockedResponseRow,
    sql`SELECT listed.response_id AS id, response.revision_hash AS "revisionHash", listed.counted, listed.reason
      FROM data_lock_response AS listed JOIN response ON response.id = listed.response_id
      WHERE listed.lock_id = ${lockId} ORDER BY listed.response_id`,
    5_000,
  );
}

const lockRow = z.strictObject({ id: z.string(), sha256: z.string(), listed: z.number() });

const changedRow = z.strictObject({ id: z.string() });

/** The result of verifying a lock. */
export interface LockVerification {
  sha256: string;
  /** Whether the current list has the hash stored in the data lock. */
  isIntact: boolean;
  /** Responses that changed after they were stored, without erased responses; at most twenty. */
  changed: string[];
}

/**
 * Recomputes the hash of a data lock's list, and the hash of every listed revision that is not erased; null if the
 * study has no lock with this number.
 */
export async function verifyLock(studyId: string, number = 1): Promise<LockVerification | null> {
  return withSnapshot(async (client) => {
    const lock = await maybeRow(
      client,
      lockRow,
      sql`SELECT id, sha256, listed FROM data_lock WHERE study_id = ${studyId} AND number = ${number}`,
    );
    if (!lock) return null;
    const hash = createHash("sha256");
    let listedCount = 0;
    for await (const row of readLockedResponses(client, lock.id)) {
      hash.update(dataLockLine(row));
      listedCount += 1;
    }
    const changedIds: string[] = [];
    const rows = readCursor(
      client,
      changedRow,
      sql`SELECT response.id FROM data_lock_response AS listed JOIN response ON response.id = listed.response_id
       WHERE listed.lock_id = ${lock.id} AND response.revision_salt <> ''
       AND response.revision_hash <> revision_hash_of(response)
       ORDER BY response.id LIMIT 20`,
    );
    for await (const { id } of rows) changedIds.push(id);
    return {
      sha256: lock.sha256,
      isIntact: listedCount === lock.listed && hash.digest("hex") === lock.sha256,
      changed: changedIds,
    };
  });
}
