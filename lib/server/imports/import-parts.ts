import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import type { ImportLine, TextLine } from "../items/import-lines.ts";
import type { MatchMethod } from "../models/match-counts.ts";
import { reportsOfThread } from "../platform/threads/reports-of-thread.ts";
import type { ThreadScript } from "../platform/threads/run-in-thread.ts";

/** How the item of a line was matched: the arguments of `Mapping.add`. */
export type ItemMatch = [line: number, name: string, by: MatchMethod];

/** A thread's report about a file: first how it was opened, then its lines in order. */
export type ImportPart<Opened, Row> =
  | { is: "opened"; opened: Opened }
  | { is: "lines"; lines: ImportLine<Row>[]; matches: ItemMatch[] };

/** The final report of a thread at the end of a file. */
export interface ImportTotals {
  sha256: string;
  /** Why the file was refused; null if it was read. */
  refusal: string | null;
}

/** Memory limit of the thread: a malicious file can end its thread, but not the process. */
const maxMemoryMb = 1_536;

/** Number of characters and lines per report. The receiving process handles a report in some milliseconds. */
const maxPartLength = 128 * 1024;
const maxLines = 100;

/** Parses the lines of a file with `read` and sends the rows to the main thread, in parts. Runs in a worker thread. */
export async function reportLines<Row>(
  lines: AsyncIterable<TextLine>,
  read: (text: string, line: number) => ImportLine<Row>,
  matches: ItemMatch[],
  report: (part: { is: "lines"; lines: ImportLine<Row>[]; matches: ItemMatch[] }) => Promise<void>,
): Promise<void> {
  let part: ImportLine<Row>[] = [];
  let length = 0;
  let number = 0;
  const send = async () => {
    if (part.length > 0) await report({ is: "lines", lines: part, matches: matches.splice(0) });
    part = [];
    length = 0;
  };
  for await (const line of lines) {
    number += 1;
    const isText = typeof line === "string" && line.trim() !== "";
    part.push(isText ? read(line, number) : line);
    length += typeof line === "string" ? line.length : 0;
    if (length > maxPartLength || part.length === maxLines) await send();
  }
  await send();
}

/**
 * Returns the totals of a file that `work` reads, or the refusal if it throws an UnusableLogError. Runs in a thread.
 */
export async function catchRefusal(work: () => Promise<string>): Promise<ImportTotals> {
  try {
    return { sha256: await work(), refusal: null };
  } catch (error) {
    // An error class cannot be passed between threads.
    if (error instanceof UnusableLogError) return { sha256: "", refusal: error.message };
    throw error;
  }
}

/**
 * Opens a file in a thread, which reads its rows while this process imports them. Before the lines of a part are
 * returned, `onMatch` is called with the matches of their items. The totals are available when all lines have been
 * read.
 *
 * @throws UnusableLogError for a file that cannot be trusted, on opening or while its lines are read
 */
export async function openInThread<Input, Piece, Opened, Row, Totals extends ImportTotals>(
  script: ThreadScript<Input, Piece, ImportPart<Opened, Row>, Totals>,
  input: Input,
  { pieces, onMatch }: { pieces?: AsyncIterable<Piece>; onMatch?: (...match: ItemMatch) => void } = {},
): Promise<{
  opened: Opened;
  lines: AsyncGenerator<ImportLine<Row>>;
  sha256: () => string;
  totals: () => Totals;
}> {
  const reports: AsyncIterator<ImportPart<Opened, Row>, Totals> = reportsOfThread(script, input, {
    maxMemoryMb,
    ...(pieces ? { pieces } : {}),
  });
  let finalTotals: Totals | null = null;
  const readPart = async () => {
    const { done, value } = await reports.next().catch(throwTooLarge);
    if (!done) return value;
    if (value.refusal !== null) throw new UnusableLogError(value.refusal);
    finalTotals = value;
    return null;
  };
  const first = await readPart();
  if (first?.is !== "opened") throw new Error("The thread did not report how it opened the file.");
  async function* lines(): AsyncGenerator<ImportLine<Row>> {
    try {
      for (let part = await readPart(); part?.is === "lines"; part = await readPart()) {
        for (const match of part.matches) onMatch?.(...match);
        yield* part.lines;
      }
    } finally {
      await reports.return?.();
    }
  }
  const totals = () => {
    if (finalTotals === null) throw new RangeError("the totals of a file are available after its last line");
    return finalTotals;
  };
  return { opened: first.opened, lines: lines(), sha256: () => totals().sha256, totals };
}

function throwTooLarge(error: unknown): never {
  const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  throw isTooLarge ? new UnusableLogError("it exceeds the memory limit; split it into smaller files") : error;
}
