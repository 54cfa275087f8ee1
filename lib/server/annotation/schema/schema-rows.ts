import {
  type ReadSchemaItem,
  readSchemaItem,
  type SchemaItem,
} from "@/lib/domain/annotation/schema-items/schema-item.ts";
import { itemsOfConll } from "@/lib/domain/interchange/annotation/conll.ts";
import { isItemLine, itemOfKind } from "@/lib/domain/interchange/annotation/item-of-kind.ts";
import { itemOfLabelStudio } from "@/lib/domain/interchange/annotation/label-studio.ts";
import { readLabelStudioConfig } from "@/lib/domain/interchange/annotation/label-studio-config.ts";
import {
  type ColumnMapping,
  guessColumns,
  isComplete,
  itemFromRecord,
  recordOfObject,
} from "@/lib/domain/interchange/annotation/map-columns.ts";
import { isProdigyLine, itemOfProdigy, mergeProdigy } from "@/lib/domain/interchange/annotation/prodigy.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import type { UploadedFiles } from "@/lib/domain/tasks/schema/with-files.ts";
import { arrayEntries } from "../../interchange/model-logs/json-array.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { collectBytes } from "../../platform/files/bounded-bytes.ts";
import { splitLines } from "../../platform/files/split-lines.ts";
import { withYields } from "../../platform/files/with-yields.ts";
import { openTable } from "../../platform/tables/open-table.ts";

export const schemaFormats = ["auto", "table", "jsonl", "label-studio", "prodigy", "conll"] as const;
export type SchemaFormat = (typeof schemaFormats)[number];

export interface SchemaRow {
  line: number;
  read: ReadSchemaItem;
}

export interface SchemaFileOptions {
  format: Exclude<SchemaFormat, "auto">;
  /** For a table: the mapping of its columns. */
  columns?: ColumnMapping | undefined;
  /** Label Studio's labelling configuration. */
  config?: string | undefined;
  /** The name of the file, which is used as the model of CoNLL suggestions. */
  source: string;
  /** The files of the archive. */
  files?: UploadedFiles | undefined;
}

const maxLineLength = 4 * 2 ** 20;

/** The format of a file by its extension; null if it is unknown. The format of JSON Lines is detected line by line. */
export function detectSchemaFormat(fileName: string): Exclude<SchemaFormat, "auto"> | null {
  const extension = /\.([a-z]+)$/iu.exec(fileName)?.[1]?.toLowerCase() ?? "";
  if (["csv", "tsv", "xlsx"].includes(extension)) return "table";
  if (["jsonl", "ndjson"].includes(extension)) return "jsonl";
  if (extension === "json") return "label-studio";
  return ["conll", "bio", "iob", "txt"].includes(extension) ? "conll" : null;
}

/** The rows of a file as items of the schema, in order. */
export async function* schemaRows(
  schema: TaskSchema,
  bytes: AsyncIterable<Uint8Array>,
  { format, columns, config, source, files }: SchemaFileOptions,
): AsyncGenerator<SchemaRow> {
  switch (format) {
    case "table":
      return yield* tableRows(schema, bytes, columns, files);
    case "label-studio":
      return yield* labelStudioRows(withLabelStudioNames(schema, config), bytes, files);
    case "conll": {
      const text = new TextDecoder().decode(await collectBytes(bytes));
      const items = itemsOfConll(schema, text, source);
      if (items.length === 0)
        throw new AppError(
          "invalid",
          "The file has no sentences, or the task schema has no field for spans of a text.",
          "file",
        );
      for await (const { line, item } of withYields(items)) yield { line, read: readSchemaItem(schema, item) };
      return;
    }
    default:
      return yield* jsonRows(schema, bytes, { format, columns, files });
  }
}

interface JsonLineOptions {
  format: "jsonl" | "prodigy";
  columns: ColumnMapping | undefined;
  files: UploadedFiles | undefined;
}

/**
 * Rows of JSON Lines. Lines in our format and lines with the columns of a table are returned as they are read. Lines of
 * Prodigy are returned at the end, because several of them may belong to one item.
 */
