import * as z from "zod";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import type { CollectionSummary } from "@/lib/domain/annotation/collection-summary.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { computePersonalProgress, personalShareFields, personalShareSql } from "../access/own-share.ts";
import { isPracticeItem } from "./is-practice-item.ts";

/**
 * The collections in which someone may annotate, review or manage, oldest first, with trainings at the end. With a
 * project ID, only collections of that project. The figures come from counters, so the cost does not depend on the
 * number of items.
 */
export async function listCollections(actor: Actor, projectId?: string): Promise<CollectionSummary[]> {
  return readCollections(actor, { projectId: projectId ?? null, collectionId: null });
}

/** One collection, or null for users without any right in its project. */
export async function getCollection(actor: Actor, collectionId: string): Promise<CollectionSummary> {
  const [collection] = await readCollections(actor, { projectId: null, collectionId });
  if (!collection) throw notFoundError();
  return collection;
}

const collectionRow = z.strictObject({
  id: z.string(),
  project_id: z.string(),
  name: z.string(),
  slug: z.string(),
  is_training: z.boolean(),
  is_demo: z.boolean(),
  is_closed: z.boolean(),
  settings: json<CollectionSettings>(),
  benchmark_id: z.string().nullable(),
  created_at: z.date(),
  task: json<NonNullable<CollectionSummary["task"]>>().nullable(),
  items: json<CollectionSummary["items"]>().nullable(),
  tasks: json<CollectionSummary["tasks"]>().nullable(),
  in_hand: z.number(),
  returned: z.number(),
  parked: z.number(),
  finished: z.number(),
  ...personalShareFields,
  can_work: z.boolean(),
  can_review: z.boolean(),
  can_manage: z.boolean(),
  steps: z.number().nullable(),
});

async function readCollections(
  actor: Actor,
  wanted: { projectId: string | null; collectionId: string | null },
): Promise<CollectionSummary[]> {
  const share = personalShareSql(actor.userId);
  const rows = await manyRows(
    pool(),
    collectionRow,
    sql`
    SELECT collection.id, collection.project_id, collection.name, collection.slug, collection.is_training,
      collection.is_demo, collection.closed_at IS NOT NULL AS is_closed, collection.settings, collection.benchmark_id,
      collection.created_at,
      (SELECT json_build_object('version', version, 'title', schema->'title') FROM collection_schema
       WHERE collection_id = collection.id ORDER BY version DESC LIMIT 1) AS task, counted.items, counted.tasks, mine.*, may.*, ${share.columns},
      CASE WHEN collection.is_training THEN (
        SELECT count(*)::int FROM annotation_item AS item WHERE collection_id = collection.id AND ${isPracticeItem}
      ) END AS steps
    FROM annotation_collection AS collection
    CROSS JOIN LATERAL (
      SELECT ${hasCollectionRight(actor, "annotation.work")} AS can_work, ${hasCollectionRight(actor, "annotation.review")} AS can_review,
        ${hasCollectionRight(actor, "annotation.manage")} AS can_manage
    ) AS may
    LEFT JOIN LATERAL (
      SELECT json_object_agg(state, count) FILTER (WHERE scope = 'item') AS items,
        json_object_agg(state, count) FILTER (WHERE scope = 'task') AS tasks
      FROM (SELECT scope, state, sum(count)::int AS count FROM annotation_count
            WHERE collection_id = collection.id GROUP BY scope, state HAVING sum(count) <> 0) AS summed
    ) AS counted ON true
    LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'leased')::int AS in_hand,
        count(*) FILTER (WHERE state = 'returned')::int AS returned,
        count(*) FILTER (WHERE state = 'parked')::int AS parked,
        count(*) FILTER (WHERE state IN ('submitted', 'done', 'irreparable'))::int AS finished
      FROM annotation_task WHERE holder_id = ${actor.userId}::uuid AND collection_id = collection.id
    ) AS mine ON true
    CROSS JOIN LATERAL (SELECT collection.id AS collection_id) AS task ${share.join}
    WHERE (may.can_work OR may.can_review OR may.can_manage)
      AND (${wanted.projectId}::uuid IS NULL OR collection.project_id = ${wanted.projectId}::uuid)
      AND (${wanted.collectionId}::uuid IS NULL OR collection.id = ${wanted.collectionId}::uuid)
    ORDER BY collection.is_training, collection.created_at
  `,
  );
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    slug: row.slug,
    isTraining: row.is_training,
    isDemo: row.is_demo,
    isClosed: row.is_closed,
    settings: row.settings,
    benchmarkId: row.benchmark_id,
    createdAt: row.created_at,
    task: row.task,
    items: row.items ?? {},
    tasks: row.tasks ?? {},
    steps: row.steps,
    can: { work: row.can_work, review: row.can_review, manage: row.can_manage },
    mine: {
      inHand: row.in_hand,
      returned: row.returned,
      parked: row.parked,
      finished: row.finished,
      total: computePersonalProgress(row)?.total ?? 0,
    },
  }));
}
