import type { PoolClient } from "pg";
import * as z from "zod";
import { isUntouchedByAll } from "@/lib/domain/annotation/derive-item-status.ts";
import { type AnnotationDocument, documentHash } from "@/lib/domain/annotation/documents/copy-document.ts";
import { judgeVerdict, verdictRefusals } from "@/lib/domain/annotation/judge-verdict.ts";
import { copyVerdicts, type ReviewDecision, type ReviewRequest } from "@/lib/domain/annotation/requests.ts";
import type { ReviewAnswer } from "@/lib/domain/annotation/review.ts";
import { listDocumentProblems } from "@/lib/domain/annotation/submission-problems.ts";
import { itemStatuses, taskStates } from "@/lib/domain/annotation/task.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { json, manyRows, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { type LockedTask, lockCopies, lockTask } from "../claim/lock-task.ts";
import { recordAcceptance } from "../items/acceptance.ts";
import { hasSiblingCut } from "../items/copy-change.ts";
import { mustBeReviewed } from "../items/requeue-action.ts";
import { givenAnswers, toComparableText } from "../schema/given-answers.ts";
import { isOwnWork } from "./is-own-work.ts";

const reviewStateRow = z.strictObject({
  reviewer_id: z.string().nullable(),
  status: z.enum(itemStatuses),
  is_own: z.boolean(),
  last: json<{ decision: ReviewDecision; taskId: string; reviewer: string }>().nullable(),
});

/**
 * Decides on one finished copy of an item: accepts it, changes it (with the reviewer's text and the reason), or returns
 * it to the same person with the reason. If the collection requires a blind re-solve, accepted items still wait for it.
 * Only the holder of the review may decide, and never on their own work (`isOwnWork`). Idempotent.
 */
export async function decideReview(actor: Actor, taskId: string, request: ReviewRequest): Promise<ReviewAnswer> {
  const userId = requirePerson(actor);
  requireCompleteRequest(request);
  return withTx(async (client) => {
    await lockCopies(client, taskId);
    const task = await lockTask(client, actor, "annotation.review", taskId);
    const review = await oneRow(
      client,
      reviewStateRow,
      sql`
      SELECT reviewer_id, status::text, ${isOwnWork(fragment`item.id`, userId)} AS is_own,
        (SELECT json_build_object('decision', decision, 'taskId', task_id, 'reviewer', reviewer_id)
         FROM standing_review WHERE item_id = item.id ORDER BY saved_at DESC LIMIT 1) AS last
      FROM annotation_item AS item WHERE id = ${task.itemId}::uuid
    `,
    );
    const { reviewer_id: reviewerId, status, is_own: isOwn, last } = review;
    if (isOwn) throw notFoundError();
    const isRepeatedRequest = last?.reviewer === userId && last.taskId === taskId && last.decision === request.decision;
    if (status !== "in-review" && isRepeatedRequest)
      return { ok: true, itemStatus: statusAfterDecision(task, request.decision) };
    if (status !== "in-review" || reviewerId !== userId) {
      throw new AppError("conflict", "Another person reviews this item now, or it has been decided.", "holder");
    }
    if (task.verdictId === null) throw new AppError("conflict", "This copy is not finished.", "taskId");
    const revisionId =
      request.decision === "change"
        ? await storeChange(client, task, userId, request)
        : await readSubmittedRevision(client, task);
    await client.query(
      sql`INSERT INTO annotation_review (id, item_id, task_id, reviewer_id, decision, reason, revision_id, is_sample,
       codes, item_before, re_review_id)
       SELECT gen_random_uuid(), id, ${taskId}, ${userId}, ${request.decision}::text, ${request.reason},
       ${revisionId}, ${await isRandomSample(client, task.itemId)}, ${request.codes ?? []},
       CASE WHEN ${request.decision}::text <> 'return' THEN
         jsonb_build_object('flags', flags, 'genre', genre, 'knowledgeType', knowledge_type) END,
         (SELECT re_review_id FROM annotation_re_review_item AS chosen JOIN annotation_re_review AS one
         ON one.id = re_review_id
          WHERE chosen.item_id = annotation_item.id ORDER BY one.at DESC LIMIT 1)
       FROM annotation_item WHERE id = ${task.itemId}`,
    );
    await client.query(
      sql`INSERT INTO annotation_seen (item_id, user_id, how) VALUES (${task.itemId}, ${userId}, 'reviewed')
        ON CONFLICT (item_id, user_id) DO NOTHING`,
    );
    const itemStatus =
      request.decision === "return"
        ? await returnCopy(client, task, request.reason)
        : await acceptCopy(client, task, revisionId, request.decision);
    if (itemStatus === "accepted") {
      const reason = request.reason === "" ? "Accepted as submitted." : request.reason;
      await recordAcceptance(client, { itemId: task.itemId, acceptedById: userId, cause: "review", reason });
    }
    await client.query(
      sql`UPDATE annotation_review_work SET draft = NULL, draft_at = NULL WHERE item_id = ${task.itemId}`,
    );
    await recordAudit(client, {
      actorId: userId,
      projectId: task.projectId,
      action: `review.${request.decision}`,
      subjectType: "annotation-item",
      subjectId: task.itemId,
      after: { taskId, revisionId, status: itemStatus },
      ...(request.reason === "" ? {} : { reason: request.reason }),
    });
    return { ok: true, itemStatus };
  });
}

