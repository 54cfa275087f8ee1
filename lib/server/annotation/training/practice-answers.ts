import type { PoolClient } from "pg";
import * as z from "zod";
import {
  type GoldAnswer,
  goldOfAnswer,
  matchesAskedGold,
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
 * Copies items of a task schema into a practice, without anyone's answers. The expected answers are the gold answers,
 * otherwise the accepted ones. Items with neither are not copied. Returns the number of copied items.
 */
export async function copyAnsweredItems(client: PoolClient, request: PracticeCopy): Promise<number> {
  const { schema, version } = await requireSchema(client, request.collectionId);
  const sourceItems = await manyRows(
    client,
    knownRow,
    sql`SELECT item.id, item.stimulus->'fields' AS fields, item.gold_answer AS gold,
        CASE WHEN item.accepted_task_id IS NOT NULL THEN text.current_document->'answer' END AS accepted
      FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id
      WHERE item.collection_id = ${request.collectionId} AND item.id = ANY(${request.items}::uuid[])`,
  );
  const expectedAnswers = sourceItems.flatMap(({ id, fields, gold, accepted }) => {
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
     FROM json_to_recordset(${JSON.stringify(expectedAnswers)}::json) AS known (id uuid, gold jsonb)
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
 * A person's progress in a practice with a task schema, by their first answer to each item. `right` counts the expected
 * answers. `faults` counts the items whose expected answers are not the most common ones; `found` counts the right
 * answers to these items.
 */
export async function scorePracticeAnswers(
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
  // Items are omitted if a later version of the task schema no longer has their expected answers.
  const answerableItems = rows.filter(({ fields, gold }) => refuseGoldAnswer(schema, fields, gold) === null);
  const counts = new Map<string, number>();
  const scoredSteps = answerableItems.map(({ gold, verdict, answer }) => {
    const expected = canonicalJson(gold);
    counts.set(expected, (counts.get(expected) ?? 0) + 1);
    return {
      expected,
      isDone: verdict !== null,
      isRight: verdict === "answered" && matchesAskedGold(schema, answer ?? {}, gold),
    };
  });
  const highestCount = Math.max(...counts.values());
  // The same answer to every item must not pass. Such an answer finds none of the items with other expected answers, so
  // these are the `faults`. If several expected answers are equally common, the one with the smallest share of right
  // other items decides. If every item expects other answers, one answer finds at most one of them.
  const commonAnswers =
    highestCount > 1 ? [...counts].filter(([, count]) => count === highestCount).map(([expected]) => expected) : [];
  const itemsWithOtherAnswers = commonAnswers.map((one) => scoredSteps.filter(({ expected }) => expected !== one));
  const computeRightShare = (items: typeof scoredSteps) => items.filter(({ isRight }) => isRight).length / items.length;
  const [decisiveItems = []] = itemsWithOtherAnswers
    .filter((items) => items.length > 0)
    .toSorted((a, b) => computeRightShare(a) - computeRightShare(b));
  return {
    total: scoredSteps.length,
    done: scoredSteps.filter(({ isDone }) => isDone).length,
    right: scoredSteps.filter(({ isRight }) => isRight).length,
    faults: decisiveItems.length,
    found: decisiveItems.filter(({ isRight }) => isRight).length,
  };
}
