import * as z from "zod";
import type { AnswerCount } from "@/lib/domain/results/model/study-results.ts";
import type { CountChoice } from "@/lib/domain/survey/counted-response.ts";
import { countedRowsView } from "../../counting/counted-where.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { resultsFirstSeenSql } from "./results-first-seen-sql.ts";

const markRow = z.strictObject({
  id: z.string(),
  isByPlan: z.boolean(),
  wasByPlan: z.boolean(),
  wasExcluded: z.boolean(),
  isLate: z.boolean(),
  at: z.date(),
});

const changedRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  conditionId: z.string(),
  answerKey: z.string(),
  isExcluded: z.boolean(),
});

export interface ChangedAnswer extends Omit<AnswerCount, "count"> {
  /** True if the answer is excluded now; false if it counts again after an exclusion. */
  isExcluded: boolean;
  /** True if a rule of the plan had excluded the answer; false if a person decided after results had been seen. */
  byRule: boolean;
  at: Date;
}

/**
 * Two kinds of complete answers of a main stage: answers that a person excluded or restored after someone had seen
 * results of the study, and answers that count although a rule of the plan excluded them. Decisions after a data lock
 * are included only for current data.
 */
export async function readChangedAnswers(
  studyId: string,
  { surplus, excluded, openStratum, data }: CountChoice,
): Promise<ChangedAnswer[]> {
  if (excluded) return [];
  const marks = await manyRows(
    pool(),
    markRow,
    sql`WITH seen AS (${resultsFirstSeenSql(studyId)}), mark AS (
       SELECT response_id AS id,
         bool_or(actor = 'plan' AND revoked_at IS NULL) AS "isByPlan",
         bool_or(actor = 'plan' AND revoked_at IS NOT NULL) AS "wasByPlan",
         coalesce(bool_or(created_at <= seen.at AND (revoked_at IS NULL OR revoked_at > seen.at)), false)
           AS "wasExcluded",
         coalesce(bool_or(created_at > seen.at OR revoked_at > seen.at), false) AS "isLate",
         max(greatest(created_at, revoked_at)) AS at
       FROM exclusion LEFT JOIN seen ON true WHERE study_id = ${studyId} GROUP BY response_id
     )
     SELECT * FROM mark WHERE ("isLate" AND NOT "isByPlan") OR "wasByPlan"`,
  );
  if (marks.length === 0) return [];
  // Answers are read only if such exclusions exist; otherwise the page of results is computed from counters alone.
  const answers = await manyRows(
    pool(),
    changedRow,
    sql`SELECT answer.id, answer.item_version_id AS "itemId", condition.key AS "conditionId",
       coalesce(answer.answer_key, '') AS "answerKey", answer.is_excluded AS "isExcluded"
     FROM ${countedRowsView({ data })} AS answer JOIN condition ON condition.id = answer.condition_id
     WHERE answer.id = ANY (${marks.map(({ id }) => id)}::uuid[])
       AND answer.stage = 'main' AND answer.is_complete AND answer.is_newest
       AND (${surplus}::boolean OR NOT answer.is_surplus) AND (${openStratum}::boolean OR NOT answer.is_open_stratum)`,
  );
  const markById = new Map(marks.map((mark) => [mark.id, mark]));
  return answers.flatMap(({ id, ...answer }) => {
    const { isByPlan, wasByPlan, wasExcluded, isLate, at } = markById.get(id)!;
    const isChanged = answer.isExcluded ? isLate && !isByPlan && !wasExcluded : wasByPlan || (isLate && wasExcluded);
    return isChanged ? [{ ...answer, byRule: wasByPlan && !answer.isExcluded, at }] : [];
  });
}
