import * as z from "zod";
import type { QuestionRequest } from "@/lib/domain/annotation/guidelines.ts";
import type { LeadQuestion } from "@/lib/domain/annotation/question.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { mayAccessCollection } from "../access/has-access.ts";

/** Asks the lead of a collection about one of its items or a rule. */
export async function askQuestion(
  actor: Actor,
  collectionId: string,
  question: QuestionRequest,
): Promise<{ ok: true }> {
  const userId = requirePerson(actor);
  const mayWork = await mayAccessCollection(actor, "annotation.work", collectionId);
  if (!mayWork && !(await mayAccessCollection(actor, "annotation.review", collectionId))) throw notFoundError();
  const rowCount = await rowCountOf(
    pool(),
    sql`
    INSERT INTO annotation_question (id, collection_id, item_id, asked_by_id, text)
    SELECT gen_random_uuid(), ${collectionId}::uuid, ${question.itemId ?? null}::uuid, ${userId}::uuid, ${question.text}
    WHERE ${question.itemId ?? null}::uuid IS NULL OR EXISTS (
      SELECT FROM annotation_item WHERE id = ${question.itemId ?? null}::uuid AND collection_id = ${collectionId}::uuid)
  `,
  );
  if (rowCount === 0) throw notFoundError();
  return { ok: true };
}

const questionRow = z.strictObject({
  id: z.string(),
  text: z.string(),
  asked_at: z.date(),
  answer: z.string().nullable(),
  is_case: z.boolean(),
  name: z.string().nullable(),
  item_id: z.string().nullable(),
  external_id: z.string().nullable(),
});

/** The questions of a collection, unanswered ones first. Only for users who manage the collection. */
export async function listQuestions(actor: Actor, collectionId: string): Promise<LeadQuestion[]> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const rows = await manyRows(
    pool(),
    questionRow,
    sql`
    SELECT question.id, question.text, question.asked_at, question.answer, question.is_case, app_user.name,
      item.id AS item_id, item.external_id
    FROM annotation_question AS question
    LEFT JOIN app_user ON app_user.id = question.asked_by_id LEFT JOIN annotation_item AS item
    ON item.id = question.item_id
    WHERE question.collection_id = ${collectionId}::uuid
    ORDER BY question.answer IS NOT NULL, question.asked_at DESC LIMIT 500
  `,
  );
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    askedByName: row.name,
    askedAt: row.asked_at,
    item: row.item_id === null || row.external_id === null ? null : { id: row.item_id, externalId: row.external_id },
    answer: row.answer,
    isCase: row.is_case,
  }));
}

const answeredRow = z.strictObject({ project_id: z.string(), id: z.string() });

/**
 * Answers a question. If the question is marked as a case, the answer is shown to everyone with the guidelines. An
 * answer can be replaced.
 */
export async function answerQuestion(
  actor: Actor,
  questionId: string,
  reply: { answer: string; isCase: boolean },
): Promise<void> {
  if (reply.answer.trim() === "") throw new AppError("invalid", "Please write an answer.", "answer");
  const scope = projectScope(actor, "annotation.manage");
  await withTx(async (client) => {
    const row = await maybeRow(
      client,
      answeredRow,
      sql`UPDATE annotation_question AS question
         SET answer = ${reply.answer}, is_case = ${reply.isCase}, answered_by_id = ${actor.userId},
         answered_at = clock_timestamp(), seen_at = NULL
       FROM annotation_collection AS collection WHERE question.id = ${questionId}
       AND collection.id = question.collection_id
         AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}))
       RETURNING collection.project_id, collection.id`,
    );
    if (!row) throw notFoundError();
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: row.project_id,
      action: "collection.answer",
      subjectType: "annotation-collection",
      subjectId: row.id,
      after: { questionId, ...reply },
    });
  });
}