async function* jsonRows(
  schema: TaskSchema,
  bytes: AsyncIterable<Uint8Array>,
  options: JsonLineOptions,
): AsyncGenerator<SchemaRow> {
  const mergedByKey = new Map<string, { line: number; item: SchemaItem }>();
  for await (const { number: line, text, problem } of splitLines(bytes, maxLineLength)) {
    if (text?.trim() === "") continue;
    const { isProdigy, read } = readJsonLine(schema, text, problem, { line, ...options });
    const first = read.ok && isProdigy ? mergedByKey.get(read.item.id) : undefined;
    const mergedItem = first && read.ok ? mergeProdigy(first.item, read.item) : null;
    if (first && mergedItem) mergedByKey.set(mergedItem.id, { line: first.line, item: mergedItem });
    else if (!read.ok || !isProdigy || first) yield { line, read };
    else mergedByKey.set(read.item.id, { line, item: read.item });
  }
  for (const { line, item } of mergedByKey.values()) yield { line, read: { ok: true, item } };
}

async function* tableRows(
  schema: TaskSchema,
  bytes: AsyncIterable<Uint8Array>,
  columns: ColumnMapping | undefined,
  files: UploadedFiles | undefined,
): AsyncGenerator<SchemaRow> {
  const { header, records } = await openTable(bytes);
  const mapping = columns ?? guessColumns(schema, header);
  for await (const { line, cells, problem } of records) {
    if (cells === null) yield { line, read: { ok: false, field: "", message: problem } };
    else yield { line, read: readSchemaItem(schema, itemFromRecord(schema, mapping, { header, cells, line }), files) };
  }
}

async function* labelStudioRows(
  schema: TaskSchema,
  bytes: AsyncIterable<Uint8Array>,
  files: UploadedFiles | undefined,
): AsyncGenerator<SchemaRow> {
  let line = 0;
  for await (const entry of arrayEntries(bytes)) {
    line += 1;
    const labelStudioItem = itemOfLabelStudio(schema, entry, line);
    yield { line, read: labelStudioItem.ok ? readSchemaItem(schema, labelStudioItem.item, files) : labelStudioItem };
  }
}

/** The schema with the field names of a configuration, for the fields that both contain. */
function withLabelStudioNames(schema: TaskSchema, config: string | undefined): TaskSchema {
  if (config === undefined) return schema;
  const parsedConfig = readLabelStudioConfig(config);
  if (!parsedConfig.ok) throw new AppError("invalid", parsedConfig.message, "config");
  return { ...schema, labelStudio: parsedConfig.schema.labelStudio };
}

function readJsonLine(
  schema: TaskSchema,
  text: string | null,
  problem: string | null,
  { line, format, columns, files }: JsonLineOptions & { line: number },
): { isProdigy: boolean; read: ReadSchemaItem } {
  const refusal = (message: string): ReturnType<typeof readJsonLine> => ({
    isProdigy: false,
    read: { ok: false, field: "", message },
  });
  if (text === null) return refusal(problem ?? "cannot be read");
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return refusal("is not JSON");
  }
  if (format === "jsonl" && row !== null && typeof row === "object") {
    if (isItemLine(row)) {
      const item = itemOfKind(text);
      return { isProdigy: false, read: item.ok ? readSchemaItem(schema, item.row, files) : item };
    }
    if ("fields" in row) return { isProdigy: false, read: readSchemaItem(schema, readExportedItem(row), files) };
    const record = { ...recordOfObject(row), line };
    const mapping = columns ?? guessColumns(schema, record.header);
    if (columns || (!isProdigyLine(row) && isComplete(schema, mapping)))
      return { isProdigy: false, read: readSchemaItem(schema, itemFromRecord(schema, mapping, record), files) };
    const missing = schema.stimulus.find(({ name, required }) => required && (mapping.fields[name] ?? []).length === 0);
    if (missing && !isProdigyLine(row) && !("text" in row)) {
      const message = `has no column; map one of ${record.header.join(", ")}`;
      return { isProdigy: false, read: { ok: false, field: `fields.${missing.name}`, message } };
    }
  }
  const prodigyItem = itemOfProdigy(schema, row, line);
  return { isProdigy: true, read: prodigyItem.ok ? readSchemaItem(schema, prodigyItem.item) : prodigyItem };
}

/** The item in a line of our own export. Other keys, which describe the work, are dropped. */
function readExportedItem(row: object): unknown {
  const { id, group, fields, metadata, suggestions, annotations, gold } = row as Record<string, unknown>;
  const givenAnnotations = Array.isArray(annotations)
    ? (annotations as { annotator?: string; coder?: string; answer: unknown }[])
    : [];
  return {
    ...{ id, fields },
    ...(group === undefined ? {} : { group }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(suggestions === undefined ? {} : { suggestions }),
    ...(gold === undefined ? {} : { gold }),
    annotations: givenAnnotations.map(({ annotator, coder, answer }) => ({ coder: coder ?? annotator ?? "", answer })),
  };
}
