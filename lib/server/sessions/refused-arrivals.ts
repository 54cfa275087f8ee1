import type { ArrivalRefusal } from "@/lib/domain/survey/arrival-rules.ts";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";

/** More than anybody reads; a flood of arrivals must not fill the disk. */
const mostKept = 1_000;

/** Writes an arrival that does not fit down, apart from every session, for the study's researchers to see. */
export async function recordRefusedArrival(
  studyId: string,
  reason: ArrivalRefusal,
  entry: Entry | null,
): Promise<void> {
  await pool().query(sql`
    INSERT INTO refused_arrival (study_id, reason, source, external_id)
    SELECT ${studyId}, ${reason}, ${entry?.source ?? "anonymous"}, ${entry?.externalId ?? null}
    WHERE (SELECT count(*) FROM (SELECT 1 FROM refused_arrival WHERE study_id = ${studyId} LIMIT ${mostKept}) AS kept) < ${mostKept}
  `);
}

/**
 * Forgets who people are who did not take part: screened out, over quota, declined, or gone before they had a slot, and
 * arrivals that did not fit. The rows stay for the counts. Returns how many ids went.
 */
export async function forgetNonParticipants(afterDays: number): Promise<number> {
  const ended = await pool().query(sql`
    UPDATE entry_identity SET external_id = 'forgotten:' || session.id, parameters = '{}', compared_id = NULL, folded_id = NULL
    FROM session
    WHERE session.id = entry_identity.session_id
      AND entry_identity.external_id NOT IN ('forgotten:' || session.id, 'erased:' || session.id)
      AND (session.outcome IN ('screened-out', 'over-quota', 'no-consent')
        OR (session.slot_id IS NULL AND (session.outcome IS NULL OR session.outcome = 'withdrawn')))
      AND session.last_seen_at < clock_timestamp() - ${afterDays}::int * interval '1 day'
  `);
  const refused = await pool().query(sql`
    UPDATE refused_arrival SET external_id = NULL
    WHERE external_id IS NOT NULL AND at < clock_timestamp() - ${afterDays}::int * interval '1 day'
  `);
  return (ended.rowCount ?? 0) + (refused.rowCount ?? 0);
}
