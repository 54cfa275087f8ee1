import { randomInt } from "node:crypto";
import * as z from "zod";
import type { CandidateRequest } from "@/lib/domain/annotation/requests.ts";
import { twoOptionKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import { readConstructionCaps } from "../../construct/caps.ts";
import { describeEndpoint } from "../../construct/endpoint.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import { lockTask } from "../claim/lock-task.ts";

/** The payload of a candidate's job. */
export interface CandidateJobPayload {
  itemId: string;
  taskId: string;
  step: CandidateRequest["step"];
  remark: string | null;
  seed: number;
}

const requestCountsRow = z.strictObject({
  of_item: z.number(),
  is_under_way: z.boolean(),
  today: z.number(),
  seconds_left: z.number().nullable(),
});

/**
 * Requests another text of a task's item from the model. Only the person who holds the task may do this, and only one
 * request per item runs at a time. Returns the job. Throws a refusal that names what is missing if no endpoint is
 * connected.
 */
export async function requestCandidate(
  actor: Actor,
  taskId: string,
  request: CandidateRequest,
): Promise<{ jobId: string }> {
  const userId = requirePerson(actor);
  // The endpoint is read before a connection is taken: waiting for a second connection while holding one can deadlock.
  const [endpoint, caps] = await Promise.all([describeEndpoint(), readConstructionCaps()]);
  return withTx(async (client) => {
    const task = await lockTask(client, actor, "annotation.work", taskId);
    if (task.holderId !== userId) throw new AppError("conflict", "Another person works on this item now.");
    if (!endpoint.ok) throw new AppError("unavailable", endpoint.missing);
    if (request.step === "next-options" && !twoOptionKinds.includes(task.item.kind)) {
      throw new AppError("invalid", "Only a question has options.", "step");
    }
    const row = await oneRow(
      client,
      requestCountsRow,
      sql`WITH asked AS (
         SELECT (payload->>'itemId')::uuid AS item_id FROM job
         WHERE kind = 'candidate' AND project_id = ${task.projectId} AND state IN ('waiting', 'running'))
       SELECT (SELECT count(*)::int FROM annotation_candidate WHERE item_id = ${task.itemId}) AS of_item,
              EXISTS (SELECT FROM asked WHERE item_id = ${task.itemId}) AS is_under_way,
              (SELECT count(*)::int FROM asked)
                + (SELECT count(*)::int FROM construct_call
                   WHERE project_id = ${task.projectId} AND at > clock_timestamp() - interval '1 day') AS today,
              (SELECT extract(epoch FROM min(at) + interval '1 day' - clock_timestamp())::float8 FROM construct_call
               WHERE project_id = ${task.projectId} AND at > clock_timestamp() - interval '1 day') AS seconds_left`,
    );
    // Pending requests count too; otherwise many simultaneous clicks would start many requests.
    if (row.is_under_way) {
      throw new AppError("conflict", "The model is already writing a text for this item. Please wait.");
    }
    if (row.of_item >= caps.perItem) {
      throw new AppError("conflict", `The limit of ${caps.perItem} model texts for this item is reached.`);
    }
    if (row.today >= caps.perDay) {
      throw new AppError(
        "too-many",
        "The project has reached its daily limit of model requests. Try again tomorrow.",
        undefined,
        row.seconds_left ?? undefined,
      );
    }
    const payload: CandidateJobPayload = {
      itemId: task.itemId,
      taskId,
      step: request.step,
      remark: request.remark?.trim() || null,
      seed: randomInt(2 ** 31),
    };
    const jobId = await enqueueJob(
      { kind: "candidate", payload: { ...payload }, projectId: task.projectId, createdById: userId, maxAttempts: 3 },
      client,
    );
    return { jobId };
  });
}
