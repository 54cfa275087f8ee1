import * as z from "zod";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { readTaskPayload } from "./task-payload.ts";

const idRow = z.strictObject({ id: z.string() });

/** One task, for its current or former holders and for those who manage the collection. Does not take a lease. */
export async function getTask(actor: Actor, taskId: string): Promise<TaskPayload> {
  const userId = requirePerson(actor);
  const row = await maybeRow(
    pool(),
    idRow,
    sql`
    SELECT task.id FROM annotation_task AS task JOIN annotation_collection AS collection ON collection.id = task.collection_id
    WHERE task.id = ${taskId}::uuid AND (
      ${hasCollectionRight(actor, "annotation.manage")}
      OR (${hasCollectionRight(actor, "annotation.work")}
          AND (task.holder_id = ${userId}::uuid
               OR EXISTS (SELECT FROM annotation_activity WHERE task_id = task.id AND user_id = ${userId}::uuid))))
  `,
  );
  const payload = row ? await readTaskPayload(taskId, userId) : null;
  if (!payload) throw notFoundError();
  return payload;
}