function requireCompleteRequest(request: ReviewRequest): void {
  if (request.decision !== "accept" && request.reason.trim() === "") {
    throw new AppError("invalid", "Please give a reason.", "reason");
  }
  const isChange = request.decision === "change";
  if (isChange && !request.document) throw new AppError("invalid", "A change requires a text.", "document");
  if (isChange && !request.revisionId) throw new AppError("invalid", "A change requires a revision ID.", "revisionId");
  if (!isChange && request.document)
    throw new AppError("invalid", "A text can be sent only with the decision “change”.", "document");
}

const revisionIdRow = z.strictObject({ revision_id: z.string().nullable() });

async function readSubmittedRevision(client: PoolClient, task: LockedTask): Promise<string | null> {
  const row = await oneRow(
    client,
    revisionIdRow,
    sql`SELECT revision_id FROM annotation_verdict WHERE id = ${task.verdictId}`,
  );
  return row.revision_id;
}

/** Stores the reviewer's text as the newest revision on main of the copy that it changes. */
async function storeChange(
  client: PoolClient,
  task: LockedTask,
  userId: string,
  request: ReviewRequest,
): Promise<string> {
  const { document, revisionId } = request;
  if (!document || !revisionId)
    throw new AppError("invalid", "A change requires a text and a revision ID.", "document");
  if (document.kind !== task.item.kind) throw new AppError("invalid", "This text is of another kind.", "document.kind");
  refuseInvalidDocument(document, task.item);
  const storedCount = await rowCountOf(
    client,
    sql`INSERT INTO annotation_revision (id, task_id, author_id, base_id, branch, number, origin, document, sha256,
     fence)
     VALUES (${revisionId}, ${task.id}, ${userId}, ${task.headId}, 'main', ${task.headNumber + 1}, 'review',
     ${JSON.stringify(document)}, ${documentHash(document)}, ${task.fence}) ON CONFLICT (id) DO NOTHING`,
  );
  if (storedCount === 0)
    throw new AppError("conflict", "A different text was already saved with this ID.", "revisionId");
  await client.query(
    sql`UPDATE annotation_task SET head_id = ${revisionId}, head_number = ${task.headNumber + 1} WHERE id = ${task.id}`,
  );
  return revisionId;
}

