import * as z from "zod";
import type { StudyChecks } from "@/lib/domain/survey/live/prepare-checks.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { factsOfStudy, type ResultDefinition, type ResultFacts } from "../../stored-results/result-definition.ts";
import { parsePlan } from "../draft/freeze-protocol.ts";
import { listDataLocks } from "../lock/read-data-collection-state.ts";
import { readChecks } from "../rules/read-checks.ts";

const documentRow = z.strictObject({ document: json() });

const markedRow = z.strictObject({ answers: z.number(), reversed: z.number() });

/**
 * Results of the checks of a study, and the sessions to which the analysis plan's rule applies. The subject is "STUDY".
 */
export const checksResult: ResultDefinition<StudyChecks> = {
  kind: "checks",
  ruleVersion: 5,
  facts: readFacts,
  compute: (studyId, { read }) =>
    withSnapshot(async (client) => {
      const storedPlan = await maybeRow(
        client,
        documentRow,
        sql`SELECT document FROM study_plan WHERE study_id = ${studyId}`,
      );
      const missedChecks = parsePlan(storedPlan?.document).exclusions.missedChecks ?? null;
      const [firstLock] = await listDataLocks(studyId, client);
      const lockedAt = firstLock?.lockedAt ?? null;
      const { checks, later, concerned } = await readChecks(client, studyId, missedChecks, { lockedAt, read });
      const exclusionCounts = await oneRow(
        client,
        markedRow,
        sql`SELECT count(*) FILTER (WHERE revoked_at IS NULL)::int AS answers,
           count(*) FILTER (WHERE revoked_at IS NOT NULL)::int AS reversed
         FROM exclusion WHERE study_id = ${studyId} AND actor = 'plan' AND reason = 'missed-checks'`,
      );
      return {
        checks,
        later: later && lockedAt && { checks: later, lockedAt: lockedAt.toISOString() },
        missedChecks,
        people: concerned.length,
        ...exclusionCounts,
      };
    }),
};

const factRow = z.strictObject({ projectId: z.string(), answers: z.number(), said: z.string() });

/** The facts come from counters: every answer advances a session, and exclusions are counted with the answers. */
async function readFacts(studyId: string): Promise<ResultFacts | null> {
  if (!z.uuid().safeParse(studyId).success) return null;
  const row = await maybeRow(
    pool(),
    factRow,
    sql`WITH stepped AS (
       SELECT stage, key, event, sum(count)::float8 AS count FROM session_count WHERE study_id = ${studyId}
       GROUP BY 1, 2, 3
     )
     SELECT study.project_id AS "projectId", coalesce((SELECT sum(count) FROM stepped), 0) AS answers,
       concat_ws('|', (SELECT md5(string_agg(concat_ws('/', stage, key, event, count), ',' ORDER BY stage, key, event))
          FROM stepped),
         (SELECT md5(string_agg(concat_ws('/', stage, is_surplus, is_excluded, count), ',' ORDER BY 1)) FROM (
            SELECT concat(stage, is_surplus, is_excluded), stage, is_surplus, is_excluded, sum(count) AS count
            FROM cell_count WHERE study_id = ${studyId} GROUP BY stage, is_surplus, is_excluded) AS counted),
         (SELECT string_agg(id::text, ',' ORDER BY id) FROM protocol_version WHERE study_id = study.id),
         (SELECT min(locked_at) FROM data_lock WHERE study_id = study.id),
         (SELECT document -> 'exclusions' ->> 'missedChecks' FROM study_plan WHERE study_id = study.id)) AS said
     FROM study WHERE study.id = ${studyId}`,
  );
  return row ? factsOfStudy(studyId, row) : null;
}
