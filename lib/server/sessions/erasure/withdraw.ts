import type { PoolClient } from "pg";
import * as z from "zod";
import { type Outcome, outcomes } from "@/lib/domain/survey/protocol.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { restoreNeededAnswers } from "../../studies/run/top-up-study.ts";
import { eraseSession, recordErasure } from "./erase-session.ts";

/** What happens to the answers of a participant who withdraws. */
export type Withdrawal = "keep" | "erase";

/** Withdraws the session of a token; null for an unknown token. */
export async function withdraw(tokenHash: string, policy: Withdrawal): Promise<Outcome | null> {
  return withdrawWhere({ tokenHash, sessionId: null }, policy);
}

/**
 * Withdraws a session by its ID. The caller must check the right.
 *
 * @param before additional work in the same transaction; if it throws, the session is not withdrawn
 */
export async function withdrawById(
  sessionId: string,
  policy: Withdrawal,
  before?: (client: PoolClient) => Promise<void>,
): Promise<Outcome | null> {
  return withdrawWhere({ tokenHash: null, sessionId }, policy, before);
}

/**
 * Withdraws a session, before or after its end. Idempotent. The slot is returned, and the session's contribution is
 * subtracted from the counts. With `erase` the answers and the recruiter's ID are removed, also for a session that was
 * withdrawn earlier without erasure or that ended without taking part. The rows remain as tombstones, so that totals
 * are consistent. Returns the session's outcome, which is not "withdrawn" for a session that never reached the study;
 * null for an unknown session.
 */
async function withdrawWhere(
  which: { tokenHash: string | null; sessionId: string | null },
  policy: Withdrawal,
  before?: (client: PoolClient) => Promise<void>,
): Promise<Outcome | null> {
  const withdrawnSession = await withTx(async (client) => {
    await before?.(client);
    return withdrawInTransaction(client, which, policy);
  });
  if (withdrawnSession?.erasedAt) await recordErasure(withdrawnSession.sessionId, withdrawnSession.erasedAt);
  return withdrawnSession?.outcome ?? null;
}

const idRow = z.strictObject({ id: z.string() });

const withdrawnSessionRow = z.strictObject({
  outcome: z.enum(outcomes).nullable(),
  study_id: z.string(),
  is_made_up_for: z.boolean(),
});

async function withdrawInTransaction(
  client: PoolClient,
  which: { tokenHash: string | null; sessionId: string | null },
  policy: Withdrawal,
): Promise<{ sessionId: string; outcome: Outcome | null; erasedAt: Date | null } | null> {
  // A POST request may be in progress in another tab. Only a statement that begins after its answer was stored sees
  // this answer.
  const sessionIdRow = await maybeRow(
    client,
    idRow,
    sql`
    SELECT id FROM session WHERE token_hash = ${which.tokenHash}::text OR id = ${which.sessionId}::uuid FOR UPDATE
  `,
  );
  const sessionId: string | undefined = sessionIdRow?.id;
  if (!sessionId) return null;
  const row = await maybeRow(
    client,
    withdrawnSessionRow,
    sql`
    WITH me AS (
      SELECT id, study_id, stage, slot_id, outcome FROM session WHERE id = ${sessionId}
    ), leaving AS (
      SELECT * FROM me WHERE outcome IS NULL OR outcome = 'complete'
    ), returned AS (
      -- A slot that was replaced by another one is not offered again.
      UPDATE slot SET session_id = NULL,
        is_done = EXISTS (SELECT FROM slot AS other WHERE other.replaces_slot_id = slot.id),
        available_at = CASE WHEN EXISTS (SELECT FROM slot AS other WHERE other.replaces_slot_id = slot.id)
          THEN 'infinity'::timestamptz ELSE '-infinity' END
      FROM leaving WHERE slot.id = leaving.slot_id AND slot.session_id = leaving.id
      RETURNING slot.is_done AS is_made_up_for
    ), left_study AS (
      UPDATE session SET outcome = 'withdrawn', ended_at = clock_timestamp(), waiting_since = NULL,
        waiting_post = NULL
      FROM leaving WHERE session.id = leaving.id
    ), sessions AS (
      INSERT INTO session_count AS tally (study_id, stage, key, event, shard, count)
      SELECT study_id, stage, '', happened.event, 0, happened.change
      FROM leaving, LATERAL (VALUES ('withdrawn', 1), (leaving.outcome::text, -1)) AS happened (event, change)
      WHERE happened.event IS NOT NULL
      ORDER BY happened.event
      ON CONFLICT (study_id, stage, key, event, shard) DO UPDATE SET count = tally.count + excluded.count
    ), logged AS (
      INSERT INTO assignment_event (study_id, slot_id, session_id, event)
      SELECT study_id, slot_id, id, 'withdrawn' FROM leaving WHERE slot_id IS NOT NULL
    )
    SELECT CASE WHEN EXISTS (SELECT 1 FROM leaving) THEN 'withdrawn' ELSE me.outcome::text END AS outcome, study_id,
      EXISTS (SELECT FROM returned WHERE is_made_up_for) AS is_made_up_for
    FROM me
  `,
  );
  // Answers in the slot that replaced this one were excluded as not needed, and are needed now.
  if (row?.is_made_up_for) await restoreNeededAnswers(client, row.study_id, null);
  const erasedAt = policy === "erase" ? await eraseSession(client, sessionId) : null;
  return { sessionId, outcome: row?.outcome ?? null, erasedAt };
}
