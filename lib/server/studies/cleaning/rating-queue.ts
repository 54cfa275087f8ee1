import * as z from "zod";
import {
  type AnswerToRate,
  type MeasurePercentiles,
  ratingVerdicts,
} from "@/lib/domain/survey/cleaning/rated-answer.ts";
import { taskStatement } from "@/lib/domain/tasks/screens/task-summary.ts";
import { reasonOfAnswerSql } from "../../counting/reason-of-answer.ts";
import { itemRowColumns } from "../../items/item-of-row.ts";
import { type Actor, type Right, requirePerson } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";

/** A rater's work in a project: the next answer, and their progress. */
export interface RatingQueue {
  /** The number of answers that this person has rated, and the number that they can still rate. */
  rated: number;
  open: number;
  next: AnswerToRate | null;
}

const countsRow = z.strictObject({ rated: z.number(), open: z.number() });

/**
 * SQL: reviews in which this person may still give a verdict. Such a review is undecided and has fewer than two
 * verdicts, none of them by this person.
 */
function isOpenForRater(userId: string): SqlFragment {
  return fragment`review.outcome IS NULL
    AND (SELECT count(*) FROM cleaning_rating AS given WHERE given.review_id = review.id) < 2
    AND NOT EXISTS (SELECT FROM cleaning_rating AS own WHERE own.review_id = review.id AND own.rater_id = ${userId})`;
}

function selectReviews(actor: Actor, right: Right, projectId: string): SqlFragment {
  const scope = projectScope(actor, right);
  return fragment`cleaning_review AS review JOIN study ON study.id = review.study_id
    AND study.project_id = ${projectId} AND (${scope}::uuid[] IS NULL OR study.project_id = ANY (${scope}))`;
}

/** The next answer of a project for a rater, and their progress; empty for users without the right. */
export async function getRatingQueue(actor: Actor, projectId: string): Promise<RatingQueue> {
  const userId = requirePerson(actor);
  const reviews = selectReviews(actor, "rating.work", projectId);
  const { rated, open } = await oneRow(
    pool(),
    countsRow,
    sql`SELECT count(*) FILTER (WHERE EXISTS (
         SELECT FROM cleaning_rating AS own WHERE own.review_id = review.id AND own.rater_id = ${userId}))::int AS rated,
       count(*) FILTER (WHERE ${isOpenForRater(userId)})::int AS open FROM ${reviews}`,
  );
  const next = open === 0 ? null : await readAnswer(fragment`FROM ${reviews} WHERE ${isOpenForRater(userId)}`);
  return { rated, open, next };
}

/** The verdicts that an adjudicator sees, without their authors. */
export interface AdjudicatedAnswer extends AnswerToRate {
  verdicts: { verdict: (typeof ratingVerdicts)[number]; note: string }[];
}

const verdictRow = z.strictObject({ verdict: z.enum(ratingVerdicts), note: z.string() });

/**
 * The next answer of a study on which two raters disagree or are unsure. This person must not have rated the answer.
 * Null if there is no such answer, and for users without the right.
 */
export async function getAdjudication(
  actor: Actor,
  study: { id: string; projectId: string },
): Promise<{ open: number; next: AdjudicatedAnswer | null }> {
  const userId = requirePerson(actor);
  const waitingReviews = fragment`FROM ${selectReviews(actor, "rating.adjudicate", study.projectId)}
    WHERE review.study_id = ${study.id} AND ${isDisputed} AND NOT EXISTS (
      SELECT FROM cleaning_rating AS own WHERE own.review_id = review.id AND own.rater_id = ${userId})`;
  const { open } = await oneRow(
    pool(),
    z.strictObject({ open: z.number() }),
    sql`SELECT count(*)::int AS open ${waitingReviews}`,
  );
  const next = open === 0 ? null : await readAnswer(waitingReviews);
  if (!next) return { open, next: null };
  const verdicts = await manyRows(
    pool(),
    verdictRow,
    sql`SELECT verdict, note FROM cleaning_rating WHERE review_id = ${next.id} ORDER BY md5(rater_id::text)`,
  );
  return { open, next: { ...next, verdicts } };
}

/** SQL: two raters have given verdicts, but the review is still undecided. */
export const isDisputed = fragment`(review.outcome IS NULL
  AND (SELECT count(*) FROM cleaning_rating AS given WHERE given.review_id = review.id) = 2)`;

const answerRow = z.strictObject({
  id: z.string(),
  statement: z.string(),
  explanation: z.string().nullable(),
  measures: json<MeasurePercentiles>(),
  task: itemRowColumns.task,
});

/**
 * The first review of a selection, as a rater receives it: the statement as in the item file, for a task its whole
 * question, and the explanation. The condition of the story, the order of options and translations are not shown.
 */
async function readAnswer(from: SqlFragment): Promise<AnswerToRate | null> {
  const answerRecord = await maybeRow(
    pool(),
    answerRow,
    sql`WITH review AS (SELECT review.id, review.response_id, review.measures ${from} ORDER BY review.ordinal LIMIT 1)
     SELECT review.id, coalesce(nullif(item.text, ''), story.text) AS statement, reason.words AS explanation,
       review.measures, item_task(item.task_schema_version_id, item.task_fields) AS task
     FROM review JOIN response AS answer ON answer.id = review.response_id
     JOIN item_version AS item ON item.id = answer.item_version_id
     JOIN story_version AS story ON story.id = item.story_version_id
     ${reasonOfAnswerSql("answer")}`,
  );
  if (!answerRecord) return null;
  const { task, ...answer } = answerRecord;
  return { ...answer, statement: (task && taskStatement(task.schema, task.fields)) || answer.statement };
}
