import { randomInt, randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import { constructionLimits } from "@/lib/domain/annotation/construction.ts";
import { originalKinds, storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import type { KnowledgeType } from "@/lib/domain/stories/knowledge-types.ts";
import { describeEndpoint } from "../../construct/endpoint.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { maybeRow, text } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { toSkipReason } from "../items/requeue-item.ts";
import type { LeadReport } from "../lead/lead-items.ts";
import type { ConstructItemPayload } from "./construct-item-payload.ts";

const taskRow = z.strictObject({ item_id: z.string(), is_unusable: z.boolean() });

/**
 * Requests a new item of the same kind from the model, made from the same original, to replace an unusable item.
 * Allowed for everyone who found the item unusable, and for users who manage the collection. An item is replaced once;
 * a second request is refused.
 */
export async function replaceTaskItem(actor: Actor, taskId: string): Promise<{ jobId: string; from: string }> {
  const userId = requirePerson(actor);
  const hasRight = hasCollectionRight(actor, "annotation.work");
  return requestReplacement(actor, async (client) => {
    const row = await maybeRow(
      client,
      taskRow,
      sql`
      SELECT task.item_id, coalesce(verdict.author_id = ${userId}::uuid
      AND verdict.verdict = 'irreparable', false) AS is_unusable
      FROM annotation_task AS task
      JOIN annotation_collection AS collection ON collection.id = task.collection_id
      LEFT JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
      WHERE task.id = ${taskId}::uuid AND ${hasRight}
    `,
    );
    if (!row) throw notFoundError();
    return row.is_unusable ? row.item_id : null;
  });
}

const itemRow = z.strictObject({ id: z.string(), status: z.string() });

/** The same as `replaceTaskItem` for an item as a whole, after it became unusable or was retired. */
export async function replaceItem(
  actor: Actor,
  collectionId: string,
  itemId: string,
): Promise<{ jobId: string; from: string }> {
  const scope = projectScope(actor, "annotation.manage");
  return requestReplacement(actor, async (client) => {
    const row = await maybeRow(
      client,
      itemRow,
      sql`SELECT item.id, item.status::text FROM annotation_item AS item
       JOIN annotation_collection AS collection ON collection.id = item.collection_id
       WHERE item.id = ${itemId} AND collection.id = ${collectionId} AND (${scope}::uuid[] IS NULL
       OR collection.project_id = ANY(${scope}))`,
    );
    if (!row) throw notFoundError();
    if (row.status !== "irreparable" && row.status !== "rejected") {
      throw new AppError("conflict", "Only an unusable or retired item can be replaced.");
    }
    return row.id;
  });
}

/**
 * The same as `replaceItem` for many items. Items that cannot be replaced are counted, and each reason is listed once.
 */
export async function replaceItems(actor: Actor, collectionId: string, items: readonly string[]): Promise<LeadReport> {
  if (items.length === 0) throw new AppError("invalid", "Select at least one item.", "items");
  const skipReasons: string[] = [];
  for (const itemId of items) {
    try {
      await replaceItem(actor, collectionId, itemId);
    } catch (error) {
      skipReasons.push(toSkipReason(error));
    }
  }
  return { changed: items.length - skipReasons.length, left: skipReasons.length, why: [...new Set(skipReasons)] };
}

const unusableRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  kind: text<KsteKind>(),
  knowledge_type: text<KnowledgeType>().nullable(),
  collection_id: z.string(),
  project_id: z.string(),
  is_training: z.boolean(),
  original_id: z.string().nullable(),
  original_name: z.string().nullable(),
  is_asked: z.boolean(),
});

type UnusableItem = z.infer<typeof unusableRow>;

async function requestReplacement(
  actor: Actor,
  findItemId: (client: PoolClient) => Promise<string | null>,
): Promise<{ jobId: string; from: string }> {
  // The endpoint is read before a connection is taken: waiting for a second connection while holding one can deadlock.
  const endpoint = await describeEndpoint();
  return withTx(async (client) => {
    const itemId = await findItemId(client);
    if (itemId === null) throw new AppError("conflict", "Mark the item as unusable before you replace it.");
    const item = await readUnusableItem(client, itemId);
    if (!endpoint.ok) throw new AppError("unavailable", endpoint.missing);
    if (item.is_training) throw new AppError("conflict", "Practice items cannot be replaced.");
    const { constructionStep: step } = storyKinds[item.kind];
    if (step === null || item.original_id === null || item.original_name === null) {
      throw new AppError("conflict", "This collection contains no original from which a replacement can be generated.");
    }
    if (item.is_asked) throw new AppError("conflict", "A replacement was already requested.");
    const payload: ConstructItemPayload = {
      step,
      knowledgeType: item.knowledge_type,
      batchId: randomUUID(),
      collectionId: item.collection_id,
      source: { itemId: item.original_id },
      seed: randomInt(2 ** 31 - 10),
      budgetUsd: null,
      followUps: [],
      replaces: { itemId: item.id, externalId: item.external_id },
    };
    const jobId = await enqueueJob(
      {
        kind: "construct-item",
        payload: { ...payload },
        projectId: item.project_id,
        createdById: actor.userId,
        maxAttempts: constructionLimits.attempts,
      },
      client,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: item.project_id,
      action: "annotation.replace",
      subjectType: "annotation-item",
      subjectId: item.id,
      after: { from: item.original_name, jobId },
    });
    return { jobId, from: item.original_name };
  });
}

/**
 * Reads an unusable item. Locks it first, so that the second of two simultaneous requests sees the result of the first.
 */
async function readUnusableItem(client: PoolClient, itemId: string): Promise<UnusableItem> {
  await client.query(sql`SELECT FROM annotation_item WHERE id = ${itemId} FOR UPDATE`);
  const row = await maybeRow(
    client,
    unusableRow,
    sql`SELECT item.id, item.external_id, item.kind, item.knowledge_type, item.collection_id, collection.project_id,
       collection.is_training, original.id AS original_id, original.external_id AS original_name,
       EXISTS (SELECT FROM job WHERE kind = 'construct-item' AND project_id = collection.project_id AND state <> 'dead'
         AND payload->'replaces'->>'itemId' = item.id::text) AS is_asked
     FROM annotation_item AS item JOIN annotation_collection AS collection ON collection.id = item.collection_id
     LEFT JOIN LATERAL (
       SELECT id, external_id FROM annotation_item AS one
       WHERE one.collection_id = item.collection_id AND one.group_key = item.group_key AND one.kind = ANY(${originalKinds})
         AND one.status NOT IN ('irreparable', 'rejected') ORDER BY one.ordinal LIMIT 1
     ) AS original ON true
     WHERE item.id = ${itemId}`,
  );
  if (!row) throw notFoundError();
  return row;
}
