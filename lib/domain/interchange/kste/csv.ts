import { csvLine } from "../../csv-line.ts";
import type { KsteItem } from "../../stories/items/kste-item.ts";
import { isStated, sourceOfRow, storySource } from "../../stories/items/story-source.ts";
import { collectTextFields, type ReadKsteRow, readKsteRow } from "./row.ts";

/** The columns of the CSV export. They are the same for every kind, so that one table can contain a whole set. */
export const csvColumns = [
  "id",
  "kind",
  "genre",
  "character",
  "implausible_knowledge",
  "error",
  "erroneous_event",
  "question",
  "answer_with_knowledge",
  "answer_without_knowledge",
  "story",
  "original_event",
  "knowledge_explanation",
  "modified_explanation",
  "explanation",
  "source_id",
  "source_title",
  "source_author",
  "source_address",
  "source_licence",
] as const;

/** The header line. */
export function formatKsteHeader(): string {
  return csvLine(csvColumns);
}

/**
 * Formats an item as a record (RFC 4180; texts keep their line breaks). Cells that a spreadsheet would interpret as a
 * formula get a leading apostrophe, which `readCsvRecord` removes. The provenance is reduced to the source of the
 * story, and unknown fields are omitted.
 */
export function formatKsteRecord(item: KsteItem): string {
  const source = Object.fromEntries(
    Object.entries(storySource(item)).map(([name, value]) => [`source_${name}`, value]),
  );
  const fields: Record<string, string> = { ...collectTextFields(item), ...source, id: item.id, kind: item.kind };
  return csvLine(csvColumns.map((name) => nullIfEmpty(fields[name] ?? "")));
}

/** Reads a record by its header. `number` is the record's number in the file; the header is number 1. */
export function readCsvRecord(header: readonly string[], record: readonly string[], number: number): ReadKsteRow {
  const fields: Record<string, string> = {};
  header.forEach((name, index) => {
    const value = (record[index] ?? "").replace(/^'(?=['=+\-@\t\r])/u, "");
    // An empty cell is a missing value. The exception is an error, which may be empty in a row that has this field.
    if (value !== "") fields[name.trim()] = value;
  });
  if (fields.kind === "error") fields.error ??= "";
  const { source_title, source_author, source_address, source_licence, ...texts } = fields;
  const source = sourceOfRow({
    title: source_title ?? null,
    author: source_author ?? null,
    address: source_address ?? null,
    licence: source_licence ?? null,
  });
  const row = isStated(source) ? { ...texts, provenance: { source } } : texts;
  return readKsteRow(row, { id: `record ${number}` });
}

/** Converts an empty text to null, because CSV cannot distinguish it from a missing value. */
function nullIfEmpty(text: string): string | null {
  if (text === "") return null;
  return /^['=+\-@\t\r]/u.test(text) ? `'${text}` : text;
}
