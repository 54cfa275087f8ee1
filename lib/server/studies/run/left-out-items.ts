import type { PoolClient } from "pg";
import * as z from "zod";
import { requiredText } from "@/lib/domain/text.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { hasLists } from "../draft/copy-lists.ts";
import { lockStudy } from "../study-where.ts";

const leftOutRow = z.strictObject({ id: z.string(), reason: z.string() });

/** The items of a pilot that are omitted of the next stage, by item version, with the reason. */
export async function readLeftOut(studyId: string): Promise<Map<string, string>> {
  const rows = await manyRows(
    pool(),
    leftOutRow,
    sql`SELECT item_version_id AS id, reason FROM study_item_left_out WHERE study_id = ${studyId}`,
  );
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/** Leaves an item of a pilot out of the next stage. The pilot keeps the item and its answers. */
export async function leaveOutOfNextStage(
  actor: Actor,
  studyId: string,
  itemVersionId: string,
  given: string,
): Promise<void> {
  const reason = requiredText(2_000).safeParse(given);
  if (!reason.success) throw new AppError("invalid", "Please give a reason, of up to 2,000 characters.", "reason");
  await changeLeftOut(actor, studyId, "item.leave-out", async (client) => {
    if (await hasLists(client, studyId))
      throw new AppError(
        "conflict",
        "The sessions of this study were planned as lists, and each list needs all of its items. Plan new lists instead.",
        "item",
      );
    return await maybeRow(
      client,
      leftOutItemRow,
      sql`WITH stored AS (
            INSERT INTO study_item_left_out (study_id, item_version_id, reason, created_by_id)
            SELECT study_id, item_version_id, ${reason.data}, ${actor.userId}::uuid FROM study_item
            WHERE study_id = ${studyId} AND item_version_id = ${itemVersionId}::uuid
            ON CONFLICT (study_id, item_version_id) DO UPDATE SET reason = excluded.reason
            RETURNING item_version_id, reason)
          SELECT item.external_id AS item, stored.reason FROM stored JOIN item_version AS item ON item.id = item_version_id`,
    );
  });
}

/** Undoes `leaveOutOfNextStage`. */
export async function keepForNextStage(actor: Actor, studyId: string, itemVersionId: string): Promise<void> {
  await changeLeftOut(actor, studyId, "item.keep", (client) =>
    maybeRow(
      client,
      leftOutItemRow,
      sql`DELETE FROM study_item_left_out AS gone USING item_version AS item
          WHERE gone.study_id = ${studyId} AND gone.item_version_id = ${itemVersionId}::uuid AND item.id = gone.item_version_id
          RETURNING item.external_id AS item, gone.reason`,
    ),
  );
}

const leftOutItemRow = z.strictObject({ item: z.string(), reason: z.string() });

async function changeLeftOut(
  actor: Actor,
  studyId: string,
  action: string,
  change: (client: PoolClient) => Promise<z.infer<typeof leftOutItemRow> | undefined>,
): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    if (study.stage !== "pilot")
      throw new AppError("conflict", "Only a pilot can be followed by another stage.", "study");
    const newState = await change(client);
    if (!newState) throw notFoundError();
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action,
      subjectType: "study",
      subjectId: studyId,
      after: newState,
    });
  });
}
