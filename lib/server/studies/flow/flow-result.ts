import * as z from "zod";
import { labelledFactors } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { type ConsortParts, type FlowTally, prepareConsort } from "@/lib/domain/survey/live/prepare-consort.ts";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { factsOfStudy, type ResultDefinition, type ResultFacts } from "../../stored-results/result-definition.ts";
import { getStudy } from "../get-study.ts";
import { listDataLocks } from "../lock/read-data-collection-state.ts";
import { sessionInProgressSql } from "../run/session-in-progress.ts";
import { missingAnswersSql } from "../run/top-up-study.ts";

export interface StudyFlow extends ConsortParts {
  /** False if conditions vary only within people; then there is only one arm. */
  hasBetween: boolean;
  /** The number of complete sessions with excluded answers that have no replacement slot. */
  lacking: number;
}

/**
 * The outcomes of everyone who arrived at a study, by their between-subjects condition. Reads every session of the
 * study's stage: about 30 ms for 30,000 sessions. A drop-out is only known some time after the participant has left.
 */
export const flowResult: ResultDefinition<StudyFlow> = {
  kind: "flow",
  ruleVersion: 4,
  dependsOnClock: true,
  doing: "Reading the sessions",
  facts: readFacts,
  compute: readFlow,
};

const factRow = z.strictObject({ projectId: z.string(), answers: z.number(), said: z.string() });

/**
 * The facts come from counters. While a study is open, the result is outdated after an hour, because some participants
 * will have dropped out.
 */
async function readFacts(studyId: string): Promise<ResultFacts | null> {
  if (!z.uuid().safeParse(studyId).success) return null;
  const row = await maybeRow(
    pool(),
    factRow,
    sql`WITH stepped AS (
       SELECT tally.key, tally.event, sum(tally.count)::float8 AS count FROM study
       JOIN session_count AS tally ON tally.study_id = study.id AND tally.stage = study.stage
       WHERE study.id = ${studyId} GROUP BY tally.key, tally.event
     )
     SELECT study.project_id AS "projectId", coalesce((SELECT max(count) FROM stepped), 0) AS answers,
       concat_ws('|', study.stage, study.protocol_version_id,
         (SELECT md5(string_agg(concat_ws('/', key, event, count), ',' ORDER BY key, event)) FROM stepped),
         (SELECT max(started_at) FROM session WHERE study_id = study.id),
         (SELECT max(id) FROM refused_arrival WHERE study_id = study.id),
         (SELECT min(locked_at) FROM data_lock WHERE study_id = study.id),
         (SELECT sum(count) FROM cell_count WHERE study_id = study.id AND is_excluded),
         (SELECT count(*) FROM slot WHERE study_id = study.id AND replaces_slot_id IS NOT NULL),
         CASE WHEN study.status <> 'closed' THEN date_trunc('hour', clock_timestamp()) END) AS said
     FROM study WHERE study.id = ${studyId}`,
  );
  return row ? factsOfStudy(studyId, row) : null;
}

const conditionRow = z.strictObject({ id: z.string(), levels: json<Record<string, string>>() });

const countRow = z.strictObject({ n: z.number() });

const refusedRow = z.strictObject({ earlier: z.number(), later: z.number() });

async function readFlow(studyId: string): Promise<StudyFlow> {
  const study = await getStudy(installation, studyId);
  if (!study) throw notFoundError();
  const { id, stage, design, protocol } = study;
  const firstLock = stage === "main" ? (await listDataLocks(id))[0] : undefined;
  const lockedAt = firstLock?.lockedAt ?? null;
  const [sessions, conditions, refused, lacking] = await Promise.all([
    manyRows(
      pool(),
      flowRow,
      sql`
      SELECT placement.condition_id, session.outcome::text AS outcome, session.is_surplus,
        ${sessionInProgressSql(protocol.leaseMinutes)} AS is_under_way,
        session.waiting_since IS NOT NULL AND ${sessionInProgressSql(protocol.leaseMinutes)} AS is_waiting,
        coalesce(session.started_at > ${lockedAt}, false) AS is_later, count(*)::int AS count
      FROM session LEFT JOIN placement ON placement.slot_id = session.slot_id AND placement.position = 0
      WHERE session.study_id = ${id} AND session.stage = ${stage}::stage GROUP BY 1, 2, 3, 4, 5, 6
    `,
    ),
    manyRows(pool(), conditionRow, sql`SELECT id, levels FROM condition WHERE study_id = ${id}`),
    oneRow(
      pool(),
      refusedRow,
      sql`SELECT (count(*) FILTER (WHERE is_later))::int AS later, (count(*) FILTER (WHERE NOT is_later))::int AS earlier
          FROM refused_arrival, LATERAL (SELECT coalesce(at > ${lockedAt}, false) AS is_later) AS arrival
          WHERE study_id = ${id}`,
    ),
    oneRow(pool(), countRow, missingAnswersSql(id)),
  ]);
  // A factor with one level is the same for everyone.
  const betweenFactors = design.factors
    .filter(({ levels }) => levels.length > 1)
    .map(({ name }) => name)
    .filter((name) => (design.composition?.varies[name] ?? "between") === "between" || design.itemsPerSession === 1);
  const kind = labelledFactors(study);
  const labels = new Map(
    conditions.map((row) => {
      const betweenLevels = Object.fromEntries(
        Object.entries(row.levels).filter(([name]) => betweenFactors.includes(name)),
      );
      return [row.id, conditionLabel(kind, betweenLevels)];
    }),
  );
  const talliesOf = (isLater: boolean) =>
    sessions
      .filter((row) => row.is_later === isLater)
      .map(
        (row): FlowTally => ({
          arm: row.condition_id === null ? null : (labels.get(row.condition_id) ?? ""),
          outcome: row.outcome,
          isUnderWay: row.is_under_way,
          isWaiting: row.is_waiting,
          isSurplus: row.is_surplus,
          count: row.count,
        }),
      );
  const later = prepareConsort(talliesOf(true), refused.later);
  return {
    consort: prepareConsort(talliesOf(false), refused.earlier),
    later: lockedAt !== null && later.arrived > 0 ? { consort: later, lockedAt: lockedAt.toISOString() } : null,
    hasBetween: betweenFactors.length > 0,
    lacking: lacking.n,
  };
}

const flowRow = z.strictObject({
  condition_id: z.string().nullable(),
  outcome: z.enum(outcomes).nullable(),
  is_surplus: z.boolean(),
  is_under_way: z.boolean(),
  is_waiting: z.boolean(),
  is_later: z.boolean(),
  count: z.number(),
});
