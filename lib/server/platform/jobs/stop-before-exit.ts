/**
 * Lets background work hand itself back when the process is told to end: the framework ends it as soon as the requests are
 * answered, which is at once where no one asks, and a job that was not handed back waits for its lease to run out. Anyone who
 * sent the signal decides how long that may take.
 *
 * @param stop stops taking work and answers when what runs has ended or been handed back
 */
export function stopBeforeExit(
  stop: () => Promise<void>,
  target: Pick<NodeJS.Process, "once" | "exit"> = process,
): void {
  let stopped: Promise<void> | null = null;
  const exit = target.exit.bind(target);
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    target.once(signal, () => {
      stopped ??= stop().catch(() => undefined);
      const ending = stopped;
      target.exit = ((code) => {
        void ending.then(() => exit(code));
      }) as typeof process.exit;
    });
}
