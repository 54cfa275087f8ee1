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
import { formatLabelStudioConfig } from "@/lib/domain/interchange/annotation/format-label-studio-config.ts";
import { formatLabelStudioTask } from "@/lib/domain/interchange/annotation/label-studio.ts";
import { formatProdigyLines } from "@/lib/domain/interchange/annotation/prodigy.ts";
import { renderSchemaCard } from "@/lib/domain/interchange/annotation/schema-card.ts";
import { listDistinctFiles, mediaPath } from "@/lib/domain/tasks/schema/media-path.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { readFileBytes } from "../../items/media/read-bytes.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { openSnapshot } from "../../platform/database/with-snapshot.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { type AddPart, type ArchivePart, openArchive, textPart } from "../../platform/http/open-archive.ts";
import { takeTransferPermit } from "../../platform/http/transfer-permit.ts";
import { getCollection } from "../collections/list-collections.ts";
import { requireSchema } from "../collections/read-schema.ts";
import { loadFreshAnswers } from "./answer-result.ts";
import { printAnswerTable } from "./print-answer-table.ts";
import { readExportedItems } from "./read-exported-items.ts";

export const schemaExportFormats = [
  "jsonl",
  "csv",
  "xlsx",
  "label-studio",
  "label-studio-config",
  "prodigy",
  "conll",
  "hf",
  "zip",
] as const;
export const schemaExportQuery = z.strictObject({ format: z.enum(schemaExportFormats) });
type Format = (typeof schemaExportFormats)[number];

const fileTypes: Readonly<Record<Format, { ending: string; type: string }>> = {
  jsonl: { ending: "jsonl", type: "application/x-ndjson; charset=utf-8" },
  csv: { ending: "csv", type: "text/csv; charset=utf-8" },
  xlsx: { ending: "xlsx", type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
  "label-studio": { ending: "label-studio.json", type: "application/json; charset=utf-8" },
  "label-studio-config": { ending: "label-studio.xml", type: "application/xml; charset=utf-8" },
  prodigy: { ending: "prodigy.jsonl", type: "application/x-ndjson; charset=utf-8" },
  conll: { ending: "conll", type: "text/plain; charset=utf-8" },
  hf: { ending: "hf.zip", type: "application/zip" },
  zip: { ending: "zip", type: "application/zip" },
};

/**
 * The items of a task schema with the answers of all people, as a file that is streamed while one snapshot is read; a
 * workbook is made before it is sent. Only for users who manage the collection. People are numbered; coded people keep their codes.
 */
export async function openSchemaExport(
  actor: Actor,
  collectionId: string,
  { format }: { format: Format },
): Promise<{ name: string; type: string; stream: Readable }> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) throw notFoundError();
  const { ending, type } = fileTypes[format];
  const name = `${collection.slug}.${ending}`;
  if (format === "xlsx")
    return { name, type, stream: Readable.from([await printAnswerTable(collectionId)], { objectMode: false }) };
  if (format === "label-studio-config") {
    const { schema } = await requireSchema(pool(), collectionId);
    return { name, type, stream: Readable.from([Buffer.from(formatLabelStudioConfig(schema))], { objectMode: false }) };
  }
  const snapshot = await openSnapshot();
  try {
    const { schema } = await requireSchema(snapshot.client, collectionId);
    if (format === "conll" && spansFieldOf(schema) === null)
      throw new AppError("invalid", "CoNLL requires a task schema with spans in a text.", "format");
    const report = format === "hf" ? await loadFreshAnswers(actor, collectionId, ["aggregated"]) : null;
    const exportSource = { client: snapshot.client, collectionId, schema, format };
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
    else if (format === "conll") yield Buffer.from(formatConllSentence(schema, item));
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
