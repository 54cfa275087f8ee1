import * as z from "zod";
import type { LateRemovals } from "@/lib/domain/results/plan/data-collection-state.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { resultsFirstSeenSql } from "./results-first-seen-sql.ts";

const removedRow = z.strictObject({ id: z.string() });

const removalRow = z.strictObject({ participants: z.number(), from: z.date().nullable(), to: z.date().nullable() });

/**
 * The participants with answers in a main stage whom a user withdrew or erased after someone had seen results of the
 * study; null if there are none. Participants who withdraw themselves do not see results, so they are not counted here.
 */
export async function readLateRemovals(studyId: string): Promise<LateRemovals | null> {
  const removedSessions = await manyRows(
    pool(),
    removedRow,
    sql`SELECT session.id FROM (${resultsFirstSeenSql(studyId)}) AS seen
     JOIN session ON session.study_id = ${studyId} AND session.outcome = 'withdrawn' AND session.stage = 'main'
       AND session.ended_at > seen.at
     WHERE EXISTS (SELECT FROM audit_event WHERE subject_type = 'session' AND subject_id = session.id::text
       AND action IN ('session.withdraw', 'session.erase'))`,
  );
  // Answers are read only if there are removals: otherwise the page of results is computed from counters.
  if (removedSessions.length === 0) return null;
  const { participants, from, to } = await oneRow(
    pool(),
    removalRow,
    sql`SELECT count(*)::int AS participants, min(ended_at) AS "from", max(ended_at) AS "to" FROM session
     WHERE id = ANY (${removedSessions.map(({ id }) => id)}::uuid[])
       AND EXISTS (SELECT FROM response WHERE session_id = session.id)`,
  );
  return from && to ? { participants, from, to } : null;
}
