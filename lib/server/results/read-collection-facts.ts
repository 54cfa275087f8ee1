import * as z from "zod";
import type {
  CollectedSessions,
  CollectionFacts,
  VersionTimeLimit,
} from "@/lib/domain/results/analysis/collection-methods.ts";
import type { DataVersion } from "@/lib/domain/results/plan/data-collection-state.ts";
import { type Protocol, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { recruiterName } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { planningSchema } from "@/lib/domain/survey/studies/planner-query.ts";
import { itemTimeLimit, timeOptionKey } from "@/lib/domain/survey/time-limit.ts";
import manifest from "@/package.json" with { type: "json" };
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { getStudyPlan } from "../studies/draft/study-plan.ts";
import { getStudy } from "../studies/get-study.ts";
import { listDataLocks } from "../studies/lock/read-data-collection-state.ts";

const outcomeRow = z.strictObject({
  outcome: z.string().nullable(),
  count: z.number(),
  surplus: z.number(),
  outsideQuotas: z.number(),
  from: z.date().nullable(),
  to: z.date().nullable(),
});

const exclusionRow = z.strictObject({
  reason: z.string(),
  byPlan: z.boolean(),
  answers: z.number(),
  people: z.number(),
});

const runRow = z.strictObject({ model: z.string(), source: z.string(), settings: json<Record<string, unknown>>() });

/**
 * How the data of a study's stage were collected, for its methods text. Counts all sessions, which is slow: call it
 * only from a job or a command. The caller must check access to the study. Returns null if the study does not exist.
 *
 * @param models the models that are reported
 * @param data the version of the data that is analysed; sessions after the first lock are then counted separately
 */
export async function readCollectionFacts(
  studyId: string,
  stage: string,
  models: readonly string[],
  data: DataVersion = "current",
): Promise<CollectionFacts | null> {
  const [study, commitment] = await Promise.all([getStudy(installation, studyId), getStudyPlan(installation, studyId)]);
  if (!study || !commitment) return null;
  const [firstLock] = data === "locked" && stage === "main" ? await listDataLocks(study.id) : [];
  const lockedAt = firstLock?.lockedAt ?? null;
  const [sessions, laterSessions, exclusions, runs] = await Promise.all([
    readSessions(study.id, stage, null, lockedAt),
    lockedAt && readSessions(study.id, stage, lockedAt, null),
    manyRows(
      pool(),
      exclusionRow,
      sql`SELECT CASE WHEN exclusion.rule = '' THEN exclusion.reason ELSE exclusion.rule END AS reason,
         exclusion.actor = 'plan' AS "byPlan", count(*)::int AS answers,
         count(DISTINCT response.session_id)::int AS people
       FROM exclusion JOIN response ON response.id = exclusion.response_id
       JOIN session ON session.id = response.session_id
       WHERE exclusion.study_id = ${study.id} AND session.stage = ${stage}::stage
         AND coalesce(exclusion.created_at <= ${lockedAt}, true)
         AND (exclusion.revoked_at IS NULL OR exclusion.revoked_at > ${lockedAt})
       GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    manyRows(
      pool(),
      runRow,
      sql`SELECT model.name AS model, run.source, run.settings FROM run JOIN model ON model.id = run.model_id
       WHERE run.benchmark_id = ${study.benchmark.id} AND run.archived_at IS NULL
         AND model.name = ANY(${[...models]}::text[])
       ORDER BY model.name, run.source`,
    ),
  ]);
  const planning = planningSchema.safeParse(study.planning).data;
  const { kind = "none", name = "" } = study.protocol.recruiter ?? {};
  return {
    software: `Parallax ${manifest.version}`,
    sessions,
    laterSessions: laterSessions && laterSessions.started > 0 ? laterSessions : null,
    exclusions,
    quotas: study.design.strata.map(({ label }) => label),
    recruiter: recruiterName(kind, name) ?? "",
    pay: planning ? { perHour: planning.pay, currency: planning.currency, minutes: planning.minutes } : null,
    consent: { version: study.protocol.consent.version, boxes: study.protocol.consent.boxes?.length ?? 0 },
    itemsPerSession: study.design.itemsPerSession,
    timeLimits: await readTimeLimits(study.id, stage, study.protocol, lockedAt),
    amendments: commitment.freezes.slice(1).map(({ number, at, reason, hasData, changes }) => ({
      number,
      at,
      reason,
      hasData,
      paths: [...new Set(changes.map(({ path }) => path.split(".").slice(0, 2).join(".")))],
    })),
    runs,
  };
}

/** The sessions that were started after one time and until another; null for no bound. */
async function readSessions(
  studyId: string,
  stage: string,
  after: Date | null,
  until: Date | null,
): Promise<CollectedSessions> {
  const outcomes = await manyRows(
    pool(),
    outcomeRow,
    sql`SELECT outcome::text AS outcome, count(*)::float8 AS count,
         (count(*) FILTER (WHERE is_surplus))::float8 AS surplus,
         (count(*) FILTER (WHERE stratum.is_open))::float8 AS "outsideQuotas",
         min(started_at) AS "from", max(coalesce(ended_at, started_at)) AS "to"
       FROM session LEFT JOIN stratum ON stratum.id = session.stratum_id
       WHERE session.study_id = ${studyId} AND stage = ${stage}::stage
         AND coalesce(started_at > ${after}, true) AND coalesce(started_at <= ${until}, true)
       GROUP BY outcome ORDER BY outcome`,
  );
  const complete = outcomes.find(({ outcome }) => outcome === "complete");
  const times = outcomes.flatMap(({ from, to }) => [from, to].flatMap((time) => time ?? []));
  const sortedTimes = times.sort((left, right) => left.getTime() - right.getTime());
  return {
    started: outcomes.reduce((sum, { count }) => sum + count, 0),
    complete: complete?.count ?? 0,
    surplus: complete?.surplus ?? 0,
    outsideQuotas: complete?.outsideQuotas ?? 0,
    ended: outcomes.flatMap(({ outcome, count }) =>
      outcome === null || outcome === "complete" ? [] : [{ outcome: outcome.replaceAll("_", "-"), count }],
    ),
    left: outcomes.find(({ outcome }) => outcome === null)?.count ?? 0,
    from: sortedTimes[0] ?? null,
    to: sortedTimes.at(-1) ?? null,
  };
}

const limitRow = z.strictObject({
  version: z.number(),
  protocol: json(),
  standard: z.number(),
  double: z.number(),
  none: z.number(),
});

/** The time limits of a study's items under the versions of its protocol that sessions of the stage have. */
async function readTimeLimits(
  studyId: string,
  stage: string,
  current: Protocol,
  lockedAt: Date | null,
): Promise<CollectionFacts["timeLimits"]> {
  const rows = await manyRows(
    pool(),
    limitRow,
    sql`WITH chosen AS (
         SELECT session.protocol_version_id AS id, given ->> ${timeOptionKey} AS option
         FROM session LEFT JOIN step_answer ON step_answer.session_id = session.id AND given ? ${timeOptionKey}
         WHERE session.study_id = ${studyId} AND session.stage = ${stage}::stage
           AND coalesce(session.started_at <= ${lockedAt}, true)
       ), counted AS (
         SELECT id, (count(*) FILTER (WHERE option = 'standard'))::float8 AS standard,
           (count(*) FILTER (WHERE option = 'double'))::float8 AS double,
           (count(*) FILTER (WHERE option = 'none'))::float8 AS none
         FROM chosen GROUP BY id
       )
       SELECT version, document AS protocol, standard, double, none
       FROM counted JOIN protocol_version USING (id) ORDER BY version`,
  );
  const limits: (VersionTimeLimit & { versions: number[] })[] = [];
  for (const { version, protocol, ...chosen } of rows) {
    const seconds = itemTimeLimit(protocolSchema.parse(protocol));
    const existingLimit = limits.find((limit) => limit.seconds === seconds);
    if (!existingLimit) limits.push({ versions: [version], seconds, chosen });
    else {
      existingLimit.versions.push(version);
      existingLimit.chosen = addChosen(existingLimit.chosen, chosen);
    }
  }
  if (rows.length === 0)
    limits.push({ versions: [], seconds: itemTimeLimit(current), chosen: { standard: 0, double: 0, none: 0 } });
  return limits.some(({ seconds }) => seconds !== null) ? limits : null;
}

function addChosen(one: VersionTimeLimit["chosen"], other: VersionTimeLimit["chosen"]): VersionTimeLimit["chosen"] {
  return {
    standard: one.standard + other.standard,
    double: one.double + other.double,
    none: one.none + other.none,
  };
}
