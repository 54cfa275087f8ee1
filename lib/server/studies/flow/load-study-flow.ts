import * as z from "zod";
import type { ResultState } from "@/lib/domain/result-state.ts";
import {
  listStudyNotices,
  maxDepartures,
  type StudyHealth,
  type StudyNotice,
} from "@/lib/domain/survey/live/list-notices.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { loadFreshResult, loadStoredResult } from "../../stored-results/stored-result.ts";
import { getStudy } from "../get-study.ts";
import { sessionInProgressSql } from "../run/session-in-progress.ts";
import { studyIsFull } from "../run/study-is-full.ts";
import { flowResult, type StudyFlow } from "./flow-result.ts";

/** The last computed flow of all participants. Null for users who may not see the study. */
export async function loadStudyFlow(actor: Actor, address: string): Promise<ResultState<StudyFlow> | null> {
  const study = await getStudy(actor, address);
  return study && loadStoredResult(flowResult, study.id);
}

/** The flow for a download: computed now if no stored result matches the data. */
export async function loadFreshStudyFlow(actor: Actor, address: string): Promise<StudyFlow | null> {
  const study = await getStudy(actor, address);
  const result = study && (await loadFreshResult(flowResult, study.id));
  return result?.document ?? null;
}

const studyNoticeRow = z.strictObject({
  status: z.enum(studyStatuses),
  now: z.date(),
  opened_at: z.date().nullable(),
  last_arrival_at: z.date().nullable(),
  is_full: z.boolean(),
  stays_open: z.boolean(),
  gone: z.number(),
  finished: z.number(),
});

/** The notices on every page of a study; empty for users who may not see it. */
export async function getStudyNotices(actor: Actor, address: string): Promise<StudyNotice[]> {
  const study = await getStudy(actor, address);
  if (!study?.isFrozen || study.status === "paused") return [];
  const health = await readStudyHealth(study.id);
  return health ? listStudyNotices(health) : [];
}

/** The facts from which the notices and the events of a study are derived; null if the study does not exist. */
export async function readStudyHealth(studyId: string): Promise<StudyHealth | null> {
  const row = await maybeRow(
    pool(),
    studyNoticeRow,
    sql`
    SELECT study.status::text AS status, clock_timestamp() AS now, study.opened_at,
      (SELECT max(started_at) FROM session WHERE study_id = study.id) AS last_arrival_at,
      ${studyIsFull} AS is_full, study.stays_open,
      recent.gone, recent.finished
    FROM study
    -- OFFSET 0 makes the planner read a long document once instead of once per session.
    JOIN LATERAL (SELECT (document ->> 'leaseMinutes')::int AS lease_minutes FROM protocol_version
                  WHERE id = study.protocol_version_id OFFSET 0) AS protocol ON true, LATERAL (
      SELECT count(*)::int AS gone, count(*) FILTER (WHERE outcome = 'complete')::int AS finished FROM (
        SELECT outcome FROM session
        WHERE study_id = study.id AND slot_id IS NOT NULL AND started_at > clock_timestamp() - interval '2 days'
          AND NOT ${sessionInProgressSql(fragment`protocol.lease_minutes`)}
        ORDER BY started_at DESC LIMIT ${maxDepartures}
      ) AS latest
    ) AS recent
    WHERE study.id = ${studyId}
  `,
  );
  if (!row) return null;
  return {
    status: row.status,
    isFull: row.is_full,
    staysOpen: row.stays_open,
    openedAt: row.opened_at,
    lastArrivalAt: row.last_arrival_at,
    gone: row.gone,
    finished: row.finished,
    now: row.now,
  };
}
