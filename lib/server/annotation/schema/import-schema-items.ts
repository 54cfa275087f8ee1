import { createHash, randomInt } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import {
  createFirstDocument,
  type ReadSchemaItem,
  type SchemaItem,
} from "@/lib/domain/annotation/schema-items/schema-item.ts";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import type { ImportReport } from "@/lib/domain/interchange/import-report.ts";
import { filesOf } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { ImportTally, saveImportReport } from "../../items/import-report.ts";
import type { PreparedFile } from "../../items/media/prepared-file.ts";
import { storeFiles } from "../../items/media/store-files.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { json, manyRows, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { addCopies } from "../collections/add-copies.ts";
import { requireSchema } from "../collections/read-schema.ts";

export interface SchemaImport {
  collectionId: string;
  fileName: string;
  /** SHA-256 of the file. It is known only after all rows are read. */
  fileSha256: () => string;
  /** The rows of the file in order. */
  rows: AsyncIterable<{ line: number; read: ReadSchemaItem }>;
  /** The share of items whose suggestion is shown to the annotators. The items are drawn at random. */
  suggestionShare: number;
  /** Uploaded files by SHA-256; only files that the items show are stored. */
  files: ReadonlyMap<string, PreparedFile>;
}

const batchSize = 500;

const collectionRow = z.strictObject({
  project_id: z.string(),
  settings: json<CollectionSettings>(),
  is_training: z.boolean(),
});

/**
 * Imports items into a collection of a task schema. A row that does not fit the schema is rejected with the name of its
 * field. An existing item is never overwritten: a row with the same content is counted as unchanged, and a row with
 * other content is rejected.
 */
export async function importSchemaItems(actor: Actor, request: SchemaImport): Promise<ImportReport> {
  const scope = projectScope(actor, "annotation.manage");
  return withTx(async (client) => {
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '5min'");
    await client.query("SET LOCAL lock_timeout = '60s'");
    const { collectionId } = request;
    const collection = await maybeRow(
      client,
      collectionRow,
      sql`SELECT project_id, settings, is_training FROM annotation_collection
       WHERE id = ${collectionId} AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope}::uuid[])) FOR UPDATE`,
    );
    if (!collection) throw notFoundError();
    const { version } = await requireSchema(client, collectionId);
    const tally = new ImportTally();
    const report = await insertAll(client, request, { projectId: collection.project_id, version, tally });
    if (!collection.is_training) await addCopies(client, collectionId, collection.settings.overlap);
    if (tally.inserted >= batchSize) await client.query("ANALYZE annotation_item, annotation_task");
    const savedReport = await saveImportReport(client, tally, {
      projectId: collection.project_id,
      kind: "annotation",
      fileName: request.fileName,
      fileSha256: request.fileSha256(),
      actorId: actor.userId,
    });
    await client.query(
      sql`UPDATE annotation_item SET import_id = ${savedReport.id} WHERE collection_id = ${collectionId}
        AND ordinal > ${report.lastBefore} AND import_id IS NULL`,
    );
    const { rows, inserted, unchanged, rejected } = savedReport;
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: collection.project_id,
      action: "collection.import",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      after: { fileName: request.fileName, rows, inserted, unchanged, rejected },
    });
    return savedReport;
  });
}

const lastOrdinalRow = z.strictObject({ last: z.number() });

