import * as z from "zod";
import type { CleaningOverview, FlagExample } from "@/lib/domain/survey/cleaning/cleaning-overview.ts";
import type { AnswerFlag } from "@/lib/domain/survey/cleaning/fold-flags.ts";
import { ratingVerdicts } from "@/lib/domain/survey/cleaning/rated-answer.ts";
import type { RatedPair } from "@/lib/domain/survey/cleaning/review-agreement.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow, oneRow, text } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { loadStoredResult } from "../../stored-results/stored-result.ts";
import { cleaningResult } from "./cleaning-result.ts";
import { readPlannedRules } from "./planned-rules.ts";
import { isDisputed } from "./rating-queue.ts";

const lockedRow = z.strictObject({ isLocked: z.boolean() });

/**
 * The state of a study's flags, which are computed if there are few answers. The caller must check the right to see the
 * study.
 */
export function loadFlags(studyId: string): Promise<CleaningOverview["flags"]> {
  return loadStoredResult(cleaningResult, studyId);
}

/** The data for a study's page about cleaning. The caller must check the right to see the study. */
export async function loadCleaning(studyId: string): Promise<CleaningOverview> {
  const flags = await loadFlags(studyId);
  const [rules, review, pairs, exclusions, study] = await Promise.all([
    readPlannedRules(pool(), studyId),
    readReviewCounts(studyId),
    readPairs(studyId),
    readExclusions(studyId),
    maybeRow(pool(), lockedRow, sql`SELECT locked_at IS NOT NULL AS "isLocked" FROM study WHERE id = ${studyId}`),
  ]);
  const examples = await readExamples(
    studyId,
    rules.map(({ rule }) => rule),
  );
  return { rules, flags, examples, review, pairs, exclusions, isLocked: study?.isLocked ?? false };
}

const reviewRow = z.strictObject({
  answers: z.number(),
  sampled: z.number(),
  unrated: z.number(),
  ratedOnce: z.number(),
  disputed: z.number(),
  kept: z.number(),
  excluded: z.number(),
  unresolved: z.number(),
  excludedOfSample: z.number(),
  raters: z.number(),
});

function readReviewCounts(studyId: string): Promise<CleaningOverview["review"]> {
  return oneRow(
    pool(),
    reviewRow,
    sql`WITH review AS (
       SELECT review.*, (SELECT count(*) FROM cleaning_rating WHERE review_id = review.id) AS given,
         ${isDisputed} AS is_disputed
       FROM cleaning_review AS review WHERE study_id = ${studyId}
     )
     SELECT count(*)::int AS answers, count(*) FILTER (WHERE cardinality(rules) = 0)::int AS sampled,
       count(*) FILTER (WHERE outcome IS NULL AND given = 0)::int AS unrated,
       count(*) FILTER (WHERE outcome IS NULL AND given = 1)::int AS "ratedOnce",
       count(*) FILTER (WHERE is_disputed)::int AS disputed,
       count(*) FILTER (WHERE outcome = 'kept')::int AS kept,
       count(*) FILTER (WHERE outcome = 'excluded')::int AS excluded,
       count(*) FILTER (WHERE outcome = 'unresolved')::int AS unresolved,
       count(*) FILTER (WHERE outcome = 'excluded' AND cardinality(rules) = 0)::int AS "excludedOfSample",
       (SELECT count(DISTINCT rater_id)::int FROM cleaning_rating JOIN cleaning_review ON cleaning_review.id = review_id
        WHERE study_id = ${studyId}) AS raters
     FROM review`,
  );
}

const pairRow = z.strictObject({
  raters: z.tuple([z.string(), z.string()]),
  verdicts: z.tuple([z.enum(ratingVerdicts), z.enum(ratingVerdicts)]),
}) satisfies z.ZodType<RatedPair>;

/** The maximum number of pairs of verdicts from which a page computes agreement. */
const maxPairs = 5_000;

function readPairs(studyId: string): Promise<RatedPair[]> {
  return manyRows(
    pool(),
    pairRow,
    sql`SELECT array_agg(rater_id::text ORDER BY number) AS raters, array_agg(verdict ORDER BY number) AS verdicts
     FROM cleaning_review AS review JOIN cleaning_rating AS rating ON rating.review_id = review.id
     WHERE study_id = ${studyId} GROUP BY review.id HAVING count(*) = 2 ORDER BY min(review.ordinal) LIMIT ${maxPairs}`,
  );
}

const exclusionRow = z.strictObject({
  rule: z.string(),
  by: z.string(),
  answers: z.number(),
  people: z.number(),
  reversed: z.number(),
  first: z.date(),
  last: z.date(),
}) satisfies z.ZodType<CleaningOverview["exclusions"][number]>;

/** Exclusions by rule and decider; an automatic exclusion is attributed to its rule. */
function readExclusions(studyId: string): Promise<CleaningOverview["exclusions"]> {
  return manyRows(
    pool(),
    exclusionRow,
    sql`SELECT CASE WHEN mark.rule = '' THEN mark.reason ELSE mark.rule END AS rule,
       CASE WHEN mark.actor = 'plan' THEN '' ELSE coalesce(nullif(app_user.name, ''), app_user.email,
         'a person whose account was deleted') END AS by,
       count(*) FILTER (WHERE mark.revoked_at IS NULL)::int AS answers,
       count(DISTINCT response.session_id) FILTER (WHERE mark.revoked_at IS NULL)::int AS people,
       count(*) FILTER (WHERE mark.revoked_at IS NOT NULL)::int AS reversed,
       min(mark.created_at) AS first, max(mark.created_at) AS last
     FROM exclusion AS mark JOIN response ON response.id = mark.response_id
     LEFT JOIN app_user ON app_user.id = mark.created_by_id
     WHERE mark.study_id = ${studyId} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
}

const exampleRow = z.strictObject({
  rule: text<AnswerFlag["rule"]>(),
  session: z.string(),
  value: z.number(),
  evidence: json<AnswerFlag["evidence"]>(),
}) satisfies z.ZodType<FlagExample>;

/** The number of flagged answers that the page shows per rule; the list of answers shows all. */
const examplesPerRule = 5;

/** The newest flags of each rule with their evidence. */
function readExamples(studyId: string, rules: readonly string[]): Promise<FlagExample[]> {
  return manyRows(
    pool(),
    exampleRow,
    sql`SELECT flag.rule, response.session_id AS session, flag.value, flag.evidence
     FROM unnest(${rules}::text[]) WITH ORDINALITY AS planned (rule, number)
     CROSS JOIN LATERAL (
       SELECT * FROM response_flag WHERE study_id = ${studyId} AND response_flag.rule = planned.rule
       ORDER BY answered_at DESC, response_id LIMIT ${examplesPerRule}) AS flag
     JOIN response ON response.id = flag.response_id ORDER BY planned.number, flag.answered_at DESC, flag.response_id`,
  );
}
