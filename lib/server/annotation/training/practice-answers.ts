import type { PoolClient } from "pg";
import * as z from "zod";
import {
  type GoldAnswer,
  goldOfAnswer,
  matchesGold,
  refuseGoldAnswer,
} from "@/lib/domain/annotation/schema-items/gold-answer.ts";
import type { PracticeGate } from "@/lib/domain/annotation/task.ts";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { isPracticeItem } from "../collections/is-practice-item.ts";
import { requireSchema } from "../collections/read-schema.ts";

/** Items to copy into a practice, with the note of an expert. */
export interface PracticeCopy {
  collectionId: string;
  trainingId: string;
  items: readonly string[];
  note: string;
}

const knownRow = z.strictObject({
  id: z.string(),
  fields: json<TaskFields>(),
  gold: json<GoldAnswer>().nullable(),
  accepted: json<TaskAnswer>().nullable(),
});

/**
 * Copies items of a task schema into a practice, without answers of anyone: the expected answers are those of the gold
 * item, otherwise the accepted ones. Items with neither are not copied. Returns their number.
 */
export async function copyAnsweredItems(client: PoolClient, request: PracticeCopy): Promise<number> {
  const { schema, version } = await requireSchema(client, request.collectionId);
  const known = await manyRows(
    client,
    knownRow,
    sql`SELECT item.id, item.stimulus->'fields' AS fields, item.gold_answer AS gold,
        CASE WHEN item.accepted_task_id IS NOT NULL THEN text.current_document->'answer' END AS accepted
      FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id
      WHERE item.collection_id = ${request.collectionId} AND item.id = ANY(${request.items}::uuid[])`,
  );
  const expected = known.flatMap(({ id, fields, gold, accepted }) => {
    const keys = gold ?? (accepted && goldOfAnswer(schema, accepted));
    return keys && refuseGoldAnswer(schema, fields, keys) === null ? [{ id, gold: keys }] : [];
  });
  const document = { kind: "schema", version, answer: {} };
  return rowCountOf(
    client,
    sql`INSERT INTO annotation_item (id, collection_id, ordinal, external_id, kind, group_key, genre, document, imported,
       import_hash, findings, audit_draw, stimulus, expert)
     SELECT gen_random_uuid(), ${request.trainingId}, last.ordinal + row_number() OVER (ORDER BY item.ordinal),
       item.external_id, item.kind, item.group_key, item.genre, ${JSON.stringify(document)}::jsonb,
       item.imported - 'suggestions' - 'annotations' - 'gold', item.import_hash, '[]', 0, item.stimulus,
       jsonb_build_object('title', item.external_id, 'task', 'Answer it as you would in earnest.', 'verdict', 'answered',
         'whatTheExpertSaw', ${request.note}::text, 'suggestedRepair', NULL, 'lesson', ${request.note}::text,
         'gold', known.gold)
     FROM json_to_recordset(${JSON.stringify(expected)}::json) AS known (id uuid, gold jsonb)
     JOIN annotation_item AS item ON item.id = known.id
     CROSS JOIN (SELECT coalesce(max(ordinal), 0) AS ordinal FROM annotation_item
       WHERE collection_id = ${request.trainingId}) AS last
     ON CONFLICT (collection_id, external_id) DO NOTHING`,
  );
}

const practicedRow = z.strictObject({
  fields: json<TaskFields>(),
  gold: json<GoldAnswer>(),
  verdict: z.string().nullable(),
  answer: json<TaskAnswer>().nullable(),
});

/**
 * A person's first answers to the items of a practice: how many are the expected ones, and how many of those whose
 * expected answers are not the most common ones (`faults` and `found` of the gate).
 */
export async function practicedAnswers(
  trainingId: string,
  userId: string,
): Promise<Pick<PracticeGate, "right" | "done" | "total" | "faults" | "found">> {
  const { schema } = await requireSchema(pool(), trainingId);
  const rows = await manyRows(
    pool(),
    practicedRow,
    sql`SELECT item.stimulus->'fields' AS fields, item.expert->'gold' AS gold, first.verdict, first.answer
      FROM annotation_item AS item LEFT JOIN LATERAL (
        SELECT verdict.verdict, coalesce(revision.document, item.document)->'answer' AS answer
        FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.task_id = task.id
        LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
        WHERE task.item_id = item.id AND verdict.author_id = ${userId}::uuid ORDER BY verdict.saved_at LIMIT 1
      ) AS first ON true
      WHERE item.collection_id = ${trainingId}::uuid AND ${isPracticeItem} AND item.expert->'gold' IS NOT NULL`,
  );
  // Expected answers that a later version of the task does not have cannot be given.
  const usable = rows.filter(({ fields, gold }) => refuseGoldAnswer(schema, fields, gold) === null);
  const counts = new Map<string, number>();
  const scored = usable.map(({ gold, verdict, answer }) => {
    const expected = canonicalJson(gold);
    counts.set(expected, (counts.get(expected) ?? 0) + 1);
    return {
      expected,
      isDone: verdict !== null,
      isRight: verdict === "answered" && matchesGold(schema, answer ?? {}, gold) === true,
    };
  });
  const most = Math.max(...counts.values());
  // If every item expects other answers, one answer to all finds at most one of them. Of several answers that are the
  // most common ones, the worst share counts: one answer to all items gives 0 of the others.
  const common = most > 1 ? [...counts].filter(([, count]) => count === most).map(([expected]) => expected) : [];
  const others = common.map((one) => scored.filter(({ expected }) => expected !== one));
  const shareFound = (items: typeof scored) => items.filter(({ isRight }) => isRight).length / items.length;
  const [rare = []] = others.filter((items) => items.length > 0).toSorted((a, b) => shareFound(a) - shareFound(b));
  return {
    total: scored.length,
    done: scored.filter(({ isDone }) => isDone).length,
    right: scored.filter(({ isRight }) => isRight).length,
    faults: rare.length,
    found: rare.filter(({ isRight }) => isRight).length,
  };
}
