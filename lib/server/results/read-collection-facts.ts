import * as z from "zod";
import type { CollectionFacts, VersionTimeLimit } from "@/lib/domain/results/analysis/collection-methods.ts";
import { type Protocol, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { recruiterName } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { planningSchema } from "@/lib/domain/survey/studies/planner-query.ts";
import { itemTimeLimit, timeOptionKey } from "@/lib/domain/survey/time-limit.ts";
import manifest from "@/package.json" with { type: "json" };
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { getStudyPlan } from "../studies/draft/study-plan.ts";
import { getStudy } from "../studies/get-study.ts";

const outcomeRow = z.strictObject({
  outcome: z.string().nullable(),
  count: z.number(),
  surplus: z.number(),
  outsideQuotas: z.number(),
});

const daysRow = z.strictObject({ from: z.date().nullable(), to: z.date().nullable() });

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
 */
export async function readCollectionFacts(
  studyId: string,
  stage: string,
  models: readonly string[],
): Promise<CollectionFacts | null> {
  const [study, commitment] = await Promise.all([getStudy(installation, studyId), getStudyPlan(installation, studyId)]);
  if (!study || !commitment) return null;
  const [outcomes, days, exclusions, runs] = await Promise.all([
    manyRows(
      pool(),
      outcomeRow,
      sql`SELECT outcome::text AS outcome, count(*)::float8 AS count,
         (count(*) FILTER (WHERE is_surplus))::float8 AS surplus,
         (count(*) FILTER (WHERE stratum.is_open))::float8 AS "outsideQuotas"
       FROM session LEFT JOIN stratum ON stratum.id = session.stratum_id
       WHERE session.study_id = ${study.id} AND stage = ${stage}::stage GROUP BY outcome ORDER BY outcome`,
    ),
    oneRow(
      pool(),
      daysRow,
      sql`SELECT min(started_at) AS "from", max(coalesce(ended_at, started_at)) AS "to" FROM session
       WHERE study_id = ${study.id} AND stage = ${stage}::stage`,
    ),
    manyRows(
      pool(),
      exclusionRow,
      sql`SELECT CASE WHEN exclusion.rule = '' THEN exclusion.reason ELSE exclusion.rule END AS reason,
         exclusion.actor = 'plan' AS "byPlan", count(*)::int AS answers,
         count(DISTINCT response.session_id)::int AS people
       FROM exclusion JOIN response ON response.id = exclusion.response_id
       JOIN session ON session.id = response.session_id
       WHERE exclusion.study_id = ${study.id} AND exclusion.revoked_at IS NULL AND session.stage = ${stage}::stage
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
  const complete = outcomes.find(({ outcome }) => outcome === "complete");
  const planning = planningSchema.safeParse(study.planning).data;
  const { kind = "none", name = "" } = study.protocol.recruiter ?? {};
  return {
    software: `Parallax ${manifest.version}`,
    sessions: {
      started: outcomes.reduce((sum, { count }) => sum + count, 0),
      complete: complete?.count ?? 0,
      surplus: complete?.surplus ?? 0,
      outsideQuotas: complete?.outsideQuotas ?? 0,
      ended: outcomes.flatMap(({ outcome, count }) =>
        outcome === null || outcome === "complete" ? [] : [{ outcome: outcome.replaceAll("_", "-"), count }],
      ),
      left: outcomes.find(({ outcome }) => outcome === null)?.count ?? 0,
    },
    from: days.from,
    to: days.to,
    exclusions,
    quotas: study.design.strata.map(({ label }) => label),
    recruiter: recruiterName(kind, name) ?? "",
    pay: planning ? { perHour: planning.pay, currency: planning.currency, minutes: planning.minutes } : null,
    consent: { version: study.protocol.consent.version, boxes: study.protocol.consent.boxes?.length ?? 0 },
    itemsPerSession: study.design.itemsPerSession,
    timeLimits: await readTimeLimits(study.id, stage, study.protocol),
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
): Promise<CollectionFacts["timeLimits"]> {
  const rows = await manyRows(
    pool(),
    limitRow,
    sql`WITH chosen AS (
         SELECT session.protocol_version_id AS id, given ->> ${timeOptionKey} AS option
         FROM session LEFT JOIN step_answer ON step_answer.session_id = session.id AND given ? ${timeOptionKey}
         WHERE session.study_id = ${studyId} AND session.stage = ${stage}::stage
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
