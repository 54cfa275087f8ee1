import { purgeFiles } from "../../server/backup/purge-files.ts";

const pollEveryMs = 60 * 60_000;

/**
 * Removes erased values from the files of the database, at most once an hour. A failure is reported and retried; it
 * never stops the application. Returns a function that stops the schedule.
 */
export function schedulePurges(connectionString: string, say: (sentence: string) => void): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => purgeFiles(connectionString))
      .catch((error: Error) =>
        say(
          `Erased values could not be removed from the database's files; the next attempt is in an hour: ${error.message}`,
        ),
      );
  }, pollEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
