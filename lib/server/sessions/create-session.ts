import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";

export type CreateResult =
  | { ok: true }
  /** The study does not take anybody in now. */
  | { ok: false; reason: "not-open" }
  /** This external id has a session already; only its own token opens it. */
  | { ok: false; reason: "known-person" };

/**
 * Makes the session of a token that the consent page minted, under the protocol whose consent that page showed. The same
 * token twice is one session; an external id that already has one gets no second, even when both arrive at once (a
 * unique constraint decides).
 */
export async function createSession(
  studyId: string,
  protocolVersionId: string,
  tokenHash: string,
  entry: Entry | null,
): Promise<CreateResult> {
  try {
    const { rows } = await pool().query(sql`
      WITH open_study AS (
        SELECT study.id, protocol_version.id AS protocol_version_id, study.stage
        FROM study JOIN protocol_version ON protocol_version.study_id = study.id
        WHERE study.id = ${studyId} AND study.status = 'open' AND protocol_version.id = ${protocolVersionId}
      ), mine AS (
        SELECT id FROM session WHERE token_hash = ${tokenHash}
      ), known AS (
        SELECT 1 FROM entry_identity
        WHERE study_id = ${studyId} AND source = ${entry?.source ?? null}::text AND external_id = ${entry?.externalId ?? null}::text
          AND session_id NOT IN (SELECT id FROM mine)
      ), created AS (
        INSERT INTO session (id, token_hash, study_id, protocol_version_id, stage)
        SELECT ${randomUUID()}::uuid, ${tokenHash}, open_study.id, open_study.protocol_version_id, open_study.stage
        FROM open_study WHERE NOT EXISTS (SELECT 1 FROM known) AND NOT EXISTS (SELECT 1 FROM mine)
        ON CONFLICT (token_hash) DO NOTHING
        RETURNING id, study_id
      ), identified AS (
        INSERT INTO entry_identity (session_id, study_id, source, external_id, parameters)
        SELECT id, study_id, ${entry?.source ?? null}::text, ${entry?.externalId ?? null}::text,
               ${JSON.stringify(entry?.parameters ?? {})}::jsonb
        FROM created WHERE ${entry !== null}::boolean
      ), shown AS (
        INSERT INTO session_screen (session_id, screen, key) SELECT id, 0, 'consent' FROM created
      )
      SELECT EXISTS (SELECT 1 FROM known) AS is_known, EXISTS (SELECT 1 FROM mine) AS is_mine,
             EXISTS (SELECT 1 FROM open_study) AS is_open
    `);
    const row = rows[0];
    if (row.is_mine) return { ok: true };
    if (row.is_known) return { ok: false, reason: "known-person" };
    return row.is_open ? { ok: true } : { ok: false, reason: "not-open" };
  } catch (error) {
    const isRepeat = error instanceof pg.DatabaseError && error.code === "23505";
    if (isRepeat && error.constraint?.startsWith("entry_identity")) return { ok: false, reason: "known-person" };
    throw error;
  }
}
