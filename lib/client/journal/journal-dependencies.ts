import type { JournalStore } from "./journal-record.ts";

/** The dependencies of a journal; randomness and the clock are injected so that tests control them. */
export interface JournalDependencies {
  store: JournalStore;
  /** The address of the annotation API, without a slash at its end. */
  api: string;
  now: () => number;
  newId: () => string;
  /** A number from 0 up to 1, for the jitter of retries. */
  random: () => number;
  /** How long typing must rest before it is sent, and how long it may go on unsent. */
  restMs?: number;
  longestMs?: number;
  /** The first pause after a failure; it doubles up to `longestRetryMs`. */
  firstRetryMs?: number;
  longestRetryMs?: number;
}

/** How long to wait after so many failures in a row: doubling up to the longest pause, with chance. */
export function retryPause(
  { firstRetryMs, longestRetryMs, random }: Required<JournalDependencies>,
  failures: number,
): number {
  const pause = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10));
  return pause * (0.5 + random() / 2);
}
