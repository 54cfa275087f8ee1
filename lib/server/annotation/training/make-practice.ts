import type { PoolClient } from "pg";
import * as z from "zod";
import { diffStories } from "@/lib/domain/stories/diff/hunks.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { createCollection } from "../collections/create-collection.ts";
import { copyAnsweredItems, type PracticeCopy } from "./practice-answers.ts";

const collectionRow = z.strictObject({
  project_id: z.string(),
  name: z.string(),
  task_schema_id: z.string().nullable(),
});
type PracticeSource = z.infer<typeof collectionRow>;

/**
 * Copies decided items of a collection into the project's practice, with an expert's note. A story is copied as
 * imported, with its final verdict (for a gold item, the known verdict). An item of a task schema is copied with its
 * expected answers. Existing practice items are not changed. If the project has no practice for stories, or for this
 * task schema, it is created.
 */
export async function makePractice(
  actor: Actor,
  collectionId: string,
  request: { items: readonly string[]; note: string },
): Promise<{ added: number }> {
  const scope = projectScope(actor, "annotation.manage");
  if (request.note.trim() === "") throw new AppError("invalid", "Describe what an expert sees in the items.", "reason");
  const source = await withTx(async (client) => {
    const row = await maybeRow(
      client,
      collectionRow,
      sql`SELECT project_id, name, task_schema_id FROM annotation_collection WHERE id = ${collectionId} AND (${scope}::uuid[] IS NULL
        OR project_id = ANY(${scope}))`,
    );
    if (!row) throw notFoundError();
    return row;
  });
  const projectId = source.project_id;
  const trainingId = (await findPracticeCollection(source)) ?? (await createPracticeCollection(actor, source));
  return withTx(async (client) => {
    await client.query(sql`SELECT FROM annotation_collection WHERE id = ${trainingId} FOR UPDATE`);
    const copy = source.task_schema_id === null ? copyItems : copyAnsweredItems;
    const addedCount = await copy(client, { collectionId, trainingId, ...request });
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "collection.practice",
      subjectType: "annotation-collection",
      subjectId: trainingId,
      after: { from: collectionId, added: addedCount },
    });
    return { added: addedCount };
  });
}

const idRow = z.strictObject({ id: z.string() });

async function findPracticeCollection(source: PracticeSource): Promise<string | null> {
  return withTx(async (client) => {
    const row = await maybeRow(
      client,
      idRow,
      sql`SELECT id FROM annotation_collection WHERE project_id = ${source.project_id} AND is_training
        AND task_schema_id IS NOT DISTINCT FROM ${source.task_schema_id}::uuid ORDER BY created_at LIMIT 1`,
    );
    return row?.id ?? null;
  });
}

async function createPracticeCollection(actor: Actor, source: PracticeSource): Promise<string> {
  const { project_id: projectId, task_schema_id: schemaId } = source;
  const name = schemaId === null ? "Practice" : `Practice: ${source.name}`.slice(0, 200);
  const { id, isNew } = await createCollection(actor, { projectId, name, isTraining: true, schemaId });
  if (isNew) return id;
  // Someone made the practice at the same moment, or another collection has this name.
  const madeId = await findPracticeCollection(source);
  if (madeId === null)
    throw new AppError("conflict", `Rename the collection “${name}”: the practice needs its name.`, "items");
  return madeId;
}

async function copyItems(client: PoolClient, request: PracticeCopy): Promise<number> {
  const rowCount = await rowCountOf(
    client,
    sql`INSERT INTO annotation_item (id, collection_id, ordinal, external_id, kind, group_key, genre, knowledge_type,
       document,
       imported, import_hash, findings, audit_draw, expert)
     SELECT gen_random_uuid(), ${request.trainingId}, last.ordinal + row_number() OVER (ORDER BY item.ordinal),
     item.external_id, item.kind,
       item.group_key, item.genre, item.knowledge_type, item.document, item.imported, item.import_hash, '[]', 0,
       jsonb_build_object('title', item.external_id, 'task', 'Judge it as you would in earnest.', 'verdict',
       known.verdict,
         'whatTheExpertSaw', ${request.note}::text, 'suggestedRepair', NULL, 'lesson', ${request.note}::text)
     FROM annotation_item AS item
     CROSS JOIN (SELECT coalesce(max(ordinal), 0) AS ordinal FROM annotation_item
     WHERE collection_id = ${request.trainingId}) AS last
     JOIN item_text AS text ON text.item_id = item.id
     CROSS JOIN LATERAL (
       SELECT CASE WHEN item.gold_verdict IN ('sound', 'refined') THEN item.gold_verdict
         WHEN text.released_document IS DISTINCT FROM item.document
         AND text.released_document IS NOT NULL THEN 'refined' ELSE 'sound' END AS verdict
     ) AS known
     WHERE item.collection_id = ${request.collectionId} AND item.id = ANY(${request.items}::uuid[])
     AND (item.status = 'accepted' OR item.gold_verdict IN ('sound', 'refined'))
     ON CONFLICT (collection_id, external_id) DO NOTHING`,
  );
  await storeFaults(client, request.trainingId);
  return rowCount;
}

const repairedItemRow = z.strictObject({
  id: z.string(),
  before: z.string(),
  after: z.string().nullable(),
  codes: z.array(z.string()).nullable(),
});

/** Stores the faults of each copied item that was repaired: the given reasons, and the removed words. */
async function storeFaults(client: PoolClient, trainingId: string): Promise<void> {
  const rows = await manyRows(
    client,
    repairedItemRow,
    sql`SELECT item.id, item.document->>'story' AS before, text.released_document->>'story' AS after, given.codes
     FROM annotation_item AS item JOIN annotation_collection AS collection ON collection.id = item.collection_id
     JOIN annotation_item AS source ON source.external_id = item.external_id AND source.import_hash = item.import_hash
       AND source.id <> item.id
     JOIN annotation_collection AS own ON own.id = source.collection_id AND own.project_id = collection.project_id
     JOIN item_text AS text ON text.item_id = source.id
     LEFT JOIN LATERAL (
       SELECT array_agg(DISTINCT code) AS codes FROM annotation_task AS task
       JOIN annotation_verdict AS verdict ON verdict.task_id = task.id CROSS JOIN unnest(verdict.codes) AS code
       WHERE task.item_id = source.id AND verdict.verdict = 'refined'
     ) AS given ON true
     WHERE item.collection_id = ${trainingId} AND item.expert->>'verdict' = 'refined' AND item.expert->'fault' IS NULL`,
  );
  for (const { id, before, after, codes } of rows) {
    // The longest passage that the repair removed. A passage that occurs twice in the story does not determine a
    // position.
    const removedTexts = after === null ? [] : diffStories(before, after).hunks.map(({ oldText }) => oldText.trim());
    const [longest = ""] = removedTexts.sort((left, right) => right.length - left.length);
    const words = longest !== "" && before.split(longest).length === 2 ? longest : null;
    await client.query(
      sql`UPDATE annotation_item
        SET expert = expert || jsonb_build_object('fault', ${JSON.stringify({ codes: codes ?? [], words })}::jsonb)
        WHERE id = ${id}`,
    );
  }
}
