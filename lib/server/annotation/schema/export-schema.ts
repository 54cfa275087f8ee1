import { Readable } from "node:stream";
import type { PoolClient } from "pg";
import * as z from "zod";
import { toAggregatedAnswers } from "@/lib/domain/annotation/schema-items/aggregated-answers.ts";
import type { AnswerReport } from "@/lib/domain/annotation/schema-items/fold-answers.ts";
import {
  answerTableColumns,
  answerTableRows,
  answerTableText,
} from "@/lib/domain/interchange/annotation/answer-table.ts";
import { formatConllSentence, spansFieldOf } from "@/lib/domain/interchange/annotation/conll.ts";
import type { ExportedItem } from "@/lib/domain/interchange/annotation/exported-item.ts";
import { formatLabelStudioTask } from "@/lib/domain/interchange/annotation/label-studio.ts";
import { formatProdigyLines } from "@/lib/domain/interchange/annotation/prodigy.ts";
import { renderSchemaCard } from "@/lib/domain/interchange/annotation/schema-card.ts";
import { listDistinctFiles, mediaPath } from "@/lib/domain/tasks/schema/media-path.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { readFileBytes } from "../../items/media/read-bytes.ts";
import type { Actor } from "../../platform/access/access.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { openSnapshot } from "../../platform/database/with-snapshot.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { type AddPart, type ArchivePart, openArchive, textPart } from "../../platform/http/open-archive.ts";
import { takeTransferPermit } from "../../platform/http/transfer-permit.ts";
import { getCollection } from "../collections/list-collections.ts";
import { requireSchema } from "../collections/read-schema.ts";
import { loadFreshAnswers } from "./answer-result.ts";

export const schemaExportFormats = ["jsonl", "csv", "label-studio", "prodigy", "conll", "hf", "zip"] as const;
/** `xlsx` is the table of `csv` as a workbook, which is not streamed (`read-answer-table.ts`). */
export const schemaExportQuery = z.strictObject({ format: z.enum([...schemaExportFormats, "xlsx"]) });
type Format = (typeof schemaExportFormats)[number];

const fileTypes: Readonly<Record<Format, { ending: string; type: string }>> = {
  jsonl: { ending: "jsonl", type: "application/x-ndjson; charset=utf-8" },
  csv: { ending: "csv", type: "text/csv; charset=utf-8" },
  "label-studio": { ending: "label-studio.json", type: "application/json; charset=utf-8" },
  prodigy: { ending: "prodigy.jsonl", type: "application/x-ndjson; charset=utf-8" },
  conll: { ending: "conll", type: "text/plain; charset=utf-8" },
  hf: { ending: "hf.zip", type: "application/zip" },
  zip: { ending: "zip", type: "application/zip" },
};

/**
 * The items of a task schema with the answers of all people, as a file that is streamed while one snapshot is read.
 * Only for users who manage the collection. People are numbered; coded people keep their codes.
 */
