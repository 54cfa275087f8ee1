import { runInThread, type ThreadScript } from "./run-in-thread.ts";

/**
 * The reports of a thread's script one by one, as the consumer requests them; the generator returns the script's
 * result. If the consumer stops early, the thread is ended.
 *
 * @throws what `runInThread` throws
 */
export async function* reportsOfThread<Input, Piece, Progress, Result>(
  script: ThreadScript<Input, Piece, Progress, Result>,
  input: Input,
  options: NonNullable<Parameters<typeof runInThread<Input, Piece, Progress, Result>>[3]> = {},
): AsyncGenerator<Progress, Result> {
  const controller = new AbortController();
  const pendingReports: { progress: Progress; taken: () => void }[] = [];
  let wake = () => {};
  const run = runInThread(
    script,
    input,
    (progress) =>
      new Promise<void>((taken) => {
        pendingReports.push({ progress, taken });
        wake();
      }),
    { ...options, signal: controller.signal },
  );
  const whenEnded = run.then(
    () => "ended" as const,
    () => "ended" as const,
  );
  try {
    for (;;) {
      const next = pendingReports.shift();
      if (next) {
        yield next.progress;
        next.taken();
        continue;
      }
      const whenWoken = new Promise<"woken">((resolve) => {
        wake = () => resolve("woken");
      });
      if (pendingReports.length === 0 && (await Promise.race([whenWoken, whenEnded])) === "ended") return await run;
    }
  } finally {
    controller.abort();
    await whenEnded;
  }
}
