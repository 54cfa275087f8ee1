import * as z from "zod";
import { documentHash } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { RevisionRequest } from "@/lib/domain/annotation/requests.ts";
import { type Receipt, type SaveAnswer, taskStates } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { plannedPool } from "../../platform/database/pool.ts";
import { infiniteDate, json, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { type SqlFragment, sql } from "../../platform/database/sql.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { leaseEndOf, toRevisionView } from "../claim/task-payload.ts";

/**
 * Stores one state of an annotator's text, under the ID that the workspace generated. Idempotent; the same ID with
 * another text is refused. A save that is based on the newest revision, under the current fence, is added to main and
 * renews the lease. Any other save (someone else has the lease, another tab saved first, the verdict was already given)
 * is stored as a branch that its author sees. A save is never refused for such a conflict and never overwrites another
 * text.
 */
export async function saveRevision(
  actor: Actor,
  taskId: string,
  revisionId: string,
  request: RevisionRequest,
): Promise<SaveAnswer> {
  if (documentHash(request.document) !== request.sha256) {
    throw new AppError("invalid", "The text was changed in transit: its hash differs. Save it again.", "sha256");
  }
  const userId = requirePerson(actor);
  const hasRight = hasCollectionRight(actor, "annotation.work");
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await storeRevision({ userId, may: hasRight, taskId, revisionId, request });
    } catch (error) {
      // Two devices continued the same branch simultaneously: the second save starts a new branch.
      const { constraint } = error as { constraint?: unknown };
      if (constraint !== "annotation_revision_task_id_branch_number_key" || attempt === 3) throw error;
    }
  }
}

interface SaveCommand {
  userId: string;
  may: SqlFragment;
  taskId: string;
  revisionId: string;
  request: RevisionRequest;
}

const saveResultRow = z.strictObject({
  fits_kind: z.boolean(),
  is_current: z.boolean().nullable(),
  state: z.enum(taskStates),
  available_at: infiniteDate(),
  /** The branch of the stored revision, stored by this or an earlier request; null if there is no such revision. */
  branch: z.string().nullable(),
  number: z.number().nullable(),
  saved_at: z.date().nullable(),
  known_task: z.string().nullable(),
  known_author: z.string().nullable(),
  known_sha256: z.string().nullable(),
});

