import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { ThreadAnswer, ThreadMessage, ThreadScript } from "./run-in-thread.ts";

interface ThreadTools<Piece, Progress> {
  /** The chunks that `runInThread` was given, in order; can be read once. */
  pieces: AsyncIterable<Piece>;
  /** Reports progress, or a part of the result. Resolves when the report was handled; await it before sending many. */
  report: (progress: Progress) => Promise<void>;
}

/** A lower priority than that of the process, so that requests are handled first (0 is normal, 19 the lowest). */
const niceness = 10;

/**
 * The only statement of a script for `runInThread`: computes the result for the input.
 *
 * @param priority `normal` for short work that a user waits for; by default requests take precedence
 * @returns nothing at run time; its type gives `runInThread` the types of input and output
 */
export function serveThread<Input, Piece, Progress, Result>(
  work: (input: Input, tools: ThreadTools<Piece, Progress>) => Promise<Result> | Result,
  priority: "low" | "normal" = "low",
): ThreadScript<Input, Piece, Progress, Result> {
  const port = parentPort;
  if (!port) throw new RangeError("serveThread runs in a thread only");
  if (priority === "low") lowerPriority();
  const send = (message: ThreadMessage) => port.postMessage(message);
  const reportCallbacks: (() => void)[] = [];
  let onAnswer: (answer: ThreadAnswer) => void = () => undefined;
  let awaitedAnswers = 0;
  // The port keeps the thread alive only while a message is expected, so that a script that waits forever for something
  // else ends.
  const expectAnswer = () => {
    awaitedAnswers += 1;
    port.ref();
  };
  port.on("message", (answer: ThreadAnswer) => {
    awaitedAnswers -= 1;
    if (awaitedAnswers === 0) port.unref();
    if (answer.is === "handled") reportCallbacks.shift()?.();
    else onAnswer(answer);
  });
  port.unref();
  async function* pieces(): AsyncGenerator<Piece> {
    for (;;) {
      const next = await new Promise<ThreadAnswer>((resolve) => {
        onAnswer = resolve;
        expectAnswer();
        send({ is: "ready" });
      });
      if (next.is !== "piece") return;
      yield next.piece as Piece;
    }
  }
  const report = (progress: Progress) => {
    expectAnswer();
    send({ is: "progress", progress });
    return new Promise<void>((resolve) => reportCallbacks.push(resolve));
  };
  const run = async () => work(workerData, { pieces: pieces(), report });
  run().then(
    (result) => send({ is: "result", result }),
    (error) => send({ is: "failure", error }),
  );
  return { text: "" };
}

/** On Linux this changes only the calling thread. On other systems it would change the whole process. */
function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(niceness);
  } catch {
    // If the system does not permit this, the thread keeps the priority of the process.
  }
}