export async function openSchemaExport(
  actor: Actor,
  collectionId: string,
  { format }: { format: Format },
): Promise<{ name: string; type: string; stream: Readable }> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) throw notFoundError();
  const snapshot = await openSnapshot();
  try {
    const { schema } = await requireSchema(snapshot.client, collectionId);
    if (format === "conll" && spansFieldOf(schema) === null)
      throw new AppError("invalid", "CoNLL requires a task schema with spans in a text.", "format");
    const report = format === "hf" ? await loadFreshAnswers(actor, collectionId, ["aggregated"]) : null;
    const { ending, type } = fileTypes[format];
    const exportSource = { client: snapshot.client, collectionId, schema, format };
    const name = `${collection.slug}.${ending}`;
    if (format === "zip" || report !== null) {
      const media = new Map<string, { sha256: string; type: string }>();
      const archive = openArchive(async (add) => {
        try {
          if (report === null) await add({ name: "items.jsonl", chunks: linesOf(exportSource, media) });
          else await addFolder(add, exportSource, { name: collection.name, aggregated: report.aggregated }, media);
          for (const file of media.values()) await add(mediaPart(snapshot.client, collection.projectId, file));
        } finally {
          await snapshot.close();
        }
      }, mtime);
      return { name, type, stream: Readable.fromWeb(archive as never) };
    }
    const releasePermit = takeTransferPermit();
    const close = () => {
      releasePermit();
      void snapshot.close();
    };
    return { name, type, stream: Readable.from(linesOf(exportSource), { objectMode: false }).once("close", close) };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

const itemRow = z.strictObject({ item: json<ExportedItem>() });

/** The items in their order. Every verdict is an annotation. If a person has several, only the newest one counts. */
export async function* readExportedItems(client: PoolClient, collectionId: string): AsyncGenerator<ExportedItem> {
  const numbers = new Map<string, string>();
  const numberOf = (by: string) => {
    if (!z.uuid().safeParse(by).success) return by;
    const number = numbers.get(by) ?? `annotator-${numbers.size + 1}`;
    numbers.set(by, number);
    return number;
  };
  const rows = readCursor(
    client,
    itemRow,
    sql`
    SELECT json_build_object('id', item.external_id, 'group', item.group_key, 'status', item.status,
      'fields', item.stimulus->'fields', 'metadata', item.stimulus->'metadata',
      'suggestions', item.imported->'suggestions', 'isSuggestionShown', item.is_suggestion_shown,
      'annotations', coalesce(given.annotations, '[]'::json),
      'accepted', CASE WHEN item.accepted_task_id IS NOT NULL THEN text.current_document->'answer' END,
      'gold', coalesce(item.expert->'gold', item.gold_answer)) AS item
    FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('annotator', one.by, 'answer', one.document->'answer',
        'version', (one.document->>'version')::int, 'at', one.at, 'seconds', one.seconds) ORDER BY one.at, one.by) AS annotations
      FROM (
        (SELECT DISTINCT ON (verdict.author_id) verdict.author_id::text AS by, verdict.saved_at AS at,
          verdict.active_ms / 1000.0 AS seconds, coalesce(revision.document, item.document) AS document
         FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.task_id = task.id
         LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
         WHERE task.item_id = item.id AND verdict.verdict = 'answered'
         ORDER BY verdict.author_id, verdict.saved_at DESC)
        UNION ALL SELECT coder, at, NULL, document FROM annotation_coded_answer WHERE item_id = item.id
      ) AS one
    ) AS given ON true
    WHERE item.collection_id = ${collectionId}::uuid AND item.kind = 'schema' ORDER BY item.ordinal`,
  );
  for await (const { item } of rows)
    yield { ...item, annotations: item.annotations.map((one) => ({ ...one, annotator: numberOf(one.annotator) })) };
}

/** What an export reads. */
interface Source {
  client: PoolClient;
  collectionId: string;
  schema: TaskSchema;
  format: Format;
}

/** @param media receives the files that the items show */
async function* linesOf(
  { client, collectionId, schema, format }: Source,
  media: Map<string, { sha256: string; type: string }> = new Map(),
): AsyncGenerator<Buffer> {
  let isFirst = true;
  if (format === "csv") yield Buffer.from(answerTableText([answerTableColumns(schema)]));
  for await (const item of readExportedItems(client, collectionId)) {
    for (const file of listDistinctFiles([item.fields])) media.set(file.sha256, file);
    if (format === "label-studio") {
      yield Buffer.from(`${isFirst ? "[\n" : ",\n"}${JSON.stringify(formatLabelStudioTask(schema, item))}`);
      isFirst = false;
    } else if (format === "csv") yield Buffer.from(answerTableText(answerTableRows(schema, item)));
    else if (format === "prodigy")
      yield Buffer.from(
        formatProdigyLines(schema, item)
          .map((line) => `${line}\n`)
          .join(""),
      );
    else if (format === "conll") yield Buffer.from(`${formatConllSentence(schema, item)}\n`);
    else yield Buffer.from(`${JSON.stringify(item)}\n`);
  }
  if (format === "label-studio") yield Buffer.from(isFirst ? "[]\n" : "\n]\n");
}

const mtime = new Date(1980, 0, 1);

/** A file that the items show. It is read when it is written to the archive, so that only one file is in memory. */
function mediaPart(client: PoolClient, projectId: string, file: { sha256: string; type: string }): ArchivePart {
  async function* bytes() {
    yield await readFileBytes(client, projectId, file.sha256);
  }
  return { name: mediaPath(file), chunks: bytes(), isCompressed: true };
}

/**
 * Adds a folder in the layout of Hugging Face: a table with a row per annotator and item, a table of aggregated
 * answers, and the schema. The items are read once for each table.
 */
async function addFolder(
  add: AddPart,
  source: Source,
  { name, aggregated }: { name: string; aggregated: AnswerReport["aggregated"] },
  media: Map<string, { sha256: string; type: string }>,
): Promise<void> {
  const { client, collectionId, schema } = source;
  const counts = { items: 0, annotations: 0 };
  const byId = new Map(aggregated.map(({ id, answers }) => [id, answers]));
  async function* annotations() {
    for await (const item of readExportedItems(client, collectionId)) {
      for (const file of listDistinctFiles([item.fields])) media.set(file.sha256, file);
      const isSuggestionVisible = item.isSuggestionShown && item.suggestions.length > 0;
      for (const { annotator, ...one } of item.annotations) {
        counts.annotations += 1;
        yield `${JSON.stringify({ item: item.id, annotator, fields: item.fields, ...one, suggestionShown: isSuggestionVisible })}\n`;
      }
    }
  }
  async function* items() {
    for await (const item of readExportedItems(client, collectionId)) {
      const {
        annotations: given,
        suggestions: _suggestions,
        isSuggestionShown: _isShown,
        accepted,
        gold: _gold,
        ...rest
      } = item;
      const labels = toAggregatedAnswers(schema, byId.get(item.id) ?? {});
      counts.items += 1;
      yield `${JSON.stringify({ ...rest, accepted, aggregated: labels, annotators: given.length })}\n`;
    }
  }
  await add({ name: "annotations.jsonl", chunks: annotations() });
  await add({ name: "aggregated.jsonl", chunks: items() });
  await add(textPart("README.md", renderSchemaCard({ name, schema, ...counts })));
  await add(textPart("task-schema.json", `${JSON.stringify(schema, null, 2)}\n`));
}
