import type { PoolClient } from "pg";
import * as z from "zod";
import { findOrCreateBenchmark } from "../../items/benchmark-by-name.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { type StoredBatch, storeAsItems, type TextToStore, textToStoreRow, toTextToStore } from "./store-as-items.ts";
import { readAcceptedTaskItems, storeTaskItems } from "./store-task-items.ts";

export interface PublishReport {
  benchmarkId: string;
  benchmarkName: string;
  /** Accepted items, new versions made of them, and versions that existed already. */
  accepted: number;
  inserted: number;
  unchanged: number;
  /** Accepted items that are not usable in a benchmark. They are not published. */
  refused: { id: string; reason: string }[];
}

const collectionRow = z.strictObject({
  project_id: z.string(),
  name: z.string(),
  benchmark_name: z.string().nullable(),
  has_schema: z.boolean(),
});

/**
 * Creates item versions of all accepted items: stories become `consistency`, questions `two-choice`, and items of a task
 * schema `task`, with the expected or else the accepted answers as key. They are added to
 * the collection's benchmark, which is created under the collection's name if it does not exist. Items keep their IDs.
 * An annotator cannot reopen a published item. Idempotent.
 *
 * @param reason why keys of published items are corrected; required if a frozen study depends on these keys
 */
export async function publishAcceptedItems(actor: Actor, collectionId: string, reason = ""): Promise<PublishReport> {
  const scope = projectScope(actor, "annotation.manage");
  return withTx(async (client) => {
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '2min'");
    const collection = await maybeRow(
      client,
      collectionRow,
      sql`SELECT collection.project_id, collection.name, benchmark.name AS benchmark_name,
         collection.task_schema_id IS NOT NULL AS has_schema
       FROM annotation_collection AS collection
       LEFT JOIN benchmark ON benchmark.id = collection.benchmark_id
       WHERE collection.id = ${collectionId} AND NOT collection.is_training AND (${scope}::uuid[] IS NULL
       OR collection.project_id = ANY(${scope}))
       FOR UPDATE OF collection`,
    );
    if (!collection) throw notFoundError();
    const benchmark = await findOrCreateBenchmark(client, {
      projectId: collection.project_id,
      name: collection.benchmark_name ?? collection.name,
      description: `Accepted items of the collection "${collection.name}".`,
    });
    await client.query(sql`UPDATE annotation_collection SET benchmark_id = ${benchmark.id} WHERE id = ${collectionId}`);
    const target = { projectId: collection.project_id, benchmarkId: benchmark.id, actorId: actor.userId };
    const batches = collection.has_schema
      ? inBatches(await readAcceptedTaskItems(client, collectionId), (batch) =>
          storeTaskItems(client, target, batch, reason),
        )
      : inBatches(await readAcceptedTexts(client, collectionId), (batch) =>
          storeAsItems(client, benchmark.id, actor.userId, batch, reason),
        );
    let [acceptedCount, insertedCount] = [0, 0];
    const refused: PublishReport["refused"] = [];
    for await (const { stored: storedItems, refused: refusedItems } of batches) {
      acceptedCount += storedItems.length + refusedItems.length;
      refused.push(...refusedItems);
      insertedCount += storedItems.filter(({ isNew }) => isNew).length;
      await client.query(
        sql`UPDATE annotation_item SET item_version_id = given.version
         FROM unnest(${storedItems.map(({ id }) => id)}::uuid[],
         ${storedItems.map(({ itemVersionId }) => itemVersionId)}::uuid[]) AS given (id, version)
         WHERE annotation_item.id = given.id AND annotation_item.item_version_id IS DISTINCT FROM given.version`,
      );
      for (const { id, itemVersionId, isNew } of storedItems) {
        if (!isNew) continue;
        await recordAudit(client, {
          actorId: actor.userId,
          projectId: collection.project_id,
          action: "annotation.publish",
          subjectType: "annotation-item",
          subjectId: id,
          after: { benchmarkId: benchmark.id, itemVersionId },
        });
      }
    }
    return {
      benchmarkId: benchmark.id,
      benchmarkName: benchmark.name,
      accepted: acceptedCount,
      inserted: insertedCount,
      unchanged: acceptedCount - insertedCount - refused.length,
      refused,
    };
  });
}

async function* inBatches<Item>(items: readonly Item[], store: (batch: readonly Item[]) => Promise<StoredBatch>) {
  for (let start = 0; start < items.length; start += 500) yield await store(items.slice(start, start + 500));
}

/**
 * Locks the items. A concurrent reopening happens either before, so that the item is not included, or after, and is
 * refused. The texts are read after locking.
 */
async function readAcceptedTexts(client: PoolClient, collectionId: string): Promise<TextToStore[]> {
  const condition = fragment`item.collection_id = ${collectionId} AND item.status = 'accepted' ORDER BY item.ordinal`;
  await client.query(sql`SELECT FROM annotation_item AS item WHERE ${condition} FOR UPDATE`);
  const rows = await manyRows(
    client,
    textToStoreRow,
    sql`SELECT item.id, item.external_id, item.group_key, item.knowledge_type, item.ordinal,
       text.released_document AS document
     FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id WHERE ${condition}`,
  );
  return rows.map(toTextToStore);
}
