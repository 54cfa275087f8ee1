import * as z from "zod";
import {
  type CollectionFigures,
  type FinishedCopy,
  type FirstReview,
  prepareCollectionFigures,
} from "@/lib/domain/annotation/figures/prepare-collection-figures.ts";
import { annotationVerdicts, reviewDecisions } from "@/lib/domain/annotation/requests.ts";
import { editedKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { Anchor } from "@/lib/domain/stories/anchors/anchor.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, text } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { getCollection } from "../collections/list-collections.ts";
import { copyChange, copyChangeFields, hasSiblingCut } from "../items/copy-change.ts";
import { isOverruled } from "../items/is-overruled.ts";

/**
 * The figures that a paper reports about a collection: shares refined and changed, defects, time and agreement, by kind
 * of item.
 */
export async function getCollectionFigures(actor: Actor, collectionId: string): Promise<CollectionFigures> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) throw notFoundError();
  const [copies, reviews] = await Promise.all([
    readCopies(collectionId, collection.settings.overlap > 1),
    readFirstReviews(collectionId),
  ]);
  return prepareCollectionFigures(copies, reviews);
}

const copyRow = z.strictObject({
  id: z.string(),
  group_key: z.string(),
  kind: text<KsteKind>(),
  genre: z.string(),
  knowledge_type: z.string().nullable(),
  copy: z.number(),
  author_id: z.string(),
  first_verdict: z.enum(annotationVerdicts),
  verdict: z.enum(annotationVerdicts),
  is_unblinded: z.boolean(),
  is_overruled: z.boolean(),
  change: copyChangeFields,
  active_ms: z.number(),
  anchors: json<Anchor[]>().nullable(),
  text: z.string().nullable(),
});

/**
 * All copies of items of which every copy was submitted at least once, with all verdicts, including those of returned
 * and requeued items. The marked words of the first verdict are read only if several people marked the same item.
 */
async function readCopies(collectionId: string, withSpans: boolean): Promise<FinishedCopy[]> {
  const rows = await manyRows(
    pool(),
    copyRow,
    sql`
    SELECT item.id, item.group_key, item.kind, item.genre, item.knowledge_type, task.copy, first.author_id,
      first.verdict AS first_verdict, first.is_unblinded, verdict.verdict,
      verdict.verdict = 'irreparable' AND ${isOverruled} AS is_overruled, given.change, spent.active_ms,
      CASE WHEN ${withSpans}::boolean AND item.kind = ANY(${editedKinds}) THEN coalesce(revision.document, item.document)->'anchors' END AS anchors,
      CASE WHEN ${withSpans}::boolean AND item.kind = ANY(${editedKinds}) THEN md5(coalesce(revision.document, item.document)->>'story') END AS text
    FROM annotation_item AS item
    JOIN annotation_task AS task ON task.item_id = item.id
    CROSS JOIN LATERAL (SELECT * FROM annotation_verdict WHERE task_id = task.id ORDER BY saved_at, id LIMIT 1) AS first
    CROSS JOIN LATERAL (SELECT * FROM annotation_verdict WHERE task_id = task.id ORDER BY saved_at DESC, id DESC LIMIT 1) AS verdict
    CROSS JOIN LATERAL (
      SELECT max(${copyChange}) AS change FROM annotation_verdict AS verdict
      LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id WHERE verdict.task_id = task.id
    ) AS given
    CROSS JOIN LATERAL (
      SELECT sum(longest)::float8 AS active_ms FROM (
        SELECT max(active_ms) AS longest FROM annotation_verdict WHERE task_id = task.id GROUP BY author_id) AS by_author
    ) AS spent
    LEFT JOIN annotation_revision AS revision ON revision.id = first.revision_id
    WHERE item.collection_id = ${collectionId}::uuid AND NOT EXISTS (SELECT FROM annotation_task AS other
      WHERE other.item_id = item.id AND NOT EXISTS (SELECT FROM annotation_verdict WHERE task_id = other.id))
  `,
  );
  return rows.map((row) => ({
    itemId: row.id,
    groupKey: row.group_key,
    kind: row.kind,
    genre: row.genre,
    knowledgeType: row.knowledge_type,
    copy: row.copy,
    rater: row.author_id,
    firstVerdict: row.first_verdict,
    verdict: row.verdict,
    change: row.change,
    isOverruled: row.is_overruled,
    isUnblinded: row.is_unblinded,
    activeMs: row.active_ms,
    errors: row.anchors === null || row.text === null ? null : { text: row.text, spans: listErrorSpans(row.anchors) },
  }));
}

function listErrorSpans(anchors: readonly Anchor[]): [number, number][] {
  return anchors
    .filter(({ role, damage, start, end }) => role === "error" && damage === null && start < end)
    .map(({ start, end }): [number, number] => [start, end]);
}

const firstReviewRow = z.strictObject({
  item_id: z.string(),
  decision: z.enum(reviewDecisions),
  is_sample: z.boolean(),
  was_returned: z.boolean(),
  was_changed: z.boolean(),
  kind: text<KsteKind>(),
  genre: z.string(),
  knowledge_type: z.string().nullable(),
  change: copyChangeFields,
});

async function readFirstReviews(collectionId: string): Promise<FirstReview[]> {
  const rows = await manyRows(
    pool(),
    firstReviewRow,
    sql`
    SELECT DISTINCT ON (review.item_id) review.item_id, review.decision, review.is_sample,
      bool_or(review.decision = 'return') OVER (PARTITION BY review.item_id) AS was_returned,
      bool_or(review.decision = 'change') OVER (PARTITION BY review.item_id) AS was_changed,
      item.kind, item.genre, item.knowledge_type, (
        SELECT max(CASE WHEN ${hasSiblingCut} THEN 'text' ELSE ${copyChange} END)
        FROM annotation_verdict AS verdict JOIN annotation_task AS task ON task.id = verdict.task_id
        LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
        WHERE task.item_id = item.id AND verdict.saved_at <= review.saved_at) AS change
    FROM counted_review AS review JOIN annotation_item AS item ON item.id = review.item_id
    WHERE item.collection_id = ${collectionId}::uuid ORDER BY review.item_id, review.saved_at
  `,
  );
  return rows.map((row) => ({
    itemId: row.item_id,
    decision: row.decision,
    isSample: row.is_sample,
    wasReturned: row.was_returned,
    wasChanged: row.was_changed,
    kind: row.kind,
    genre: row.genre,
    knowledgeType: row.knowledge_type,
    change: row.change,
  }));
}
