import type { ClientBase } from "pg";
import * as z from "zod";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

/** Larger than any protocol's `leaseRenewals`, so no renewals remain. */
const noRenewalLeft = 1_000_000;

const slotsRow = z.strictObject({ slots: z.number() });

/**
 * Ends the slot leases of running sessions and logs this. Their heartbeats can no longer renew the leases, so an open
 * page does not regain a slot; submitting a screen does. Returns the number of released slots. Sessions are locked
 * before their slots, as in every participant request, to avoid deadlocks.
 */
export async function endLeases(client: Pick<ClientBase, "query">, sessionIds: readonly string[]): Promise<number> {
  const row = await oneRow(
    client,
    slotsRow,
    sql`
    WITH holder AS MATERIALIZED (
      SELECT id, slot_id FROM session WHERE id = ANY (${sessionIds}::uuid[]) AND outcome IS NULL
      ORDER BY id FOR NO KEY UPDATE
    ), released AS (
      UPDATE slot SET available_at = clock_timestamp() FROM holder
      WHERE slot.id = holder.slot_id AND slot.session_id = holder.id AND NOT slot.is_done
      RETURNING slot.study_id, slot.id, slot.session_id
    ), spent AS (
      UPDATE session SET lease_renewals = ${noRenewalLeft} FROM released WHERE session.id = released.session_id
    ), logged AS (
      INSERT INTO assignment_event (study_id, slot_id, session_id, event)
      SELECT study_id, id, session_id, 'released' FROM released
    )
    SELECT count(*)::int AS slots FROM released
  `,
  );
  return row.slots;
}
