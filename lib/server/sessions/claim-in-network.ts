import * as z from "zod";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { environment } from "../platform/environment.ts";
import { advanceSession } from "./advance-session.ts";
import type { SessionStep } from "./session-step.ts";

const networkRow = z.strictObject({ name: z.string() });

/**
 * Advances a session that claims a slot. The claims of one network in one study are serialized, so that the limit of
 * slots for each network is exact. Nothing is serialized in a study without that limit, nor without a configured proxy,
 * because sessions then have no network.
 */
export async function claimInNetwork(step: SessionStep): ReturnType<typeof advanceSession> {
  if (!environment().namesProxy) return advanceSession(step);
  const network = await maybeRow(
    pool(),
    networkRow,
    sql`SELECT session.study_id || '/' || session.network_hash AS name
        FROM session JOIN study ON study.id = session.study_id
        WHERE session.token_hash = ${step.tokenHash} AND session.network_hash IS NOT NULL
          AND unanswered_slot_limit(study.stage, study.arrival_rules) IS NOT NULL`,
  );
  if (!network) return advanceSession(step);
  return await withTx(async (client) => {
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${network.name}, 0))`);
    return advanceSession(step, client);
  });
}