async function storeRevision(save: SaveCommand): Promise<SaveAnswer> {
  const { userId, may, taskId, revisionId, request } = save;
  const { base, fence, document, undo, sha256 } = request;
  const row = await maybeRow(
    plannedPool(),
    saveResultRow,
    sql`
    WITH place AS (
      SELECT task.id, task.holder_id, task.state, task.fence, task.head_id, task.head_number, task.late_branches,
        item.kind = ${document.kind} AS fits_kind, (collection.settings->>'leaseMinutes')::int AS minutes,
        task.holder_id = ${userId}::uuid AND task.fence = ${fence}::bigint
          AND task.state IN ('leased', 'parked', 'returned') AS is_current
      FROM annotation_task AS task
      JOIN annotation_item AS item ON item.id = task.item_id
      JOIN annotation_collection AS collection ON collection.id = task.collection_id
      WHERE task.id = ${taskId}::uuid AND ${may}
        AND (task.holder_id = ${userId}::uuid OR EXISTS (
          SELECT FROM annotation_activity WHERE task_id = task.id AND user_id = ${userId}::uuid))
      FOR UPDATE OF task
    ), known AS (
      SELECT id, task_id, author_id, branch, number, sha256, saved_at FROM annotation_revision WHERE id = ${revisionId}::uuid
    ), goes_on AS (
      SELECT branch, number FROM annotation_revision AS base
      WHERE id = ${base}::uuid AND task_id = ${taskId}::uuid AND author_id = ${userId}::uuid AND branch LIKE 'late-%'
        AND NOT EXISTS (SELECT FROM annotation_revision AS newer
                        WHERE newer.task_id = base.task_id AND newer.branch = base.branch AND newer.number > base.number)
    ), aim AS (
      SELECT place.id, place.minutes, place.is_current,
        CASE WHEN is_current AND head_id IS NOT DISTINCT FROM ${base}::uuid THEN 'main'
             ELSE coalesce(goes_on.branch, 'late-' || late_branches + 1) END AS branch,
        CASE WHEN is_current AND head_id IS NOT DISTINCT FROM ${base}::uuid THEN head_number
             ELSE coalesce(goes_on.number, 0) END + 1 AS number
      FROM place LEFT JOIN goes_on ON true
      WHERE fits_kind AND NOT EXISTS (SELECT FROM known)
    ), stored AS (
      INSERT INTO annotation_revision (id, task_id, author_id, base_id, branch, number, document, sha256, fence)
      SELECT ${revisionId}::uuid, id, ${userId}::uuid, ${base}::uuid, branch, number, ${JSON.stringify(document)}::jsonb,
        ${sha256}, ${fence}::bigint
      FROM aim
      ON CONFLICT (id) DO NOTHING
      RETURNING id, branch, number, saved_at
    ), moved AS (
      UPDATE annotation_task AS task SET
        head_id = CASE WHEN stored.branch = 'main' THEN stored.id ELSE task.head_id END,
        head_number = CASE WHEN stored.branch = 'main' THEN stored.number ELSE task.head_number END,
        late_branches = CASE WHEN stored.branch <> 'main' AND stored.number = 1 THEN task.late_branches + 1
                             ELSE task.late_branches END,
        available_at = CASE WHEN aim.is_current AND task.state = 'leased'
                            THEN lease_end(aim.minutes, clock_timestamp()) ELSE task.available_at END,
        changed_at = CASE WHEN stored.branch = 'main' THEN clock_timestamp() ELSE task.changed_at END
      FROM stored, aim WHERE task.id = aim.id
      RETURNING task.available_at
    ), undoable AS (
      INSERT INTO annotation_undo (task_id, revision_id, undo)
      SELECT ${taskId}::uuid, id, ${undo ?? ""} FROM stored WHERE branch = 'main' AND ${undo !== null}::boolean
      ON CONFLICT (task_id) DO UPDATE SET revision_id = excluded.revision_id, undo = excluded.undo,
        saved_at = clock_timestamp()
    )
    SELECT place.fits_kind, place.is_current, place.state::text,
      coalesce((SELECT available_at FROM moved), (SELECT available_at FROM annotation_task WHERE id = place.id)) AS available_at,
      coalesce(stored.branch, known.branch) AS branch, coalesce(stored.number, known.number) AS number,
      coalesce(stored.saved_at, known.saved_at) AS saved_at,
      known.task_id AS known_task, known.author_id AS known_author, known.sha256 AS known_sha256
    FROM place LEFT JOIN stored ON true LEFT JOIN known ON true
  `,
  );
  if (!row) throw notFoundError();
  if (row.known_task !== null) {
    const isSameRequest = row.known_task === taskId && row.known_author === userId && row.known_sha256 === sha256;
    if (!isSameRequest)
      throw new AppError("conflict", "A different text was already saved with this ID.", "revisionId");
  } else if (!row.fits_kind) {
    throw new AppError("invalid", "This text belongs to another kind of item.", "document.kind");
  }
  const { branch, number, saved_at: savedAt } = row;
  // The same request was stored concurrently in the meantime.
  if (branch === null || number === null || savedAt === null) return storeRevision(save);
  const receipt: Receipt = { revisionId, sha256, savedAt: savedAt.toISOString(), number, branch };
  return {
    receipt,
    conflict: receipt.branch === "main" ? null : await readConflict(taskId, revisionId, userId),
    leaseEndsAt: row.is_current ? leaseEndOf(row) : null,
  };
}

const conflictRow = z.strictObject({
  id: z.string(),
  branch: z.string(),
  number: z.number(),
  document: json<KsteDocument>(),
  saved_at: z.date(),
  author_id: z.string(),
});

/**
 * The two texts of a conflict: the late text and the newest text on main. The newest text is null if main is empty or
 * if the text is another annotator's.
 */
async function readConflict(taskId: string, revisionId: string, userId: string): Promise<SaveAnswer["conflict"]> {
  const rows = await manyRows(
    plannedPool(),
    conflictRow,
    sql`
    SELECT revision.id, revision.branch, revision.number, revision.document, revision.saved_at, revision.author_id
    FROM annotation_revision AS revision JOIN annotation_task AS task ON task.id = revision.task_id
    WHERE task.id = ${taskId}::uuid AND (revision.id = ${revisionId}::uuid
      OR (revision.id = task.head_id AND (revision.author_id = ${userId}::uuid OR task.holder_id = ${userId}::uuid)))
  `,
  );
  const mine = rows.find((row) => row.id === revisionId);
  if (!mine) throw notFoundError();
  const theirs = rows.find((row) => row.id !== revisionId);
  return { mine: toRevisionView(mine, userId), theirs: theirs ? toRevisionView(theirs, userId) : null };
}
