import { runInThread, type ThreadScript } from "./run-in-thread.ts";

/**
 * The reports of a script one by one, at the pace of the consumer; the generator returns the script's result. A
 * consumer that stops early ends the thread.
 *
 * @throws what `runInThread` throws
 */
export async function* reportsOfThread<Input, Piece, Progress, Result>(
  script: ThreadScript<Input, Piece, Progress, Result>,
  input: Input,
  options: NonNullable<Parameters<typeof runInThread<Input, Piece, Progress, Result>>[3]> = {},
): AsyncGenerator<Progress, Result> {
  const isOver = new AbortController();
  const reported: { progress: Progress; taken: () => void }[] = [];
  let wake = () => {};
  const run = runInThread(
    script,
    input,
    (progress) =>
      new Promise<void>((taken) => {
        reported.push({ progress, taken });
        wake();
      }),
    { ...options, signal: isOver.signal },
  );
  const ended = run.then(
    () => "ended" as const,
    () => "ended" as const,
  );
  try {
    for (;;) {
      const next = reported.shift();
      if (next) {
        yield next.progress;
        next.taken();
        continue;
      }
      const woken = new Promise<"woken">((resolve) => {
        wake = () => resolve("woken");
      });
      if (reported.length === 0 && (await Promise.race([woken, ended])) === "ended") return await run;
    }
  } finally {
    isOver.abort();
    await ended;
  }
}
