import type { JournalStore } from "./journal-record.ts";

/** The dependencies of a journal; randomness and the clock are injected so that tests control them. */
export interface JournalDependencies {
  store: JournalStore;
  /** The address of the annotation API, without a trailing slash. */
  api: string;
  now: () => number;
  newId: () => string;
  /** A number from 0 up to 1, for the jitter of retries. */
  random: () => number;
  /** The delay between typing and a save, and the maximum delay during continuous typing. */
  restMs?: number;
  maxDelayMs?: number;
  /** The first delay after a failure; it doubles up to `maxRetryMs`. */
  firstRetryMs?: number;
  maxRetryMs?: number;
}

/** The delay after consecutive failures. It doubles up to a maximum, with jitter. */
export function computeRetryDelay(
  { firstRetryMs, maxRetryMs, random }: Required<JournalDependencies>,
  failures: number,
): number {
  const pause = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures, 10));
  return pause * (0.5 + random() / 2);
}
