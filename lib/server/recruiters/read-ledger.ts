import { setImmediate as otherWork } from "node:timers/promises";
import type { PoolClient } from "pg";
import * as z from "zod";
import type { Ledger, ShownLedgerLine } from "@/lib/domain/survey/recruiters/ledger.ts";
import {
  isDifference,
  type LedgerEvent,
  type LedgerFinding,
  type LedgerLine,
  ledgerFindings,
  reconcileInSteps,
} from "@/lib/domain/survey/recruiters/ledger.ts";
import type { Actor } from "../platform/access/access.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { countOtherSessions, readEvents, readSessions, type StoredLedgerSession } from "./ledger-rows.ts";
import { type LedgerStudy, requireLedgerStudy } from "./ledger-study.ts";

/** The displayed lines: all lines, the lines that need attention, or the lines with one finding. */
export const ledgerFilterSchema = z.object({
  show: z.enum(["all", "differences", ...ledgerFindings]).catch("all"),
  /** Number of lines before the first line shown. */
  from: z.coerce.number().int().min(0).max(10_000_000).catch(0),
});
export type LedgerFilter = z.infer<typeof ledgerFilterSchema>;

/** Lines of one page. */
export const linesPerPage = 100;

/** A study's ledger, differences first: the lines of one page, and the counts of all lines. */
export async function readLedger(actor: Actor, address: string, filter: LedgerFilter): Promise<Ledger> {
  const ledger = await requireLedgerStudy(actor, address);
  return withSnapshot(async (client) => {
    const { sessions, events, received } = await readSessionsAndEvents(client, ledger);
    const otherSessions = await countOtherSessions(client, ledger);
    const counts = Object.fromEntries(ledgerFindings.map((finding) => [finding, 0])) as Record<LedgerFinding, number>;
    const linesByFinding = new Map<LedgerFinding, LedgerLine[]>();
    const isWanted = createFindingFilter(filter.show);
    for await (const line of linesOf(sessions, events)) {
      counts[line.verdict] += 1;
      // Lines after the page are counted but not stored.
      if (isWanted(line.verdict)) addLine(linesByFinding, line, filter.from + linesPerPage);
    }
    const shownFindings = ledgerFindings.filter(isWanted);
    const lines = shownFindings
      .flatMap((finding) => linesByFinding.get(finding) ?? [])
      .slice(filter.from, filter.from + linesPerPage);
    return {
      recruiter: ledger.recruiter,
      counts,
      lines: lines.map((line) => addSessionData(line, sessions)),
      matching: shownFindings.reduce((sum, finding) => sum + counts[finding], 0),
      otherSessions,
      received,
    };
  });
}

/** All lines of a study's ledger that match the filter, for a file. */
export async function* allLedgerLines(
  client: PoolClient,
  ledger: LedgerStudy,
  show: LedgerFilter["show"],
): AsyncGenerator<ShownLedgerLine> {
  const { sessions, events } = await readSessionsAndEvents(client, ledger);
  const isWanted = createFindingFilter(show);
  const linesByFinding = new Map<LedgerFinding, LedgerLine[]>();
  for await (const line of linesOf(sessions, events))
    if (isWanted(line.verdict)) addLine(linesByFinding, line, Infinity);
  for (const finding of ledgerFindings) {
    for (const line of linesByFinding.get(finding) ?? []) yield addSessionData(line, sessions);
  }
}

function addLine(linesByFinding: Map<LedgerFinding, LedgerLine[]>, line: LedgerLine, maxLines: number): void {
  const list = linesByFinding.get(line.verdict);
  if (!list) linesByFinding.set(line.verdict, [line]);
  else if (list.length < maxLines) list.push(line);
}

/** The findings that match a filter. */
export function createFindingFilter(show: LedgerFilter["show"]): (finding: LedgerFinding) => boolean {
  if (show === "all") return () => true;
  return show === "differences" ? isDifference : (finding) => finding === show;
}

/** Yields to the event loop after this many milliseconds. */
const maxBlockingMs = 10;

async function* linesOf(
  sessions: ReadonlyMap<string, StoredLedgerSession>,
  events: readonly LedgerEvent[],
): AsyncGenerator<LedgerLine> {
  let lastYieldAt = performance.now();
  for (const line of reconcileInSteps([...sessions.values()], events)) {
    if (line) yield line;
    if (performance.now() - lastYieldAt < maxBlockingMs) continue;
    await otherWork();
    lastYieldAt = performance.now();
  }
}

/** A line with data from Parallax only. */
export function addSessionData(line: LedgerLine, sessions: ReadonlyMap<string, StoredLedgerSession>): ShownLedgerLine {
  const session = line.sessionId === null ? undefined : sessions.get(line.sessionId);
  return {
    ...line,
    startedAt: session?.startedAt ?? null,
    endedAt: session?.endedAt ?? null,
    paidAt: session?.paidAt ?? null,
    isErased: session?.isErased ?? false,
  };
}

async function readSessionsAndEvents(client: PoolClient, ledger: LedgerStudy) {
  const sessions = new Map<string, StoredLedgerSession>();
  for await (const session of readSessions(client, ledger)) sessions.set(session.sessionId, session);
  const events: LedgerEvent[] = [];
  const receivedEvents: Ledger["received"] = { webhooks: 0, files: 0, lastAt: null };
  for await (const { event, origin, receivedAt } of readEvents(client, ledger)) {
    if (event) events.push(event);
    receivedEvents[origin === "file" ? "files" : "webhooks"] += 1;
    if (receivedEvents.lastAt === null || receivedAt > receivedEvents.lastAt) receivedEvents.lastAt = receivedAt;
  }
  return { sessions, events, received: receivedEvents };
}
