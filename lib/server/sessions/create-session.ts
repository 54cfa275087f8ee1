import { randomUUID } from "node:crypto";
import pg from "pg";
import * as z from "zod";
import { toComparableId } from "@/lib/domain/survey/arrival-rules.ts";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { plannedPool } from "../platform/database/pool.ts";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

export type CreateResult =
  | { ok: true }
  /** The study currently accepts no participants. */
  | { ok: false; reason: "not-open" }
  /** This external ID already has a session; only that session's token opens it. */
  | { ok: false; reason: "known-person" }
  /** The person with this external ID has a session in a study whose participants are excluded from this study. */
  | { ok: false; reason: "denied-person" };

const arrivalRow = z.strictObject({
  is_known: z.boolean(),
  is_mine: z.boolean(),
  is_open: z.boolean(),
  is_denied: z.boolean(),
});

/**
 * Creates the session for a token of the consent page, with the protocol version whose consent that page showed. A
 * repeated token returns the same session. An external ID that already has a session gets no second one, also with
 * concurrent requests (unique constraint). IDs are compared with `toComparableId`; an ID that differs from another one
 * only in case is accepted and marked.
 *
 * @param network hash of the participant's network, if the study limits sessions per network
 */
export async function createSession(
  studyId: string,
  protocolVersionId: string,
  tokenHash: string,
  entry: Entry | null,
  network: string | null = null,
  language: string | null = null,
): Promise<CreateResult> {
  const id = entry && toComparableId(entry);
  try {
    const row = await oneRow(
      plannedPool(),
      arrivalRow,
      sql`
      WITH open_study AS (
        SELECT study.id, protocol_version.id AS protocol_version_id, study.stage
        FROM study JOIN protocol_version ON protocol_version.study_id = study.id
        WHERE study.id = ${studyId} AND study.status = 'open' AND protocol_version.id = ${protocolVersionId}
      ), mine AS (
        SELECT id FROM session WHERE token_hash = ${tokenHash}
      ), known AS (
        SELECT 1 FROM entry_identity
        WHERE study_id = ${studyId} AND source = ${entry?.source ?? null}::text
          AND (external_id = ${entry?.externalId ?? null}::text OR compared_id = ${id?.compared ?? null}::text)
          AND session_id NOT IN (SELECT id FROM mine)
      ), denied AS (
        SELECT 1 FROM study_denial JOIN entry_identity ON entry_identity.study_id = study_denial.denied_study_id
        WHERE study_denial.study_id = ${studyId} AND study_denial.is_denied AND source = ${entry?.source ?? null}::text
          AND (external_id = ${entry?.externalId ?? null}::text OR compared_id = ${id?.compared ?? null}::text)
      ), created AS (
        INSERT INTO session (id, token_hash, study_id, protocol_version_id, stage, network_hash, language)
        SELECT ${randomUUID()}::uuid, ${tokenHash}, open_study.id, open_study.protocol_version_id, open_study.stage,
               ${network}::text, ${language}
        FROM open_study
        WHERE NOT EXISTS (SELECT 1 FROM known) AND NOT EXISTS (SELECT 1 FROM mine)
          AND NOT EXISTS (SELECT 1 FROM denied)
        ON CONFLICT (token_hash) DO NOTHING
        RETURNING id, study_id
      ), identified AS (
        INSERT INTO entry_identity (session_id, study_id, source, external_id, compared_id, folded_id, is_case_variant, parameters)
        SELECT id, study_id, ${entry?.source ?? null}::text, ${entry?.externalId ?? null}::text, ${id?.compared ?? null}::text,
               ${id?.folded ?? null}::text,
               EXISTS (SELECT 1 FROM entry_identity AS other
                       WHERE other.study_id = ${studyId} AND other.source = ${entry?.source ?? null}::text
                         AND other.folded_id = ${id?.folded ?? null}::text),
               ${JSON.stringify(entry?.parameters ?? {})}::jsonb
        FROM created WHERE ${entry !== null}::boolean
      ), shown AS (
        INSERT INTO session_screen (session_id, screen, key) SELECT id, 0, 'consent' FROM created
      )
      SELECT EXISTS (SELECT 1 FROM known) AS is_known, EXISTS (SELECT 1 FROM mine) AS is_mine,
             EXISTS (SELECT 1 FROM open_study) AS is_open,
             EXISTS (SELECT 1 FROM denied) AS is_denied
    `,
    );
    if (row.is_mine) return { ok: true };
    if (row.is_known) return { ok: false, reason: "known-person" };
    if (row.is_denied) return { ok: false, reason: "denied-person" };
    return row.is_open ? { ok: true } : { ok: false, reason: "not-open" };
  } catch (error) {
    const isDuplicate = error instanceof pg.DatabaseError && error.code === "23505";
    if (isDuplicate && error.constraint?.startsWith("entry_identity")) return { ok: false, reason: "known-person" };
    throw error;
  }
}
