import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import type { AnswerDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import { task } from "@/lib/domain/items/kinds/task/task.ts";
import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { withDistinctSpanIds } from "@/lib/domain/tasks/answers/distinct-span-ids.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import { validateAnswer } from "@/lib/domain/tasks/answers/validate-answer.ts";
import type { TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { countedWhere } from "../../counting/counted-where.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json, manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { withYields } from "../../platform/files/with-yields.ts";
import { getCollection } from "../collections/list-collections.ts";
import { requireSchema } from "../collections/read-schema.ts";

/** A study about items of the collection: items with the same ID and the same fields. */
export interface StudyWithItems {
  id: string;
  name: string;
  /** Number of the collection's items in the study. */
  items: number;
}

/** SQL: whether a version in a benchmark is equal to an item of the collection. */
const isSameItem = fragment`item.kind = 'schema' AND version.kind = ${task.name}
  AND version.external_id = item.external_id AND version.task_fields = item.stimulus->'fields'`;

const isCounted = countedWhere(countedByDefault("main"));

const studyRow = z.strictObject({ id: z.string(), name: z.string(), items: z.number() });

/**
 * The studies whose answers can be added to a collection, newest first. Only for users who manage the collection and
 * may read results.
 */
export async function listStudiesOfItems(actor: Actor, collectionId: string): Promise<StudyWithItems[]> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) throw notFoundError();
  const scope = projectScope(actor, "research.read");
  return manyRows(
    pool(),
    studyRow,
    sql`SELECT study.id, study.name, count(DISTINCT item.id)::int AS items
      FROM annotation_item AS item
      JOIN item_version AS version ON ${isSameItem}
      JOIN study_item ON study_item.item_version_id = version.id
      JOIN study ON study.id = study_item.study_id AND study.stage IN ('pilot', 'main')
      WHERE item.collection_id = ${collectionId}::uuid AND study.project_id = ${collection.projectId}::uuid
        AND (${scope}::uuid[] IS NULL OR study.project_id = ANY(${scope}::uuid[]))
      GROUP BY study.id ORDER BY study.created_at DESC`,
  );
}

export interface AddedAnswers {
  added: number;
  /** Answers that were already added. */
  unchanged: number;
  /** Answers that are incompatible with the newest version of the task. */
  incompatible: number;
}

const batchSize = 500;

const answerRow = z.strictObject({
  itemId: z.string(),
  sessionId: z.string(),
  at: z.string(),
  fields: json<TaskFields>(),
  answer: json<TaskAnswer>(),
});
const stageRow = z.strictObject({ id: z.string(), stage: z.string() });

/**
 * Adds the answers of a study's participants to a collection as annotations of coded people. An answer belongs to the
 * item with the same ID and fields. Only answers that count in the study are added, and no answers to a translation.
 * Fields that a study cannot ask may be missing. A second call adds the answers that were given since the first call.
 */
export async function addStudyAnswers(actor: Actor, collectionId: string, studyId: string): Promise<AddedAnswers> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) throw notFoundError();
  const scope = projectScope(actor, "research.read");
  return withTx(async (client) => {
    const study = await maybeRow(
      client,
      stageRow,
      sql`SELECT id, stage::text FROM study WHERE id = ${studyId}::uuid AND project_id = ${collection.projectId}::uuid
        AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope}::uuid[]))`,
    );
    if (!study) throw notFoundError();
    if (study.stage !== "pilot" && study.stage !== "main")
      throw new AppError("conflict", "Only answers of a pilot or a main study can be added.", "study");
    const { schema, version } = await requireSchema(client, collectionId);
    const result: AddedAnswers = { added: 0, unchanged: 0, incompatible: 0 };
    let batch: CodedRow[] = [];
    const flush = async () => {
      const addedCount = await insertCodedAnswers(client, batch);
      result.added += addedCount;
      result.unchanged += batch.length - addedCount;
      batch = [];
    };
    for await (const row of withYields(readAnswersOfStudy(client, collectionId, study.id))) {
      const validation = validateAnswer(schema, row.fields, withDistinctSpanIds(row.answer), { isDraft: true });
      if (!validation.ok) {
        result.incompatible += 1;
        continue;
      }
      const { itemId, sessionId, at } = row;
      const coder = createCoderCode(collectionId, sessionId);
      const document: AnswerDocument = { kind: "schema", version, answer: validation.answer };
      batch.push({ itemId, sessionId, at, coder, document });
      if (batch.length === batchSize) await flush();
    }
    await flush();
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: collection.projectId,
      action: "collection.add-study-answers",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      after: { study: studyId, ...result },
    });
    return result;
  });
}

/** The counted answers of a study to items of the collection, oldest first. */
function readAnswersOfStudy(client: PoolClient, collectionId: string, studyId: string) {
  return readCursor(
    client,
    answerRow,
    sql`SELECT item.id AS "itemId", response.session_id AS "sessionId", response.saved_at::text AS at,
        item.stimulus->'fields' AS fields, response.answer->'fields' AS answer
      FROM response JOIN counted_response AS counted ON counted.id = response.id
      JOIN study ON study.id = response.study_id AND study.stage = response.stage
      JOIN session ON session.id = response.session_id AND session.erased_at IS NULL
      JOIN item_version AS version ON version.id = response.item_version_id
      JOIN annotation_item AS item ON item.collection_id = ${collectionId}::uuid AND ${isSameItem}
      WHERE response.study_id = ${studyId}::uuid AND response.shown_item_version_id IS NULL
        AND response.answer ? 'fields' AND ${isCounted}
      ORDER BY response.saved_at, response.id`,
  );
}

interface CodedRow {
  itemId: string;
  sessionId: string;
  at: string;
  coder: string;
  document: AnswerDocument;
}

/**
 * Inserts answers of coded people. A session that is erased during the insertion is skipped. An erasure that starts
 * later waits for the lock and removes these answers.
 */
async function insertCodedAnswers(client: PoolClient, rows: readonly CodedRow[]): Promise<number> {
  return rowCountOf(
    client,
    sql`INSERT INTO annotation_coded_answer (item_id, coder, document, at, session_id)
      SELECT given."itemId", given.coder, given.document, given.at, session.id
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given ("itemId" uuid, "sessionId" uuid, at timestamptz,
        coder text, document jsonb)
      JOIN session ON session.id = given."sessionId" AND session.erased_at IS NULL
      FOR SHARE OF session
      ON CONFLICT (item_id, coder) DO NOTHING`,
  );
}

/** A code of a participant in one collection, from which the session cannot be computed. */
function createCoderCode(collectionId: string, sessionId: string): string {
  const hash = createHash("sha256").update(`${collectionId} ${sessionId}`).digest("hex");
  return `participant-${hash.slice(0, 12)}`;
}
