import * as z from "zod";
import { toComparableId } from "@/lib/domain/survey/arrival-rules.ts";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { pool } from "../platform/database/pool.ts";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

/** The state of a person who arrives with a recruiter's ID. */
export type Arrival =
  /** The session may begin. */
  | "new"
  /** The study has a session for this ID, which can be continued. */
  | "known"
  /** The study has a session for this ID, which has ended. */
  | "ended"
  /** The person with this ID took part in a study whose participants are excluded from this study. */
  | "denied";

const arrivalRow = z.strictObject({ has_ended: z.boolean().nullable(), is_denied: z.boolean() });

/**
 * The state of an arrival. It is determined before the consent page, so that no one reads that page and is then turned
 * away. Starting a session checks it again.
 */
export async function readArrival(studyId: string, entry: Pick<Entry, "source" | "externalId">): Promise<Arrival> {
  const id = toComparableId(entry);
  const row = await oneRow(
    pool(),
    arrivalRow,
    sql`
    SELECT
      (
        SELECT bool_and(session.outcome IS NOT NULL)
        FROM entry_identity JOIN session ON session.id = entry_identity.session_id
        WHERE entry_identity.study_id = ${studyId} AND source = ${entry.source}
          AND (external_id = ${entry.externalId} OR compared_id = ${id.compared})
      ) AS has_ended,
      EXISTS (
        SELECT 1 FROM study_denial JOIN entry_identity ON entry_identity.study_id = study_denial.denied_study_id
        WHERE study_denial.study_id = ${studyId} AND study_denial.is_denied
          AND source = ${entry.source} AND (external_id = ${entry.externalId} OR compared_id = ${id.compared})
      ) AS is_denied
  `,
  );
  const { has_ended: hasEnded } = row;
  if (hasEnded !== null) return hasEnded ? "ended" : "known";
  return row.is_denied ? "denied" : "new";
}
