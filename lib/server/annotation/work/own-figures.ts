import * as z from "zod";
import type { PersonalFigures } from "@/lib/domain/annotation/my-work.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { loadStoredResult } from "../../stored-results/stored-result.ts";
import { changeByAuthor } from "../items/copy-change.ts";
import { answerResult } from "../schema/answer-result.ts";

const figuresRow = z.strictObject({
  collection_id: z.string(),
  judged: z.number(),
  refined: z.number(),
  unusable: z.number(),
  returned: z.number(),
  reviewed: z.number(),
  same: z.number(),
  pairs: z.number(),
  has_schema: z.boolean(),
  seconds: z.number().nullable(),
});

/**
 * A person's figures in each collection, from the person's verdicts and the reviews of these verdicts. Trainings are
 * left out. Agreement compares first verdicts of the person with first verdicts of others on the same items; for a task
 * schema, equal answers, from the stored comparison of the collection's answers. Whether answers to gold items were
 * right is omitted, because annotators must not know which items are gold.
 */
export async function loadPersonFigures(userId: string): Promise<Map<string, PersonalFigures>> {
  const rows = await manyRows(
    pool(),
    figuresRow,
    sql`
    WITH own AS (
      SELECT task.id, task.item_id, task.collection_id, item.kind, given.*
      FROM (SELECT DISTINCT task_id FROM annotation_verdict WHERE author_id = ${userId}::uuid) AS mine
      JOIN annotation_task AS task ON task.id = mine.task_id JOIN annotation_item AS item ON item.id = task.item_id
      JOIN annotation_collection AS collection ON collection.id = task.collection_id AND NOT collection.is_training
      CROSS JOIN LATERAL (
        SELECT (array_agg(verdict.verdict ORDER BY verdict.saved_at))[1] AS first,
          (array_agg(verdict.verdict ORDER BY verdict.saved_at DESC))[1] AS last,
          bool_or(${changeByAuthor} = 'text') AS is_refined, max(verdict.active_ms) AS active_ms
        FROM annotation_verdict AS verdict LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
        WHERE verdict.task_id = task.id AND verdict.author_id = ${userId}::uuid
      ) AS given
    ), reviews AS (
      SELECT own.id, bool_or(review.decision = 'return') AS was_returned
      FROM own JOIN counted_review AS review ON review.task_id = own.id GROUP BY own.id
    ), others AS (
      SELECT own.id, count(*)::int AS pairs, count(*) FILTER (WHERE theirs.verdict = own.first)::int AS same
      FROM own JOIN annotation_task AS task ON task.item_id = own.item_id AND task.id <> own.id
      CROSS JOIN LATERAL (SELECT verdict, is_unblinded FROM annotation_verdict WHERE task_id = task.id AND author_id <> ${userId}::uuid
        ORDER BY saved_at LIMIT 1) AS theirs
      WHERE NOT theirs.is_unblinded AND own.kind <> 'schema' GROUP BY own.id
    )
    SELECT own.collection_id, count(*)::int AS judged, count(*) FILTER (WHERE own.is_refined)::int AS refined,
      count(*) FILTER (WHERE own.last = 'irreparable')::int AS unusable,
      count(*) FILTER (WHERE reviews.was_returned)::int AS returned, count(reviews.id)::int AS reviewed,
      coalesce(sum(others.same), 0)::int AS same, coalesce(sum(others.pairs), 0)::int AS pairs,
      bool_or(own.kind = 'schema') AS has_schema,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY own.active_ms / 1000.0) AS seconds
    FROM own LEFT JOIN reviews ON reviews.id = own.id LEFT JOIN others ON others.id = own.id GROUP BY own.collection_id
  `,
  );
  const figures = rows.map(async ({ collection_id, has_schema, ...counts }) => {
    const agreement = has_schema ? await loadAnswerAgreement(collection_id, userId) : null;
    const own: PersonalFigures = agreement ? { ...counts, same: agreement.k, pairs: agreement.n } : counts;
    return [collection_id, own] as const;
  });
  return new Map(await Promise.all(figures));
}

/** Equal answers and pairs of answers of a person and others; null until the comparison is computed. */
async function loadAnswerAgreement(collectionId: string, userId: string): Promise<{ k: number; n: number } | null> {
  const state = await loadStoredResult(answerResult, collectionId, ["people"]);
  return state?.stored?.document.people.find((person) => person.userId === userId)?.agreement ?? null;
}
