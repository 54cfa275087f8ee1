import { log } from "../log/log.ts";
import type { DatabaseErrorKind } from "./classify-error.ts";

const minIntervalMs = 10_000;
const lastLogTimes = new Map<DatabaseErrorKind, number>();

const messages: Partial<Record<DatabaseErrorKind, string>> = {
  unwritable: "The database cannot store data: its disk is full or it is read-only. Users are asked to try again.",
  unavailable: "The database cannot be reached. Users are asked to try again.",
  timeout: "The database timed out. Users are asked to try again.",
  conflict: "The database aborted a conflicting transaction. Users are asked to try again.",
};

/**
 * Writes one log line for an outage, and another every ten seconds while the outage lasts, instead of one for each
 * request.
 */
export function logOutage(kind: DatabaseErrorKind, error: unknown, now = Date.now()): void {
  if (now - (lastLogTimes.get(kind) ?? Number.NEGATIVE_INFINITY) < minIntervalMs) return;
  lastLogTimes.set(kind, now);
  log("warn", messages[kind] ?? "The database failed.", {
    kind,
    reason: error instanceof Error ? error.message.slice(0, 300) : String(error).slice(0, 300),
  });
}
