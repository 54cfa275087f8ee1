import type { PoolClient } from "pg";
import * as z from "zod";
import { type AnnotationDocument, storyOf } from "@/lib/domain/annotation/documents/copy-document.ts";
import { guidelinesField } from "@/lib/domain/annotation/guidelines.ts";
import { judgeVerdict, type VerdictRefusal, verdictRefusals } from "@/lib/domain/annotation/judge-verdict.ts";
import type { TrainingLesson, VerdictReceipt } from "@/lib/domain/annotation/my-work.ts";
import { copyVerdicts, type VerdictRequest } from "@/lib/domain/annotation/requests.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { originalKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { plannedPool } from "../../platform/database/pool.ts";
import { json, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { type LockedTask, lockTask, requireTaskLease } from "../claim/lock-task.ts";
import { selectUnreadVersion } from "../guidelines/guidelines-gate.ts";
import { deriveStatus } from "../items/derive-status.ts";
import { requirePlayback } from "../media/require-playback.ts";
import { createLesson } from "../training/training.ts";
import { claimNextPayload } from "./next-payload.ts";

export interface VerdictAnswer {
  receipt: VerdictReceipt;
  /** The next task, with its lease. */
  next: TaskPayload | null;
  /** In a training: the expert's verdict. */
  lesson: TrainingLesson | null;
}

/**
 * Stores an annotator's verdict on the newest text of a task. Idempotent. The verdict is refused if it contradicts the
 * changes to the text, if a marked span is broken, or if another text was saved in the meantime. It is also refused
 * until its author has read the newest guidelines, because the verdict records their version. "irreparable" with a
 * reason is always accepted from the holder. Afterwards the item is decided and the next task is claimed.
 */
export async function submitVerdict(actor: Actor, taskId: string, request: VerdictRequest): Promise<VerdictAnswer> {
  const userId = requirePerson(actor);
  const submission = await withTx(async (client) => {
    const task = await lockTask(client, actor, "annotation.work", taskId);
    const earlier = await findEarlierSubmission(client, task, userId, request);
    if (earlier) return { task, ...earlier };
    requireTaskLease(task, userId, request.fence);
    // The verdict `irreparable` applies to the newest text, whatever revision the request names.
    const verdictRequest = request.verdict === "irreparable" ? { ...request, revisionId: task.headId } : request;
    const document = await readDocument(client, task, userId, verdictRequest);
    const judgement = judgeVerdict({
      ...{ ...verdictRequest, codes: verdictRequest.codes ?? [], document },
      ...{ given: task.item.given, schema: task.item.schema },
    });
    if (!judgement.ok) throw createRefusal(judgement.reason);
    const { schema } = task.item;
    if (verdictRequest.verdict === "answered" && schema)
      await requirePlayback(client, { taskId, userId, projectId: task.projectId }, schema, verdictRequest.playback);
    // Rows are locked first and counters last: locking a counter before a row can deadlock.
    if (originalKinds.includes(document.kind) && storyOf(document).story !== storyOf(task.item.document).story)
      await flagSiblings(client, task);
    const savedAt = await storeSubmission(client, task, userId, verdictRequest);
    if (!task.isTraining) await storeVerdict(client, task, userId, verdictRequest);
    return {
      task,
      document,
      receipt: { taskId, revisionId: verdictRequest.revisionId, verdict: verdictRequest.verdict, savedAt },
    };
  }, plannedPool());
  const { task, receipt, document } = submission;
  return {
    receipt,
    lesson: task.isTraining
      ? createLesson(task.item, { verdict: request.verdict, codes: request.codes ?? [], document })
      : null,
    next: await claimNextPayload(actor, task, taskId),
  };
}

const earlierVerdictRow = z.strictObject({
  verdict: z.enum(copyVerdicts),
  revision_id: z.string().nullable(),
  saved_at: z.date(),
  document: json<AnnotationDocument>().nullable(),
});

/** The judged document and the receipt if this person has already stored this verdict; otherwise null. */
async function findEarlierSubmission(
  client: PoolClient,
  task: LockedTask,
  userId: string,
  request: VerdictRequest,
): Promise<{ document: AnnotationDocument; receipt: VerdictReceipt } | null> {
  if (task.verdictId === null || task.holderId !== userId) return null;
  const storedVerdict = await maybeRow(
    client,
    earlierVerdictRow,
    sql`SELECT verdict, revision_id, saved_at,
        (SELECT document FROM annotation_revision WHERE id = annotation_verdict.revision_id) AS document
      FROM annotation_verdict WHERE id = ${task.verdictId} AND author_id = ${userId}`,
  );
  if (!storedVerdict || storedVerdict.verdict !== request.verdict) return null;
  if (request.verdict !== "irreparable" && storedVerdict.revision_id !== request.revisionId) return null;
  return {
    document: storedVerdict.document ?? task.item.given,
    receipt: {
      taskId: task.id,
      revisionId: storedVerdict.revision_id,
      verdict: storedVerdict.verdict,
      savedAt: storedVerdict.saved_at.toISOString(),
    },
  };
}

const documentRow = z.strictObject({
  version: z.number().nullable(),
  has_other: z.boolean(),
  document: json<AnnotationDocument>().nullable(),
});

/**
 * Reads the judged text. Refused if it is not the newest text on main, or if its author has not read the newest
 * guidelines.
 */
async function readDocument(
  client: PoolClient,
  task: LockedTask,
  userId: string,
  request: VerdictRequest,
): Promise<AnnotationDocument> {
  const row = await oneRow(
    client,
    documentRow,
    sql`
    SELECT ${selectUnreadVersion(task.collectionId, userId)} AS version,
      has_other_copy(${task.id}::uuid, ${task.itemId}::uuid, ${userId}::uuid) AS has_other, (SELECT document
      FROM annotation_revision
      WHERE id = ${request.revisionId}::uuid AND task_id = ${task.id}::uuid) AS document
  `,
  );
  const { version } = row;
  if (version !== null) {
    const message = `Read version ${version} of the guidelines before you submit your verdict.`;
    throw new AppError("conflict", message, guidelinesField);
  }
  if (row.has_other)
    throw new AppError("conflict", "You have another copy of this item. Each person submits only one copy.", "holder");
  if (request.revisionId !== task.headId) {
    throw new AppError(
      "conflict",
      "A newer version was saved in the meantime. Review it before you submit.",
      "revisionId",
    );
  }
  if (request.revisionId === null) return task.item.given;
  if (!row.document) throw new AppError("invalid", "This task has no such text.", "revisionId");
  return row.document;
}

const savedAtRow = z.strictObject({ saved_at: z.date() });

async function storeSubmission(
  client: PoolClient,
  task: LockedTask,
  userId: string,
  request: VerdictRequest,
): Promise<string> {
  const state = request.verdict === "irreparable" ? "irreparable" : "submitted";
  const row = await oneRow(
    client,
    savedAtRow,
    sql`
    WITH clocked AS (
      INSERT INTO annotation_activity AS activity (task_id, user_id) VALUES (${task.id}::uuid, ${userId}::uuid)
      ON CONFLICT (task_id, user_id) DO UPDATE SET
        active_ms = activity.active_ms + least(${request.activeMs}::bigint, time_allowed(activity)), credit_ms = 0,
        last_beat_at = clock_timestamp()
      RETURNING active_ms, unblinded_at
    ), given AS (
      INSERT INTO annotation_verdict (id, task_id, author_id, revision_id, verdict, checklist, dismissals, reason,
        active_ms, is_unblinded, guideline_version, codes, fence)
      SELECT gen_random_uuid(), ${task.id}::uuid, ${userId}::uuid, ${request.revisionId}::uuid, ${request.verdict},
        ${JSON.stringify(request.checklist)}::jsonb, ${JSON.stringify(request.dismissals)}::jsonb, ${request.reason},
        least(active_ms, 2000000000), unblinded_at IS NOT NULL,
        (SELECT max(version) FROM annotation_guideline AS guideline
         JOIN annotation_guideline_read AS read ON read.guideline_id = guideline.id
         WHERE guideline.collection_id = ${task.collectionId}::uuid AND read.user_id = ${userId}::uuid
           AND version <= coalesce(${request.guidelineVersion ?? null}::int, version)), ${request.codes ?? []}::text[],
        ${request.fence}::bigint FROM clocked
      RETURNING id, saved_at
    )
    UPDATE annotation_task
    SET state = ${state}::annotation_task_state, available_at = 'infinity', verdict_id = given.id,
      reason = NULL, changed_at = given.saved_at
    FROM given WHERE annotation_task.id = ${task.id}::uuid RETURNING given.saved_at
  `,
  );
  return row.saved_at.toISOString();
}

async function storeVerdict(
  client: PoolClient,
  task: LockedTask,
  userId: string,
  request: VerdictRequest,
): Promise<void> {
  const status = await deriveStatus(client, {
    id: task.itemId,
    auditRandom: task.item.auditRandom,
    reviewShareUntouched: task.settings.reviewShareUntouched,
    // The person who just worked on the item has checked the text that its flag refers to.
    clearsFlags: true,
  });
  await recordAudit(client, {
    actorId: userId,
    projectId: task.projectId,
    action: `annotation.${request.verdict}`,
    subjectType: "annotation-item",
    subjectId: task.itemId,
    after: { taskId: task.id, revisionId: request.revisionId, status },
    ...(request.reason === "" ? {} : { reason: request.reason }),
  });
}

/**
 * Flags stories that were generated from a corrected original, because they may now differ from it in unintended
 * places.
 */
async function flagSiblings(client: PoolClient, task: LockedTask): Promise<void> {
  await client.query(sql`
    UPDATE annotation_item SET flags = array_append(flags, 'sibling-changed')
    WHERE collection_id = ${task.collectionId} AND group_key = ${task.item.groupKey} AND id <> ${task.itemId}
      AND kind <> ALL(${originalKinds}) AND NOT 'sibling-changed' = ANY(flags)
  `);
}

function createRefusal(reason: VerdictRefusal): AppError {
  const fields: Partial<Record<VerdictRefusal, string>> = {
    "reason-missing": "reason",
    "codes-missing": "codes",
    problems: "revisionId",
  };
  return new AppError("invalid", verdictRefusals[reason], fields[reason] ?? "verdict");
}