async function insertAll(
  client: PoolClient,
  request: SchemaImport,
  { projectId, version, tally }: { projectId: string; version: number; tally: ImportTally },
): Promise<{ lastBefore: number }> {
  const { last } = await oneRow(
    client,
    lastOrdinalRow,
    sql`SELECT coalesce(max(ordinal), 0)::int AS last FROM annotation_item
      WHERE collection_id = ${request.collectionId}`,
  );
  let ordinal = last;
  const lineByItemId = new Map<string, number>();
  let batch: { line: number; item: SchemaItem }[] = [];
  const flush = async () => {
    const missingFiles = await storeFiles(
      client,
      projectId,
      batch.map(({ item }) => item),
      request.files,
    );
    const completeRows = batch.filter(({ line, item }) => {
      const missing = filesOf(item.fields).find(({ sha256 }) => missingFiles.has(sha256));
      if (missing)
        tally.reject({ line, field: `fields.${missing.name}`, message: "names a file that the project does not have" });
      return !missing;
    });
    ordinal = await insertBatch(client, request, { version, ordinal, batch: completeRows, tally });
    batch = [];
  };
  for await (const { line, read } of request.rows) {
    if (!read.ok) {
      tally.reject({ line, field: read.field, message: read.message });
      continue;
    }
    const earlierLine = lineByItemId.get(read.item.id);
    if (earlierLine !== undefined) {
      tally.reject({ line, field: "id", message: `${read.item.id} already occurs in line ${earlierLine}` });
      continue;
    }
    lineByItemId.set(read.item.id, line);
    batch.push({ line, item: read.item });
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  return { lastBefore: last };
}

const existingItemRow = z.strictObject({ external_id: z.string(), import_hash: z.string() });

async function insertBatch(
  client: PoolClient,
  { collectionId, suggestionShare }: SchemaImport,
  insertion: {
    version: number;
    ordinal: number;
    batch: readonly { line: number; item: SchemaItem }[];
    tally: ImportTally;
  },
): Promise<number> {
  const { version, batch, tally } = insertion;
  const existing = await manyRows(
    client,
    existingItemRow,
    sql`SELECT external_id, import_hash FROM annotation_item WHERE collection_id = ${collectionId}
      AND external_id = ANY(${batch.map(({ item }) => item.id)}::text[])`,
  );
  const hashes = new Map(existing.map((row) => [row.external_id, row.import_hash]));
  let { ordinal } = insertion;
  const rows = batch.flatMap(({ line, item }) => {
    const hash = createHash("sha256").update(canonicalJson(item)).digest("hex");
    const existingHash = hashes.get(item.id);
    if (existingHash === hash) tally.count("unchanged");
    else if (existingHash !== undefined)
      tally.reject({
        line,
        field: "id",
        message: `${item.id} already exists with other content and was not overwritten`,
      });
    if (existingHash !== undefined) return [];
    tally.count("inserted");
    ordinal += 1;
    const [suggestion = null] = item.suggestions;
    const isShown = suggestion !== null && drawUnpredictableNumber() < suggestionShare;
    return {
      ...{ ordinal, external_id: item.id, group_key: item.group ?? item.id, import_hash: hash, imported: item },
      ...{ document: createFirstDocument(version, item, isShown), audit_draw: drawUnpredictableNumber() },
      ...{ stimulus: { fields: item.fields, metadata: item.metadata }, suggestion, is_suggestion_shown: isShown },
      gold_answer: item.gold ?? null,
    };
  });
  await client.query(
    sql`INSERT INTO annotation_item (id, collection_id, kind, genre, ordinal, external_id, group_key, import_hash, imported,
       document, audit_draw, stimulus, suggestion, is_suggestion_shown, gold_answer)
     SELECT gen_random_uuid(), ${collectionId}, 'schema', '', given.*
     FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (ordinal int, external_id text, group_key text,
       import_hash text, imported jsonb, document jsonb, audit_draw float8, stimulus jsonb, suggestion jsonb,
       is_suggestion_shown boolean, gold_answer jsonb)`,
  );
  await insertCodedPeopleAnswers(client, collectionId, version, batch);
  return ordinal;
}

/** Inserts the answers of people outside the collection, which the file contains with its items. */
async function insertCodedPeopleAnswers(
  client: PoolClient,
  collectionId: string,
  version: number,
  batch: readonly { item: SchemaItem }[],
): Promise<void> {
  const codedAnswers = batch.flatMap(({ item }) =>
    item.annotations.map(({ coder, answer }) => ({
      external_id: item.id,
      coder,
      document: { kind: "schema", version, answer },
    })),
  );
  if (codedAnswers.length === 0) return;
  await client.query(
    sql`INSERT INTO annotation_coded_answer (item_id, coder, document)
     SELECT item.id, given.coder, given.document
     FROM json_to_recordset(${JSON.stringify(codedAnswers)}::json) AS given (external_id text, coder text, document jsonb)
     JOIN annotation_item AS item ON item.collection_id = ${collectionId} AND item.external_id = given.external_id
     ON CONFLICT (item_id, coder) DO NOTHING`,
  );
}

/** A random number that cannot be predicted, so that no one can predict which item is drawn. */
function drawUnpredictableNumber(): number {
  return randomInt(2 ** 32) / 2 ** 32;
}