/** Throws a refusal for a reviewer's text that an annotator could not submit either. */
function refuseInvalidDocument(document: AnnotationDocument, { document: imported, schema }: LockedTask["item"]): void {
  if (document.kind === "schema" || imported.kind === "schema") {
    const judgement = judgeVerdict({ verdict: "answered", document, given: imported, reason: "", codes: [], schema });
    if (!judgement.ok) throw new AppError("invalid", verdictRefusals[judgement.reason], "document");
  } else if (listDocumentProblems(document, imported).length > 0) {
    throw new AppError(
      "invalid",
      "A mark no longer fits the text, or a text is missing; correct this first.",
      "document.anchors",
    );
  }
}

const copyRow = z.strictObject({
  state: z.enum(taskStates),
  verdict: z.enum(copyVerdicts).nullable(),
  answers: json<{ schema: TaskSchema; answer: TaskAnswer }>().nullable(),
  wasCut: z.boolean(),
  must_be_reviewed: z.boolean(),
});

/**
 * Whether the item is in review because it was drawn at random. In this case no one had changed it, cut a sentence in
 * it or called it unusable, no review had returned it, and no lead had requeued it.
 */
async function isRandomSample(client: PoolClient, itemId: string): Promise<boolean> {
  const rows = await manyRows(
    client,
    copyRow,
    sql`
    SELECT task.state::text, verdict.verdict, ${hasSiblingCut} AS "wasCut", ${mustBeReviewed} AS must_be_reviewed,
      ${givenAnswers} AS answers
    FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id
    LEFT JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id WHERE task.item_id = ${itemId}::uuid
  `,
  );
  const copies = rows.map((row) => ({ ...row, answer: toComparableText(row.answers) }));
  return isUntouchedByAll(copies) && !rows.some((row) => row.must_be_reviewed);
}

/** The status of the item after a decision on one of its copies; later events do not change the decision. */
function statusAfterDecision(task: LockedTask, decision: ReviewDecision): ReviewAnswer["itemStatus"] {
  if (decision === "return") return "returned";
  if (decision === "accept" && task.state === "irreparable") return "irreparable";
  return task.settings.requiresReSolve && task.item.schema === null ? "reviewed" : "accepted";
}

async function acceptCopy(
  client: PoolClient,
  task: LockedTask,
  revisionId: string | null,
  decision: ReviewDecision,
): Promise<ReviewAnswer["itemStatus"]> {
  const status = statusAfterDecision(task, decision);
  const acceptedIds =
    status === "irreparable" ? { task: null, revision: null } : { task: task.id, revision: revisionId };
  await client.query(
    sql`UPDATE annotation_task SET state = 'done', available_at = 'infinity' WHERE item_id = ${task.itemId}
      AND state = 'submitted'`,
  );
  await client.query(
    sql`UPDATE annotation_item SET status = ${status}::annotation_item_status, reviewer_id = NULL,
       review_lease_ends_at = NULL, accepted_task_id = ${acceptedIds.task}, accepted_revision_id = ${acceptedIds.revision}, flags = '{}',
       accepted_at = CASE WHEN ${status}::text = 'accepted' THEN clock_timestamp() END,
       genre = coalesce((SELECT document->>'genre' FROM annotation_revision WHERE id = ${acceptedIds.revision}), genre),
       knowledge_type = CASE
         WHEN EXISTS (SELECT FROM annotation_revision WHERE id = ${acceptedIds.revision} AND document ? 'knowledgeType')
         THEN (SELECT document->>'knowledgeType' FROM annotation_revision WHERE id = ${acceptedIds.revision})
         ELSE knowledge_type END
     WHERE id = ${task.itemId}`,
  );
  return status;
}

/** Returns a copy to the same person, who may work on it and reopen it again. */
async function returnCopy(client: PoolClient, task: LockedTask, reason: string): Promise<"returned"> {
  await client.query(
    sql`UPDATE annotation_task SET state = 'returned', verdict_id = NULL, reason = ${reason}, available_at = 'infinity',
       changed_at = clock_timestamp() WHERE id = ${task.id}`,
  );
  await client.query(
    sql`UPDATE annotation_item
     SET status = 'returned', reviewer_id = NULL, review_lease_ends_at = NULL, review_started_at = NULL
     WHERE id = ${task.itemId}`,
  );
  return "returned";
}
