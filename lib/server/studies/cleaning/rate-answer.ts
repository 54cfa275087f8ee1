import type { PoolClient } from "pg";
import * as z from "zod";
import { cleaningRulePrefix } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import {
  agreedOutcome,
  type RatingVerdict,
  type ReviewOutcome,
  ratingVerdicts,
  reviewOutcomes,
} from "@/lib/domain/survey/cleaning/rated-answer.ts";
import { byReview } from "@/lib/domain/survey/studies/exclusion.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { type Actor, type Right, requirePerson } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";

export const ratingFormSchema = z.strictObject({
  review: z.uuid(),
  verdict: z.enum(ratingVerdicts),
  note: boundedText(2_000).default(""),
});

export const adjudicationFormSchema = z.strictObject({
  review: z.uuid(),
  outcome: z.enum(reviewOutcomes),
  note: boundedText(2_000).default(""),
});

/**
 * Stores a rater's verdict. If the second verdict agrees with the first, the review is decided: the answer is kept or
 * excluded. Otherwise the answer waits for an adjudicator. A third verdict, and a second one by the same person, are
 * rejected.
 */
export async function rateAnswer(
  actor: Actor,
  { review: reviewId, verdict, note }: z.infer<typeof ratingFormSchema>,
): Promise<void> {
  const person = requirePerson(actor);
  await withTx(async (client) => {
    const review = await lockReview(client, actor, "rating.work", reviewId);
    const verdicts = await readVerdicts(client, reviewId);
    if (verdicts.some(({ rater }) => rater === person))
      throw new AppError("conflict", "You have already rated this answer.");
    if (review.outcome !== null || verdicts.length >= 2)
      throw new AppError("conflict", "Two other raters have rated this answer in the meantime.");
    await client.query(sql`
      INSERT INTO cleaning_rating (review_id, rater_id, number, verdict, note)
      VALUES (${reviewId}, ${person}, ${verdicts.length + 1}, ${verdict}, ${note.trim()})
    `);
    const [first] = verdicts;
    const outcome = first ? agreedOutcome([first.verdict, verdict]) : null;
    if (outcome !== null)
      await storeDecision(client, review, { outcome, by: person, note: note.trim(), isAdjudicated: false });
  });
}

/** Decides about an answer on which two other raters disagree. An unresolved answer is kept and counted. */
export async function adjudicateAnswer(
  actor: Actor,
  { review: reviewId, outcome, note }: z.infer<typeof adjudicationFormSchema>,
): Promise<void> {
  const person = requirePerson(actor);
  await withTx(async (client) => {
    const review = await lockReview(client, actor, "rating.adjudicate", reviewId);
    const verdicts = await readVerdicts(client, reviewId);
    if (review.outcome !== null) throw new AppError("conflict", "Another person has decided this in the meantime.");
    if (verdicts.length < 2) throw new AppError("conflict", "Two raters have to rate this answer first.");
    if (verdicts.some(({ rater }) => rater === person))
      throw new AppError("forbidden", "You have rated this answer, so another person has to decide.");
    await storeDecision(client, review, { outcome, by: person, note: note.trim(), isAdjudicated: true });
  });
}

const reviewRow = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  responseId: z.string(),
  rules: z.array(z.string()),
  outcome: z.string().nullable(),
});
type LockedReview = z.infer<typeof reviewRow>;

/** Locks a review and its session, because the counters of an answer depend on its session. */
async function lockReview(client: PoolClient, actor: Actor, right: Right, reviewId: string): Promise<LockedReview> {
  const scope = projectScope(actor, right);
  const lockedReview = await maybeRow(
    client,
    reviewRow,
    sql`SELECT review.id, study.project_id AS "projectId", review.response_id AS "responseId", review.rules, review.outcome
     FROM cleaning_review AS review JOIN study ON study.id = review.study_id
     JOIN response ON response.id = review.response_id JOIN session ON session.id = response.session_id
     WHERE review.id = ${reviewId} AND (${scope}::uuid[] IS NULL OR study.project_id = ANY (${scope}))
     FOR NO KEY UPDATE OF session, review`,
  );
  if (!lockedReview) throw notFoundError();
  return lockedReview;
}

const verdictRow = z.strictObject({ rater: z.string(), verdict: z.enum(ratingVerdicts) });

function readVerdicts(client: PoolClient, reviewId: string): Promise<{ rater: string; verdict: RatingVerdict }[]> {
  return manyRows(
    client,
    verdictRow,
    sql`SELECT rater_id AS rater, verdict FROM cleaning_rating WHERE review_id = ${reviewId} ORDER BY number`,
  );
}

async function storeDecision(
  client: PoolClient,
  review: LockedReview,
  decision: { outcome: ReviewOutcome; by: string; note: string; isAdjudicated: boolean },
): Promise<void> {
  const { outcome, by, note, isAdjudicated } = decision;
  await client.query(sql`
    UPDATE cleaning_review SET outcome = ${outcome}, decided_at = clock_timestamp(),
      decided_by_id = ${isAdjudicated ? by : null}, note = ${note} WHERE id = ${review.id}
  `);
  if (outcome !== "excluded") return;
  const rule = `${cleaningRulePrefix}review: ${review.rules.join(", ") || "random sample"}`;
  await client.query(sql`
    INSERT INTO exclusion (id, response_id, reason, note, rule, created_by_id)
    SELECT gen_random_uuid(), ${review.responseId}, ${byReview}, ${note}, ${rule}, ${by}
    WHERE NOT EXISTS (SELECT FROM exclusion WHERE response_id = ${review.responseId} AND revoked_at IS NULL)
  `);
  await recordAudit(client, {
    actorId: by,
    projectId: review.projectId,
    action: "response.exclude",
    subjectType: "response",
    subjectId: review.responseId,
    after: { reason: byReview, rule },
    ...(note ? { reason: note } : {}),
  });
}
