import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { listNotices, newest, type StudyNotice } from "@/lib/domain/survey/live/list-notices.ts";
import { type Consort, type FlowTally, prepareConsort } from "@/lib/domain/survey/live/prepare-consort.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import { getStudy } from "./get-study.ts";
import { studyIsFull } from "./study-is-full.ts";
import { countLacking } from "./top-up-study.ts";

export interface StudyFlow {
  consort: Consort;
  /** Why there is only one arm, where conditions vary within people only. */
  hasBetween: boolean;
  /** Complete sessions with excluded answers for which no other slot makes up. */
  lacking: number;
}

/**
 * What became of everybody who came, by the condition between people that they were assigned to. Reads every session of
 * the study's stage, about 30 ms for 30,000 of them, so it has a page of its own. Null for those who may not see it.
 */
export async function getStudyFlow(actor: Actor, address: string): Promise<StudyFlow | null> {
  const study = await getStudy(actor, address);
  if (!study) return null;
  const { id, stage, design, protocol } = study;
  const [sessions, conditions, refused, lacking] = await Promise.all([
    pool().query(sql`
      SELECT placement.condition_id, session.outcome::text AS outcome, session.is_surplus,
        session.outcome IS NULL AND session.last_seen_at > clock_timestamp() - make_interval(mins => ${protocol.leaseMinutes}::int) AS is_under_way,
        count(*)::int AS count
      FROM session LEFT JOIN placement ON placement.slot_id = session.slot_id AND placement.position = 0
      WHERE session.study_id = ${id} AND session.stage = ${stage}::stage GROUP BY 1, 2, 3, 4
    `),
    pool().query(sql`SELECT id, levels FROM condition WHERE study_id = ${id}`),
    pool().query(sql`SELECT count(*)::int AS n FROM refused_arrival WHERE study_id = ${id}`),
    pool().query(countLacking(id)),
  ]);
  const between = design.factors
    .map(({ name }) => name)
    .filter((name) => (design.composition?.varies[name] ?? "between") === "between" || design.itemsPerSession === 1);
  const kind = itemKinds[study.itemKind ?? ""] ?? { factors: [] };
  const labels = new Map(
    conditions.rows.map((row: { id: string; levels: Record<string, string> }) => {
      const own = Object.fromEntries(Object.entries(row.levels).filter(([name]) => between.includes(name)));
      return [row.id, conditionLabel(kind, own)];
    }),
  );
  const tallies = sessions.rows.map(
    (row): FlowTally => ({
      arm: row.condition_id === null ? null : (labels.get(row.condition_id) ?? ""),
      outcome: row.outcome,
      isUnderWay: row.is_under_way,
      isSurplus: row.is_surplus,
      count: row.count,
    }),
  );
  return {
    consort: prepareConsort(tallies, refused.rows[0].n),
    hasBetween: between.length > 0,
    lacking: lacking.rows[0].n,
  };
}

/** What should be said about a study on each of its pages; empty for those who may not see it. */
export async function getStudyNotices(actor: Actor, address: string): Promise<StudyNotice[]> {
  const study = await getStudy(actor, address);
  if (!study?.isFrozen || study.status === "paused") return [];
  const { rows } = await pool().query(sql`
    SELECT clock_timestamp() AS now, study.opened_at,
      (SELECT max(started_at) FROM session WHERE study_id = study.id) AS last_arrival_at,
      ${studyIsFull} AS is_full, study.stays_open,
      recent.gone, recent.finished
    FROM study, LATERAL (
      SELECT count(*)::int AS gone, count(*) FILTER (WHERE outcome = 'complete')::int AS finished FROM (
        SELECT outcome FROM session
        WHERE study_id = study.id AND slot_id IS NOT NULL AND started_at > clock_timestamp() - interval '2 days'
          AND (outcome IS NOT NULL OR last_seen_at < clock_timestamp() - make_interval(mins => ${study.protocol.leaseMinutes}::int))
        ORDER BY started_at DESC LIMIT ${newest}
      ) AS latest
    ) AS recent
    WHERE study.id = ${study.id}
  `);
  const row = rows[0];
  if (!row) return [];
  return listNotices({
    status: study.status,
    isFull: row.is_full,
    staysOpen: row.stays_open,
    openedAt: row.opened_at,
    lastArrivalAt: row.last_arrival_at,
    gone: row.gone,
    finished: row.finished,
    now: row.now,
  });
}
