import type { PoolClient } from "pg";
import * as z from "zod";
import { type CopyStatusInput, deriveItemStatus } from "@/lib/domain/annotation/derive-item-status.ts";
import { copyVerdicts } from "@/lib/domain/annotation/requests.ts";
import { type ItemStatus, taskStates } from "@/lib/domain/annotation/task.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { givenAnswers, toComparableText } from "../schema/given-answers.ts";
import { acceptanceStep, revocationStep } from "./acceptance.ts";
import { hasSiblingCut } from "./copy-change.ts";
import { mustBeReviewed } from "./requeue-action.ts";

const copyRow = z.strictObject({
  id: z.string(),
  state: z.enum(taskStates),
  verdict: z.enum(copyVerdicts).nullable(),
  revision_id: z.string().nullable(),
  answers: json<{ schema: TaskSchema; answer: TaskAnswer }>().nullable(),
  was_cut: z.boolean(),
  must_be_reviewed: z.boolean(),
});

/**
 * Updates an item's status after one of its copies changed. The item's row must be locked. An item that everyone found
 * sound and that was not drawn for review is accepted as imported, unless a review has decided it or a lead has
 * requeued it.
 */
export async function deriveStatus(
  client: PoolClient,
  item: { id: string; auditRandom: number; reviewShareUntouched: number; clearsFlags?: boolean },
): Promise<ItemStatus> {
  const rows = await manyRows(
    client,
    copyRow,
    sql`
    SELECT task.id, task.state::text, verdict.verdict, verdict.revision_id, ${hasSiblingCut} AS was_cut,
      ${givenAnswers} AS answers,
      ${mustBeReviewed} AS must_be_reviewed
    FROM annotation_task AS task
    JOIN annotation_item AS item ON item.id = task.item_id
    LEFT JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
    WHERE task.item_id = ${item.id}::uuid ORDER BY task.copy
  `,
  );
  const copies = rows.map(
    (row): CopyStatusInput => ({
      state: row.state,
      verdict: row.verdict,
      wasCut: row.was_cut,
      answer: toComparableText(row.answers),
    }),
  );
  const status = deriveItemStatus(copies, {
    isDrawn: item.auditRandom < item.reviewShareUntouched,
    mustBeReviewed: rows.some((row) => row.must_be_reviewed),
  });
  const isAccepted = status === "accepted";
  const isAnswered = copies.some(({ verdict }) => verdict === "answered");
  const reason = isAnswered
    ? "All annotators gave the same answers, and the item was not in the random sample for review."
    : "All annotators found the item sound, and it was not in the random sample for review.";
  // For a story, the imported text is accepted; for a task schema, the answers of the first copy.
  const acceptedRevision = isAccepted && isAnswered ? (rows[0]?.revision_id ?? null) : null;
  // One statement, because each verdict waits for this update.
  await client.query(sql`
    WITH changed AS (
      UPDATE annotation_item SET status = ${status}::annotation_item_status,
        accepted_task_id = ${isAccepted ? (rows[0]?.id ?? null) : null}::uuid, accepted_revision_id = ${acceptedRevision}::uuid,
        accepted_at = CASE WHEN ${isAccepted}::boolean THEN clock_timestamp() END,
        flags = CASE WHEN ${item.clearsFlags ?? false}::boolean THEN '{}' ELSE flags END
      WHERE id = ${item.id}::uuid
        AND (status <> ${status}::annotation_item_status OR (accepted_at IS NOT NULL) <> ${isAccepted}::boolean
             OR (${item.clearsFlags ?? false}::boolean AND flags <> '{}'))
      RETURNING id, accepted_task_id, accepted_revision_id
    ), earlier AS (${revocationStep(fragment`(SELECT id FROM changed)`)})
    ${acceptanceStep(fragment`changed`, { acceptedById: null, cause: "untouched", reason })} WHERE ${isAccepted}::boolean
  `);
  return status;
}
