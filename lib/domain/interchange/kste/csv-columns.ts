import * as z from "zod";
import { boundedText } from "../../text.ts";
import { csvColumns, readCsvRecord } from "./csv.ts";
import type { ReadKsteRow } from "./row.ts";

export type CsvColumn = (typeof csvColumns)[number];

/** Maps the columns of a table to the fields of Parallax, by header names; a field that the table lacks is omitted. */
export type CsvMapping = Partial<Record<CsvColumn, string>>;

/** A mapping as encoded in a URL: JSON. */
export const csvMappingSchema = boundedText(20_000).transform((text, context): CsvMapping => {
  const parsed = z.partialRecord(z.enum(csvColumns), boundedText(500)).safeParse(parseJsonOrNull(text));
  if (parsed.success) return parsed.data as CsvMapping;
  context.addIssue({ code: "custom", message: "must name known columns" });
  return z.NEVER;
});

/** The label of each column on screens. */
export const columnLabels: Readonly<Record<CsvColumn, string>> = {
  id: "Name of the item",
  kind: "Kind (original, error, knp)",
  genre: "Genre",
  story: "Story",
  character: "Character",
  implausible_knowledge: "Implausible knowledge",
  error: "Error",
  erroneous_event: "Erroneous event, the error in tags",
  question: "Question",
  answer_without_knowledge: "Right option",
  answer_with_knowledge: "Distractor",
  original_event: "Event before the change",
  knowledge_explanation: "Why the character cannot know",
  modified_explanation: "Effect of the knowledge",
  explanation: "Why one option is right",
  source_id: "Made from (name of the original)",
  source_title: "Title of the source",
  source_author: "Author of the source",
  source_address: "Address of the source",
  source_licence: "Licence of the source",
};

/** Common names in other tables, in the form that `normalizeHeader` returns. */
const columnAliases: Partial<Record<CsvColumn, readonly string[]>> = {
  id: ["itemid", "item", "storyid", "name", "exampleid"],
  kind: ["type", "label", "class"],
  genre: ["category"],
  story: ["text", "storytext", "passage", "premise", "modifiedstory", "previousstory"],
  character: ["protagonist", "agent"],
  implausible_knowledge: ["knowledge", "secret"],
  error: ["errortext", "errorlines"],
  erroneous_event: ["modifiedevent", "event"],
  question: ["query", "prompt"],
  answer_without_knowledge: ["correct", "correctanswer", "correctoption", "answer", "rightanswer"],
  answer_with_knowledge: ["distractor", "wrong", "wronganswer", "incorrect"],
  explanation: ["reason", "rationale"],
  source_id: ["source", "original", "originalid"],
  source_title: ["title", "storytitle"],
  source_author: ["author", "authors"],
  source_address: ["url", "address", "link", "sourceurl"],
  source_licence: ["licence", "license", "sourcelicense"],
};

/** Guesses the mapping of a header: Parallax names first, otherwise common synonyms. Each column is used once. */
export function guessMapping(header: readonly string[]): CsvMapping {
  const unusedHeaders = new Map(header.map((name) => [normalizeHeader(name), name]));
  const mapping: CsvMapping = {};
  const assignColumn = (column: CsvColumn, names: readonly string[]) => {
    const name = names.find((one) => unusedHeaders.has(one));
    if (mapping[column] !== undefined || name === undefined) return;
    mapping[column] = unusedHeaders.get(name) as string;
    unusedHeaders.delete(name);
  };
  for (const column of csvColumns) assignColumn(column, [normalizeHeader(column)]);
  for (const column of csvColumns) assignColumn(column, columnAliases[column] ?? []);
  return mapping;
}

/**
 * Renames mapped columns in the header to Parallax names. An unmapped column that already has a Parallax name gets
 * another name.
 */
export function mapHeader(header: readonly string[], mapping: CsvMapping): string[] {
  const columnByHeader = new Map(Object.entries(mapping).map(([column, name]) => [name, column]));
  return header.map((given, index) => {
    const name = given.trim();
    const column = columnByHeader.get(given) ?? columnByHeader.get(name);
    if (column !== undefined) return column;
    return (csvColumns as readonly string[]).includes(name) ? `column ${index + 1}` : name;
  });
}

/**
 * Reads a record of a table with this mapping. Rows without a name are numbered. `genre` is the default for stories
 * that state none.
 */
export function readMappedRecord(
  table: { header: readonly string[]; mapping: CsvMapping; genre?: string | undefined },
  record: readonly string[],
  number: number,
): ReadKsteRow {
  const header = mapHeader(table.header, table.mapping);
  const cells = [...record];
  const add = (column: CsvColumn, value: string) => {
    if (header.includes(column)) {
      const index = header.indexOf(column);
      if ((cells[index] ?? "").trim() === "") cells[index] = value;
      return;
    }
    header.push(column);
    cells.push(value);
  };
  add("id", `row_${number - 1}`);
  if (table.genre !== undefined) add("genre", table.genre);
  return readCsvRecord(header, cells, number);
}

function normalizeHeader(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
