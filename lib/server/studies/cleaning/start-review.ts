import type { PoolClient } from "pg";
import * as z from "zod";
import { sampleShare } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import { processMeasures } from "@/lib/domain/survey/cleaning/rated-answer.ts";
import { countedWhere } from "../../counting/counted-where.ts";
import { reasonOfAnswerSql } from "../../counting/reason-of-answer.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { SqlFragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { PendingError } from "../../platform/errors/pending-error.ts";
import { loadFreshResult } from "../../stored-results/stored-result.ts";
import { lockStudy } from "../study-where.ts";
import { cleaningResult } from "./cleaning-result.ts";
import { joinStoryTime, readStoryKeys } from "./cleaning-rows.ts";
import { readPlannedRules } from "./planned-rules.ts";

const addedCountsRow = z.strictObject({ flagged: z.number(), sampled: z.number() });

/**
 * Adds answers to the review of a study: all answers that are flagged by a review rule of the plan, and 5% of the
 * answers without any flag, drawn by a hash of the IDs of answer and study. The order of the queue is also random, so
 * neither the queue nor an answer shows which answers are flagged. Answers that are already excluded, or that an
 * automatic rule excludes at the data lock, are not added. A later call adds answers that have arrived since.
 *
 * @returns the numbers of answers that were added now
 * @throws AppError while a job computes the flags: the same request succeeds later
 */
export async function startReview(actor: Actor, studyId: string): Promise<{ flagged: number; sampled: number }> {
  // The right is checked before anything is computed.
  await withTx((client) => lockStudy(client, actor, "research.write", studyId));
  await requireFlags(studyId);
  return withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const rules = await readPlannedRules(client, studyId);
    const rulesWithAction = (action: string) =>
      rules.flatMap((one) => (one.action === action ? [one.rule as string] : []));
    if (rulesWithAction("review").length === 0)
      throw new AppError("conflict", "The analysis plan has no rule whose flagged answers are reviewed.");
    const addedCounts = await addToReview(client, studyId, {
      reviewed: rulesWithAction("review"),
      excluded: rulesWithAction("exclude"),
    });
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.review-answers",
      subjectType: "study",
      subjectId: studyId,
      after: addedCounts,
    });
    return addedCounts;
  });
}

async function requireFlags(studyId: string): Promise<void> {
  try {
    await loadFreshResult(cleaningResult, studyId);
  } catch (error) {
    if (!(error instanceof PendingError)) throw error;
    throw new AppError("conflict", "The flags are being computed. Please try again in a minute.");
  }
}

async function addToReview(
  client: PoolClient,
  studyId: string,
  { reviewed, excluded }: { reviewed: string[]; excluded: string[] },
): Promise<{ flagged: number; sampled: number }> {
  return oneRow(
    client,
    addedCountsRow,
    sql`WITH answer AS MATERIALIZED (
       SELECT counted.id, counted.session_id, counted.condition_id, counted.screen, counted.elapsed_ms, counted.is_excluded,
         ARRAY(SELECT rule FROM response_flag WHERE response_id = counted.id AND rule = ANY (${reviewed}::text[])
           ORDER BY rule) AS rules,
         EXISTS (SELECT FROM response_flag WHERE response_id = counted.id) AS is_flagged,
         EXISTS (SELECT FROM response_flag WHERE response_id = counted.id AND rule = ANY (${excluded}::text[]))
           AS is_automatic
       FROM counted_response AS counted JOIN study ON study.id = counted.study_id AND study.stage = counted.stage
       WHERE counted.study_id = ${studyId}
         AND ${countedWhere({ surplus: false, excluded: true, openStratum: true }, "counted")}
     ), measured AS (
       SELECT answer.id, answer.condition_id, answer.elapsed_ms::float8 AS "responseTime", story.ms AS "readingTime",
         char_length(reason.words)::float8 AS "explanationLength",
         (coalesce(following.process, own.process) ->> 'pasted')::float8 / nullif(
           (coalesce(following.process, own.process) ->> 'pasted')::float8
           + (coalesce(following.process, own.process) ->> 'typed')::float8, 0) AS "pastedShare",
         (own.process ->> 'hiddenMs')::float8 AS "hiddenTime"
       FROM answer ${reasonOfAnswerSql("answer")}
       LEFT JOIN session_screen AS own ON own.session_id = answer.session_id AND own.screen = answer.screen
       LEFT JOIN step_answer AS step ON step.id = reason.id
       LEFT JOIN session_screen AS following
         ON following.session_id = answer.session_id AND following.screen = step.screen
       ${joinStoryTime(await readStoryKeys(client, studyId))}
     ), ranked AS (
       SELECT id, jsonb_build_object(${percentilesSql()}) AS measures FROM measured
     ), unflagged AS (
       SELECT id, row_number() OVER (ORDER BY md5(id::text || ${studyId})) AS rank, count(*) OVER () AS total
       FROM answer WHERE NOT is_flagged AND NOT is_excluded
     ), chosen AS (
       SELECT answer.id, answer.rules, cardinality(answer.rules) > 0 AS is_flagged FROM answer
       LEFT JOIN unflagged ON unflagged.id = answer.id
       WHERE NOT answer.is_excluded AND NOT answer.is_automatic
         AND (cardinality(answer.rules) > 0 OR unflagged.rank <= ceil(unflagged.total * ${sampleShare}::float8))
         AND NOT EXISTS (SELECT FROM cleaning_review WHERE response_id = answer.id)
     ), added AS (
       INSERT INTO cleaning_review (id, study_id, response_id, rules, ordinal, measures)
       SELECT gen_random_uuid(), ${studyId}, chosen.id, chosen.rules,
         coalesce((SELECT max(ordinal) FROM cleaning_review WHERE study_id = ${studyId}), 0)
           + row_number() OVER (ORDER BY md5('order' || chosen.id::text || ${studyId})), ranked.measures
       FROM chosen JOIN ranked ON ranked.id = chosen.id
       RETURNING rules
     )
     SELECT count(*) FILTER (WHERE cardinality(rules) > 0)::int AS flagged,
       count(*) FILTER (WHERE cardinality(rules) = 0)::int AS sampled FROM added`,
  );
}

/**
 * SQL of the arguments of a JSON object: each measure as a percentile among the known values under the same condition.
 */
function percentilesSql(): SqlFragment {
  const parts = Object.keys(processMeasures).map(
    (name) => `'${name}', CASE WHEN "${name}" IS NOT NULL THEN round(100 * percent_rank()
      OVER (PARTITION BY condition_id, "${name}" IS NULL ORDER BY "${name}")) END`,
  );
  return new SqlFragment([parts.join(", ")], []);
}
