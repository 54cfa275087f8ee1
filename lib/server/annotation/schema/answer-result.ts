import type { PoolClient } from "pg";
import * as z from "zod";
import type { AnsweredItem } from "@/lib/domain/annotation/schema-items/answered-item.ts";
import type { AnswerReport, AnswerSummary } from "@/lib/domain/annotation/schema-items/fold-answers.ts";
import type { GoldAnswer } from "@/lib/domain/annotation/schema-items/gold-answer.ts";
import { fingerprint } from "@/lib/domain/fingerprint.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { foldRows, rowsInPieces } from "../../stored-results/fold-rows.ts";
import type { ResultDefinition, ResultFacts } from "../../stored-results/result-definition.ts";
import { loadFreshResult, loadStoredResult } from "../../stored-results/stored-result.ts";
import { mayAccessCollection } from "../access/has-access.ts";
import { requireSchema } from "../collections/read-schema.ts";
import { hasPracticeCopy } from "./has-practice-copy.ts";
import { itemCharacters } from "./item-characters.ts";

/** Agreement, aggregated answers and competence in a collection of a task schema. */
export const answerResult: ResultDefinition<AnswerReport> = {
  kind: "answers",
  ruleVersion: 12,
  doing: "Comparing the answers",
  foldedHere: 0,
  facts: readFacts,
  compute: (collectionId, folding) =>
    withSnapshot(async (client) => {
      const { schema } = await requireSchema(client, collectionId);
      return foldRows("answers", schema, rowsInPieces(readAnsweredItems(client, collectionId)), folding);
    }),
};

/** The summary, with the names of people by user ID and the IDs of listed items by external ID. */
export type NamedAnswers = AnswerSummary & { names: Record<string, string>; itemIds: Record<string, string> };

const summaryParts: readonly (keyof AnswerSummary)[] = [
  ...(["items", "shared", "fields", "anchoring", "differing", "disputed"] as const),
  ...(["weeks", "people", "pairs", "misses"] as const),
];

/**
 * The report with the names of the collection's annotators; coded people keep their codes. Only for users who manage
 * the collection.
 */
export async function readAnswerReport(
  actor: Actor,
  collectionId: string,
): Promise<{ state: ResultState<unknown>; report: NamedAnswers | null }> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const state = await loadStoredResult(answerResult, collectionId, summaryParts);
  if (!state) throw notFoundError();
  return { state, report: state.stored && (await addNames(collectionId, state.stored.document)) };
}

/**
 * The answers for a download. They are never outdated.
 *
 * @param parts the parts that are read; a request names them, because `behind` grows with the items
 */
export async function loadFreshAnswers<Part extends keyof AnswerReport>(
  actor: Actor,
  collectionId: string,
  parts: readonly Part[] | null = null,
): Promise<Pick<AnswerReport, Part>> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const stored = await loadFreshResult(answerResult, collectionId, parts);
  if (!stored) throw notFoundError();
  return stored.document;
}

const nameRow = z.strictObject({ id: z.string(), name: z.string() });

async function addNames(collectionId: string, report: AnswerSummary): Promise<NamedAnswers> {
  const ids = new Set([
    ...report.fields.flatMap(({ people }) => people.map(({ by }) => by)),
    ...report.weeks.map(({ userId }) => userId),
  ]);
  const people = [...ids].filter((id) => z.uuid().safeParse(id).success);
  const rows = await manyRows(pool(), nameRow, sql`SELECT id, name FROM app_user WHERE id = ANY(${people}::uuid[])`);
  const listed = [...report.disputed, ...report.misses].map(({ id }) => id);
  const items = await manyRows(
    pool(),
    nameRow,
    sql`SELECT id, external_id AS name FROM annotation_item
      WHERE collection_id = ${collectionId}::uuid AND external_id = ANY(${listed}::text[])`,
  );
  return {
    ...report,
    names: Object.fromEntries(rows.map(({ id, name }) => [id, name])),
    itemIds: Object.fromEntries(items.map(({ id, name }) => [name, id])),
  };
}

/** The cost of comparing the answers to one item, in answers that could be read in the same time. */
const costPerItem = 20;

const factRow = z.strictObject({ projectId: z.string(), n: z.number(), said: z.string() });

