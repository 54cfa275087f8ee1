import type { Fold } from "../../fold.ts";
import { type LedgerEvent, type LedgerFinding, type LedgerSession, ledgerFindings, reconcile } from "./ledger.ts";

/** A session, or a report of the recruiter (without an event if the status is unknown). */
export type LedgerRow =
  | { session: LedgerSession }
  | { event: LedgerEvent | null; origin: "webhook" | "file"; receivedAt: Date };

/**
 * Identifies the subject of a line. It contains no participant or submission ID, so that IDs are stored only in rows
 * from which they can be erased.
 */
export interface LineKey {
  session: string | null;
  event: string | null;
}

/** A long ledger as stored: the number of lines by finding, and the keys of the first lines of each. */
export interface LedgerSummary {
  counts: Record<LedgerFinding, number>;
  first: Record<LedgerFinding, LineKey[]>;
  received: { webhooks: number; files: number; lastAt: string | null };
}

/** Reconciles a ledger (`reconcile`) and keeps the first `listed` lines of each finding. */
export function foldLedger({ listed }: { listed: number }): Fold<LedgerRow, LedgerSummary> {
  const sessions: LedgerSession[] = [];
  const events: LedgerEvent[] = [];
  const receivedCounts = { webhooks: 0, files: 0 };
  let lastAt: Date | null = null;
  return {
    add(rows) {
      for (const row of rows) {
        if ("session" in row) {
          sessions.push(row.session);
          continue;
        }
        if (row.event) events.push(row.event);
        receivedCounts[row.origin === "file" ? "files" : "webhooks"] += 1;
        if (lastAt === null || row.receivedAt > lastAt) lastAt = row.receivedAt;
      }
    },
    finish() {
      const counts = Object.fromEntries(ledgerFindings.map((finding) => [finding, 0])) as LedgerSummary["counts"];
      const first = Object.fromEntries(
        ledgerFindings.map((finding) => [finding, []]),
      ) as unknown as LedgerSummary["first"];
      for (const { verdict: finding, sessionId, eventId } of reconcile(sessions, events)) {
        counts[finding] += 1;
        if (first[finding].length < listed) first[finding].push({ session: sessionId, event: eventId });
      }
      return { counts, first, received: { ...receivedCounts, lastAt: lastAt?.toISOString() ?? null } };
    },
  };
}
