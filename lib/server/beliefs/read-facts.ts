import type { FactAccount } from "@/lib/domain/beliefs/account.ts";
import { buildTuples, filterNames, paperSettings } from "@/lib/domain/beliefs/popqa/build-tuples.ts";
import { type PopQaRow, popQaColumns, readPopQaRow } from "@/lib/domain/beliefs/popqa/read-row.ts";
import type { BeliefTuple } from "@/lib/domain/beliefs/tuple.ts";
import { readTableRows } from "./read-table-rows.ts";
import { readTupleLines } from "./read-tuple-lines.ts";
import { readTextLines, UnreadableFileError } from "./text-lines.ts";

/** What a file of facts comes to: the facts, and what became of every row. */
export interface ReadFacts {
  tuples: BeliefTuple[];
  account: Omit<FactAccount, "fileName" | "templates">;
}

/** PopQA has 14,267 rows, the authors' file 3,462. */
const mostRows = 200_000;
const longestLineBytes = 32 * 1024 * 1024;
/** Problems that are kept with their place; all of them are counted. */
const mostProblems = 200;

/**
 * Reads a file of facts as it comes: the authors' tuples, or a PopQA table that passes the paper's filters with the given
 * seed. Throws an UnreadableFileError for what is neither.
 */
export function readFacts(
  bytes: AsyncIterable<Uint8Array>,
  format: "authors" | "popqa",
  seed: string,
): Promise<ReadFacts> {
  return format === "authors" ? readAuthors(bytes) : readPopQa(bytes, seed);
}

async function readAuthors(bytes: AsyncIterable<Uint8Array>): Promise<ReadFacts> {
  const account = emptyAccount("authors", null);
  const tuples: BeliefTuple[] = [];
  for await (const line of readTupleLines(readTextLines(bytes, longestLineBytes))) {
    count(account);
    switch (line.kind) {
      case "tuple":
        tuples.push(line.tuple);
        for (const { field, message } of line.notes) note(account, { line: line.line, field, message });
        break;
      case "repeated":
        account.repeated += 1;
        note(account, { line: line.line, field: "", message: `repeats line ${line.firstLine}` });
        break;
      case "refused":
        refuse(account, { line: line.line, field: line.field, message: line.message });
        break;
    }
  }
  return { tuples, account: { ...account, tuples: tuples.length } };
}

async function readPopQa(bytes: AsyncIterable<Uint8Array>, seed: string): Promise<ReadFacts> {
  const account = emptyAccount("popqa", seed);
  const rows: PopQaRow[] = [];
  for await (const record of readTableRows(bytes)) {
    count(account);
    if (!record.ok) {
      refuse(account, { line: record.line, field: "", message: record.message });
      continue;
    }
    const { cells, line } = record.row;
    const missing = popQaColumns.filter((column) => cells[column] === undefined);
    if (missing.length > 0) throw new UnreadableFileError(`the table has no column ${missing.join(", ")}`);
    const read = readPopQaRow(cells, line);
    if (!read.ok) {
      refuse(account, read.problem);
      continue;
    }
    rows.push(read.row);
    for (const one of read.notes) note(account, one);
  }
  const { tuples, removed } = buildTuples(rows, { ...paperSettings, seed });
  // Every filter stands there, also those that removed nothing.
  const counts = Object.fromEntries(filterNames.map((name) => [name, removed[name]]));
  return { tuples, account: { ...account, tuples: tuples.length, removed: counts } };
}

type Account = ReadFacts["account"];
type Placed = Account["notes"][number];

function emptyAccount(format: "authors" | "popqa", seed: string | null): Account {
  return { format, seed, given: 0, tuples: 0, repeated: 0, refused: 0, removed: {}, refusals: [], notes: [] };
}

function count(account: Account): void {
  account.given += 1;
  if (account.given > mostRows) {
    throw new UnreadableFileError(
      `the file has more than ${mostRows.toLocaleString("en")} rows; “parallax eob tuples” reads files of any size`,
    );
  }
}

function refuse(account: Account, problem: Placed): void {
  account.refused += 1;
  if (account.refusals.length < mostProblems) account.refusals.push(printable(problem));
}

function note(account: Account, one: Placed): void {
  if (account.notes.length < mostProblems) account.notes.push(printable(one));
}

/** A message may quote what was refused, and the database stores neither NUL nor half of a surrogate pair. */
function printable({ line, field, message }: Placed): Placed {
  const clean = (text: string) => text.toWellFormed().replaceAll("\u0000", "\ufffd").slice(0, 500);
  return { line, field: clean(field), message: clean(message) };
}