async function readFacts(collectionId: string): Promise<ResultFacts | null> {
  const row = await maybeRow(
    pool(),
    factRow,
    sql`
    SELECT collection.project_id AS "projectId", given.n,
      concat_ws('/', given.n, given.last, coded.n, accepted.n, accepted.last, gold.said,
        (SELECT max(version) FROM collection_schema WHERE collection_id = collection.id)) AS said
    FROM annotation_collection AS collection
    CROSS JOIN LATERAL (SELECT count(*)::int AS n, max(saved_at) AS last FROM annotation_verdict AS verdict
      JOIN annotation_task AS task ON task.id = verdict.task_id WHERE task.collection_id = collection.id) AS given
    CROSS JOIN LATERAL (SELECT count(*) AS n FROM annotation_coded_answer AS answer
      JOIN annotation_item AS item ON item.id = answer.item_id WHERE item.collection_id = collection.id) AS coded
    CROSS JOIN LATERAL (SELECT count(*) AS n, max(accepted_at) AS last FROM annotation_item
      WHERE collection_id = collection.id AND accepted_at IS NOT NULL) AS accepted
    CROSS JOIN LATERAL (SELECT md5(string_agg(id || gold_answer::text || ${hasPracticeCopy}, ',' ORDER BY id)) AS said
      FROM annotation_item AS item WHERE collection_id = collection.id AND gold_answer IS NOT NULL) AS gold
    WHERE collection.id = ${collectionId}::uuid`,
  );
  if (!row) return null;
  const { projectId, n, said } = row;
  return { projectId, dataHash: fingerprint(said), answers: n * costPerItem, studyId: null, runId: null };
}

const answeredItemRow = z.strictObject({
  id: z.string(),
  fields: json<TaskFields>(),
  given: json<AnsweredItem["given"]>(),
  accepted: json<TaskAnswer>().nullable(),
  suggested: json<TaskAnswer>().nullable(),
  isSuggestionShown: z.boolean(),
  gold: json<GoldAnswer>().nullable(),
  characters: z.number(),
}) satisfies z.ZodType<AnsweredItem>;

/**
 * The answered items in their order: the first answers of each person, those of coded people, and the accepted ones. A
 * re-review changes no figure, so the answers that were accepted before the first one count.
 */
export function readAnsweredItems(client: PoolClient, collectionId: string): AsyncGenerator<AnsweredItem> {
  return readCursor(
    client,
    answeredItemRow,
    sql`
    SELECT item.external_id AS id, item.stimulus->'fields' AS fields, item.suggestion->'answer' AS suggested,
      item.is_suggestion_shown AS "isSuggestionShown", answers.given,
      CASE WHEN ${hasPracticeCopy} THEN NULL ELSE item.gold_answer END AS gold,
      ${itemCharacters} AS characters,
      CASE WHEN earlier.before IS NULL THEN
          CASE WHEN item.accepted_task_id IS NOT NULL THEN text.current_document->'answer' END
        WHEN earlier.before->>'acceptedTaskId' IS NOT NULL THEN coalesce(
          (SELECT document FROM annotation_revision WHERE id = (earlier.before->>'acceptedRevisionId')::uuid),
          item.document)->'answer' END AS accepted
    FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id
    LEFT JOIN LATERAL (
      SELECT chosen.before FROM annotation_re_review_item AS chosen
      JOIN annotation_re_review AS re_review ON re_review.id = chosen.re_review_id
      WHERE chosen.item_id = item.id ORDER BY re_review.at LIMIT 1
    ) AS earlier ON true
    JOIN LATERAL (
      SELECT json_agg(json_build_object('by', one.by, 'at', one.at, 'answer', one.document->'answer',
        'version', (one.document->>'version')::int, 'activeMs', one.active_ms) ORDER BY one.at, one.by) AS given FROM (
        (SELECT DISTINCT ON (verdict.author_id) verdict.author_id::text AS by, verdict.saved_at AS at,
          coalesce(revision.document, item.document) AS document, verdict.active_ms
         FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.task_id = task.id
         LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
         WHERE task.item_id = item.id AND verdict.verdict = 'answered'
         ORDER BY verdict.author_id, verdict.saved_at)
        UNION ALL SELECT coder, at, document, NULL FROM annotation_coded_answer WHERE item_id = item.id
      ) AS one
    ) AS answers ON answers.given IS NOT NULL
    WHERE item.collection_id = ${collectionId}::uuid AND item.kind = 'schema' ORDER BY item.ordinal`,
  );
}
