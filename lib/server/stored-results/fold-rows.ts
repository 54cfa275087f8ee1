import { runInThread } from "../platform/threads/run-in-thread.ts";
import { type DocumentOf, type FoldName, type RowOf, type SetupOf, startFold } from "./folds.ts";

/** How rows are folded into a document: whether in a thread, and with which callbacks. */
export interface FoldOptions {
  /** Whether the fold runs in a thread, so that the event loop of the process is not blocked. */
  isInThread: boolean;
  /** Called with the number of rows read so far. */
  read: (rows: number) => Promise<void>;
  /** Called with the completed share of the work, 0 to 1, and a description of the step. */
  step: (reached: { share: number; doing?: string }) => Promise<void>;
}

/**
 * Folds rows that are read in chunks. The next chunk is read after the fold has processed the previous one, so memory
 * is bounded by one chunk.
 *
 * @throws errors of the reader or of the fold
 */
export async function foldRows<Name extends FoldName>(
  name: Name,
  setup: SetupOf<Name>,
  pieces: AsyncIterable<readonly RowOf<Name>[]>,
  { isInThread, read }: Pick<FoldOptions, "isInThread" | "read">,
): Promise<DocumentOf<Name>> {
  if (isInThread) {
    const { foldWorker } = await import("./fold-worker.generated.ts");
    const document = await runInThread(foldWorker, { name, setup }, undefined, { pieces: counted(pieces, read) });
    return document as DocumentOf<Name>;
  }
  const fold = startFold(name, setup);
  for await (const piece of counted(pieces, read)) fold.add(piece);
  return fold.finish() as DocumentOf<Name>;
}

/** Passes the chunks on; after each chunk was processed, calls `read` with the number of rows so far. */
async function* counted<Piece extends readonly unknown[]>(
  pieces: AsyncIterable<Piece>,
  read: FoldOptions["read"],
): AsyncGenerator<Piece> {
  let rows = 0;
  for await (const piece of pieces) {
    yield piece;
    rows += piece.length;
    await read(rows);
  }
}

/** Groups rows into chunks of `size` rows. */
export async function* rowsInPieces<Row>(rows: AsyncIterable<Row>, size = 500): AsyncGenerator<Row[]> {
  let piece: Row[] = [];
  for await (const row of rows) {
    piece.push(row);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
