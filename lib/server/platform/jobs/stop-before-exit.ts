/**
 * Releases running jobs when the process receives a signal to end. The framework ends the process as soon as the open
 * requests are done, possibly immediately; a job that was not released would wait for its lease to expire. The sender
 * of the signal determines how long the release may take.
 *
 * @param stop stops claiming jobs and resolves when running jobs have ended or been released
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
