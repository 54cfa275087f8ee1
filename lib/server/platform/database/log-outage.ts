import { log } from "../log/log.ts";
import type { DatabaseErrorKind } from "./classify-error.ts";

const quietMs = 10_000;
const notedAt = new Map<DatabaseErrorKind, number>();

const sentences: Partial<Record<DatabaseErrorKind, string>> = {
  unwritable: "The database stores nothing: its disk is full, or it takes no writes. People are asked to try again.",
  unavailable: "The database cannot be reached. People are asked to try again.",
  timeout: "The database took too long. People are asked to try again.",
  conflict: "The database gave up work that collided. People are asked to try again.",
};

/**
 * Writes one log line for an outage, and another every ten seconds while the outage lasts, instead of one for each
 * request.
 */
export function logOutage(kind: DatabaseErrorKind, error: unknown, now = Date.now()): void {
  if (now - (notedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < quietMs) return;
  notedAt.set(kind, now);
  log("warn", sentences[kind] ?? "The database failed.", {
    kind,
    reason: error instanceof Error ? error.message.slice(0, 300) : String(error).slice(0, 300),
  });
}
