import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type DocumentOf, type FoldName, type RowOf, type SetupOf, startFold } from "./folds.ts";

/** What the thread is given. Rows follow in pieces, null at the end. */
export interface FoldWork {
  name: FoldName;
  setup: unknown;
}

/** What the thread tells: that it took a piece, and the document at the end. */
export type FoldTold = { taken: number } | { document: unknown };

/** How the rows become a document: where, and who is told how many have been read. */
export interface Folding {
  /** In a thread of its own, so that a process that serves people keeps its event loop. */
  isInThread: boolean;
  read: (rows: number) => Promise<void>;
}

/**
 * Folds rows that are read in pieces. One piece is on its way at a time, so the memory here is that of a piece.
 *
 * @throws what reading or the fold throws
 */
export async function foldRows<Name extends FoldName>(
  name: Name,
  setup: SetupOf<Name>,
  pieces: AsyncIterable<readonly RowOf<Name>[]>,
  { isInThread, read }: Folding,
): Promise<DocumentOf<Name>> {
  const fold = isInThread ? await startThread(name, setup) : startHere(name, setup);
  let rows = 0;
  try {
    for await (const piece of pieces) {
      await fold.add(piece);
      rows += piece.length;
      await read(rows);
    }
    return (await fold.finish()) as DocumentOf<Name>;
  } finally {
    await fold.end();
  }
}

/** Rows one by one as pieces of so many. */
export async function* inPieces<Row>(rows: AsyncIterable<Row>, size = 500): AsyncGenerator<Row[]> {
  let piece: Row[] = [];
  for await (const row of rows) {
    piece.push(row);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

function startHere(name: FoldName, setup: unknown) {
  const fold = startFold(name, setup);
  return {
    add: async (rows: readonly unknown[]) => fold.add(rows),
    finish: async () => fold.finish(),
    end: async () => undefined,
  };
}

async function startThread(name: FoldName, setup: unknown) {
  const work: FoldWork = { name, setup };
  const { foldWorker } = await import("./fold-worker.generated.ts");
  // It needs nothing of ours: no database, no keys.
  const worker = new Worker(foldWorker, { eval: true, workerData: work, env: {}, execArgv: [] });
  // What the thread throws is thrown to whoever waits for its word, or tells it something next.
  let failure: Error | null = null;
  worker.on("error", (error) => {
    failure = error;
  });
  const tell = async (rows: readonly unknown[] | null): Promise<FoldTold> => {
    if (failure) throw failure;
    const answer = once(worker, "message");
    worker.postMessage(rows);
    const [told] = await answer;
    return told;
  };
  return {
    add: async (rows: readonly unknown[]) => {
      await tell(rows);
    },
    finish: async () => {
      const told = await tell(null);
      return "document" in told ? told.document : null;
    },
    end: () => worker.terminate(),
  };
}
