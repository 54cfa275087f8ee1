import type { PoolClient } from "pg";
import * as z from "zod";
import type {
  AnnotatorLabels,
  ItemVerdicts,
  LabelledItem,
  LabelReport,
  LabelSummary,
} from "@/lib/domain/annotation/figures/fold-labels.ts";
import { type AnnotationVerdict, annotationVerdicts } from "@/lib/domain/annotation/requests.ts";
import { fingerprint } from "@/lib/domain/fingerprint.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
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

/**
 * The aggregated labels of a collection, the competence of its annotators, and a comparison of given and decided
 * verdicts ("COLLECTION").
 */
export const labelResult: ResultDefinition<LabelReport> = {
  kind: "labels",
  ruleVersion: 2,
  doing: "Aggregating the verdicts",
  // Always computed in a thread, because aggregating a hundred verdicts takes a tenth of a second.
  foldedHere: 0,
  facts: readFacts,
  compute: (collectionId, folding) =>
    withSnapshot((client) => foldRows("labels", undefined, rowsInPieces(readItems(client, collectionId)), folding)),
};

/** The summary with names. */
export type NamedLabels = Omit<LabelSummary, "people"> & { people: (AnnotatorLabels & { name: string })[] };

/** The aggregated labels of a collection, without its items. Only for users who manage the collection. */
export async function readLabels(
  actor: Actor,
  collectionId: string,
): Promise<{ state: ResultState<unknown>; labels: NamedLabels | null }> {
  await requireManager(actor, collectionId);
  const state = await loadStoredResult(labelResult, collectionId, ["summary"]);
  if (!state) throw notFoundError();
  return { state, labels: state.stored && (await addNames(state.stored.document.summary)) };
}

/** The labels for a download. They are never outdated. */
export async function loadFreshLabels(actor: Actor, collectionId: string): Promise<NamedLabels> {
  await requireManager(actor, collectionId);
  const stored = await loadFreshResult(labelResult, collectionId, ["summary"]);
  if (!stored) throw notFoundError();
  return addNames(stored.document.summary);
}

async function requireManager(actor: Actor, collectionId: string): Promise<void> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
}

const nameRow = z.strictObject({ id: z.string(), name: z.string() });

async function addNames(summary: LabelSummary): Promise<NamedLabels> {
  const ids = summary.people.map(({ userId }) => userId);
  const rows = await manyRows(pool(), nameRow, sql`SELECT id, name FROM app_user WHERE id = ANY(${ids}::uuid[])`);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const people = summary.people.map((person) => ({ ...person, name: names.get(person.userId) ?? "Deleted user" }));
  return { ...summary, people: people.sort((one, other) => one.name.localeCompare(other.name, "en")) };
}

const labelledRow = z.strictObject({ item: json<LabelledItem>() });

/**
 * The aggregated table as JSON Lines: one line per item with its labels and the verdict of each annotator. Annotators
 * are numbered. Call `loadFreshLabels` first: it checks the right and computes missing results.
 */
export async function* labelLines(client: PoolClient, collectionId: string): AsyncGenerator<string> {
  const numbers = new Map<string, string>();
  const numberOf = (userId: string) => {
    const number = numbers.get(userId) ?? `annotator-${numbers.size + 1}`;
    numbers.set(userId, number);
    return number;
  };
  const rows = readCursor(
    client,
    labelledRow,
    sql`SELECT one AS item FROM stored_result, json_array_elements(document->'items') AS one
      WHERE kind = ${labelResult.kind} AND subject = ${collectionId}`,
  );
  for await (const { item } of rows) {
    const { id, name, labels, given } = item;
    const annotations = Object.entries(given).map(([userId, verdict]) => ({ annotator: numberOf(userId), verdict }));
    yield JSON.stringify({ item: name, id, labels, annotations });
  }
}

/** The cost of aggregating one verdict, in answers that could be read in the same time. */
const costPerVerdict = 50;

const factRow = z.strictObject({ projectId: z.string(), verdicts: z.number(), said: z.string() });

/** The state is computed from counts, because verdicts and reviews are only added, and undoing a review adds a row. */
async function readFacts(collectionId: string): Promise<ResultFacts | null> {
  const row = await maybeRow(
    pool(),
    factRow,
    sql`
    SELECT collection.project_id AS "projectId", given.n AS verdicts,
      concat_ws('/', given.n, given.last, reviewed.n, reviewed.last, reviewed.counted, gold.said) AS said
    FROM annotation_collection AS collection
    CROSS JOIN LATERAL (SELECT count(*)::int AS n, max(saved_at) AS last FROM annotation_verdict AS verdict
      JOIN annotation_task AS task ON task.id = verdict.task_id WHERE task.collection_id = collection.id) AS given
    CROSS JOIN LATERAL (SELECT count(*) AS n, max(review.saved_at) AS last,
        count(*) FILTER (WHERE EXISTS (SELECT FROM counted_review WHERE counted_review.id = review.id)) AS counted
      FROM annotation_review AS review JOIN annotation_item AS item ON item.id = review.item_id
      WHERE item.collection_id = collection.id) AS reviewed
    CROSS JOIN LATERAL (SELECT md5(string_agg(id || gold_verdict::text, ',' ORDER BY id)) AS said FROM annotation_item
      WHERE collection_id = collection.id AND gold_verdict IS NOT NULL) AS gold
    WHERE collection.id = ${collectionId}::uuid`,
  );
  if (!row) return null;
  const { projectId, verdicts: n, said: dataState } = row;
  return { projectId, dataHash: fingerprint(dataState), answers: n * costPerVerdict, studyId: null, runId: null };
}

const judgedRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  given: json<Record<string, AnnotationVerdict>>(),
  decided: z.enum(annotationVerdicts).nullable(),
}) satisfies z.ZodType<ItemVerdicts>;

/**
 * The judged items of a collection in their order. Each item has the first verdict of each person, except verdicts
 * given after the person had read the models' answers. It also has the decided verdict: gold, otherwise the verdict
 * that the last review confirmed or set.
 */
function readItems(client: PoolClient, collectionId: string): AsyncGenerator<ItemVerdicts> {
  return readCursor(
    client,
    judgedRow,
    sql`
    SELECT item.id, item.external_id AS name, jsonb_object_agg(first.author_id, first.verdict) AS given,
      coalesce(item.gold_verdict::text, (
        SELECT CASE review.decision WHEN 'change' THEN 'refined' ELSE (
          SELECT verdict::text FROM annotation_verdict AS judged
          WHERE judged.task_id = review.task_id AND judged.saved_at <= review.saved_at
          ORDER BY judged.saved_at DESC, judged.id DESC LIMIT 1) END
        FROM counted_review AS review WHERE review.item_id = item.id AND review.decision IN ('accept', 'change')
        ORDER BY review.saved_at DESC LIMIT 1)) AS decided
    FROM annotation_item AS item JOIN (
      SELECT DISTINCT ON (task.item_id, verdict.author_id) task.item_id, verdict.author_id, verdict.verdict,
        verdict.is_unblinded
      FROM annotation_verdict AS verdict JOIN annotation_task AS task ON task.id = verdict.task_id
      WHERE task.collection_id = ${collectionId}::uuid
      ORDER BY task.item_id, verdict.author_id, verdict.saved_at, verdict.id
    ) AS first ON first.item_id = item.id AND NOT first.is_unblinded
    WHERE item.collection_id = ${collectionId}::uuid GROUP BY item.id ORDER BY item.ordinal`,
  );
}
