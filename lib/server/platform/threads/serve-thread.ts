import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { ThreadMessage, ThreadPiece, ThreadScript } from "./run-in-thread.ts";

interface ThreadTools<Piece, Progress> {
  /** The pieces that `runInThread` was given, in their order; can be read once. */
  pieces: AsyncIterable<Piece>;
  report: (progress: Progress) => void;
}

/** Lower than the priority of the process, so that requests are answered first (0 is normal, 19 the lowest). */
const niceness = 10;

/**
 * The only statement of a script for `runInThread`: computes the result of the input.
 *
 * @returns nothing at run time; the type tells `runInThread` what goes in and out
 */
export function serveThread<Input, Piece, Progress, Result>(
  work: (input: Input, tools: ThreadTools<Piece, Progress>) => Promise<Result> | Result,
): ThreadScript<Input, Piece, Progress, Result> {
  const port = parentPort;
  if (!port) throw new RangeError("serveThread runs in a thread only");
  lowerPriority();
  const send = (message: ThreadMessage) => port.postMessage(message);
  async function* pieces(): AsyncGenerator<Piece> {
    for (;;) {
      const received = new Promise<ThreadPiece>((resolve) => port?.once("message", resolve));
      send({ is: "ready" });
      const next = await received;
      if (next === null) return;
      yield next.piece as Piece;
    }
  }
  const run = async () =>
    work(workerData, { pieces: pieces(), report: (progress) => send({ is: "progress", progress }) });
  run().then(
    (result) => send({ is: "result", result }),
    (error) => send({ is: "failure", error }),
  );
  return { text: "" };
}

/** On Linux this changes the calling thread alone. Elsewhere it would change the whole process. */
function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(niceness);
  } catch {
    // Without the permission the thread keeps the priority of the process.
  }
}
