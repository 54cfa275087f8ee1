import { type Transferable, Worker } from "node:worker_threads";

/**
 * The bundled text of a script that calls `serveThread`, with the types of its input and output. `bin/build-workers.js`
 * writes the text and takes the types from the script.
 */
export interface ThreadScript<Input, Piece, Progress, Result> {
  text: string;
  /** Exists only as a type; there is no value. */
  types?: (input: Input, piece: Piece, progress: Progress) => Result;
}

/** A message from the thread. */
export type ThreadMessage =
  | { is: "ready" }
  | { is: "progress"; progress: unknown }
  | { is: "result"; result: unknown }
  | { is: "failure"; error: unknown };

/**
 * A message to the thread after its input: a piece, the end of the pieces, or the confirmation that the oldest
 * pending progress message was handled.
 */
export type ThreadAnswer = { is: "piece"; piece: unknown } | { is: "end" } | { is: "handled" };

interface ThreadOptions<Piece> {
  /** Rows that are read while the thread works; each chunk is read when the thread requests it. */
  pieces?: AsyncIterable<Piece>;
  /** Buffers in `input` that are moved instead of copied. */
  transfer?: readonly Transferable[];
  /** Ends the thread; the promise rejects with the reason. */
  signal?: AbortSignal;
  /** The thread's heap limit. A thread that needs more ends with an error; the process keeps running. */
  maxMemoryMb?: number;
}

/**
 * Runs a bundled script in a separate thread and returns its result, so that the event loop of the process is not
 * blocked. The thread gets no environment variables and no database. Its priority is lower than that of the process,
 * unless the script requests normal priority.
 *
 * @param onProgress called for each report of the script, one call after the other; all calls end before the result is
 * returned
 * @throws what the script, `onProgress` or `options.pieces` throws; an Error if the thread ends without a result
 */
export async function runInThread<Input, Piece, Progress, Result>(
  script: ThreadScript<Input, Piece, Progress, Result>,
  input: Input,
  onProgress: (progress: Progress) => Promise<void> | void = () => undefined,
  { pieces, transfer = [], signal, maxMemoryMb = 2_048 }: ThreadOptions<Piece> = {},
): Promise<Result> {
  signal?.throwIfAborted();
  const worker = new Worker(script.text, {
    eval: true,
    workerData: input,
    transferList: [...transfer],
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  const source = pieces?.[Symbol.asyncIterator]();
  let abort = () => {};
  try {
    return await new Promise<Result>((resolve, reject) => {
      let reportsHandled = Promise.resolve();
      let hasResult = false;
      const postAnswer = (message: ThreadAnswer) => worker.postMessage(message);
      const sendPiece = async () => {
        const next = await source?.next();
        postAnswer(next && !next.done ? { is: "piece", piece: next.value } : { is: "end" });
      };
      worker.on("message", (message: ThreadMessage) => {
        if (message.is === "ready") sendPiece().catch(reject);
        else if (message.is === "failure") reject(message.error);
        else if (message.is === "progress") {
          reportsHandled = reportsHandled.then(async () => {
            await onProgress(message.progress as Progress);
            postAnswer({ is: "handled" });
          });
          reportsHandled.catch(reject);
        } else {
          hasResult = true;
          reportsHandled.then(() => resolve(message.result as Result), reject);
        }
      });
      // A DOMException loses its message between threads.
      worker.once("error", (error) =>
        reject(error.message ? error : new Error("The thread failed.", { cause: error })),
      );
      worker.once("messageerror", reject);
      // After the thread has ended, the handling of its last report may still be in progress.
      worker.once("exit", (code) => {
        if (!hasResult) reject(new Error(`The thread ended with exit code ${code} before it returned a result.`));
      });
      abort = () => reject(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
    });
  } finally {
    signal?.removeEventListener("abort", abort);
    await worker.terminate();
    await source?.return?.();
  }
}
