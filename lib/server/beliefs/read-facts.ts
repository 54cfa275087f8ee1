import type { ImportSummary } from "@/lib/domain/beliefs/import-summary.ts";
import { buildTuples, filterNames, paperSettings } from "@/lib/domain/beliefs/popqa/build-tuples.ts";
import { type PopQaRow, popQaColumns, readPopQaRow } from "@/lib/domain/beliefs/popqa/read-row.ts";
import type { BeliefTuple } from "@/lib/domain/beliefs/tuple.ts";
import { formatCount } from "../../domain/format/figures.ts";
import { withYields } from "../platform/files/with-yields.ts";
import { readTableRows } from "./read-table-rows.ts";
import { readTupleLines } from "./read-tuple-lines.ts";
import { readTextLines, UnreadableFileError } from "./text-lines.ts";

/** The result of a file of facts: the facts, and the outcome of every row. */
export interface ReadFacts {
  tuples: BeliefTuple[];
  importSummary: Omit<ImportSummary, "fileName" | "templates">;
}

/** Maximum number of rows. For comparison: PopQA has 14,267 rows, the authors' file 3,462. */
const maxRows = 200_000;
const maxLineBytes = 32 * 1024 * 1024;
/** Maximum number of problems that are stored with their position. Further problems are only counted. */
const maxProblems = 200;

/**
 * Reads a stream of facts: the authors' tuples, or a PopQA table. The paper's filters are applied to a PopQA table,
 * with the given seed. Throws an UnreadableFileError for any other file.
 */
export function readFactFile(
  bytes: AsyncIterable<Uint8Array>,
  format: "authors" | "popqa",
  seed: string,
): Promise<ReadFacts> {
  return format === "authors" ? readAuthorsTuples(bytes) : readPopQaTable(bytes, seed);
}

async function readAuthorsTuples(bytes: AsyncIterable<Uint8Array>): Promise<ReadFacts> {
  const importSummary = createEmptySummary("authors", null);
  const tuples: BeliefTuple[] = [];
  for await (const line of withYields(readTupleLines(readTextLines(bytes, maxLineBytes)))) {
    countRow(importSummary);
    switch (line.kind) {
      case "tuple":
        tuples.push(line.tuple);
        for (const { field, message } of line.notes) addNote(importSummary, { line: line.line, field, message });
        break;
      case "repeated":
        importSummary.repeated += 1;
        addNote(importSummary, { line: line.line, field: "", message: `repeats line ${line.firstLine}` });
        break;
      case "refused":
        addRefusal(importSummary, { line: line.line, field: line.field, message: line.message });
        break;
    }
  }
  return { tuples, importSummary: { ...importSummary, tuples: tuples.length } };
}

async function readPopQaTable(bytes: AsyncIterable<Uint8Array>, seed: string): Promise<ReadFacts> {
  const importSummary = createEmptySummary("popqa", seed);
  const rows: PopQaRow[] = [];
  for await (const record of readTableRows(bytes)) {
    countRow(importSummary);
    if (!record.ok) {
      addRefusal(importSummary, { line: record.line, field: "", message: record.message });
      continue;
    }
    const { cells, line } = record.row;
    const missing = popQaColumns.filter((column) => cells[column] === undefined);
    if (missing.length > 0) throw new UnreadableFileError(`the table has no column ${missing.join(", ")}`);
    const parsedRow = readPopQaRow(cells, line);
    if (!parsedRow.ok) {
      addRefusal(importSummary, parsedRow.problem);
      continue;
    }
    rows.push(parsedRow.row);
    for (const one of parsedRow.notes) addNote(importSummary, one);
  }
  const { tuples, removed } = buildTuples(rows, { ...paperSettings, seed });
  // Lists all filters, including those that removed no row.
  const counts = Object.fromEntries(filterNames.map((name) => [name, removed[name]]));
  return { tuples, importSummary: { ...importSummary, tuples: tuples.length, removed: counts } };
}

type Summary = ReadFacts["importSummary"];
type RowNote = Summary["notes"][number];

function createEmptySummary(format: "authors" | "popqa", seed: string | null): Summary {
  return { format, seed, given: 0, tuples: 0, repeated: 0, refused: 0, removed: {}, refusals: [], notes: [] };
}

function countRow(importSummary: Summary): void {
  importSummary.given += 1;
  if (importSummary.given > maxRows) {
    throw new UnreadableFileError(
      `the file has more than ${formatCount(maxRows)} rows; “parallax eob tuples” reads files of any size`,
    );
  }
}

function addRefusal(importSummary: Summary, problem: RowNote): void {
  importSummary.refused += 1;
  if (importSummary.refusals.length < maxProblems) importSummary.refusals.push(sanitizeNote(problem));
}

function addNote(importSummary: Summary, one: RowNote): void {
  if (importSummary.notes.length < maxProblems) importSummary.notes.push(sanitizeNote(one));
}

/** A message may quote a refused value, and the database stores neither NUL nor lone surrogates. */
function sanitizeNote({ line, field, message }: RowNote): RowNote {
  const clean = (text: string) => text.toWellFormed().replaceAll("\u0000", "\ufffd").slice(0, 500);
  return { line, field: clean(field), message: clean(message) };
}
