import type { ResultState } from "@/lib/domain/result-state.ts";
import type { LineKey } from "@/lib/domain/survey/recruiters/fold-ledger.ts";
import { type Ledger, ledgerFindings, reconcile, type ShownLedgerLine } from "@/lib/domain/survey/recruiters/ledger.ts";
import type { Actor } from "../platform/access/access.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { loadStoredResult, maxComputedWhileWaiting } from "../stored-results/stored-result.ts";
import { recordIdentityView } from "../studies/responses/record-identity-view.ts";
import { ledgerResult, maxListedLines, type StoredLedger } from "./ledger-result.ts";
import { readNamedSessionsAndEvents } from "./ledger-rows.ts";
import { type LedgerStudy, requireLedgerStudy } from "./ledger-study.ts";
import { addSessionData, createFindingFilter, type LedgerFilter, linesPerPage, readLedger } from "./read-ledger.ts";

/** The data of a ledger's page. */
export interface LedgerPage {
  /** The ledger; null while a long ledger is computed for the first time. */
  ledger: Ledger | null;
  /** The state of a long ledger's computation; null for a ledger that is computed for each request. */
  state: ResultState<unknown> | null;
  /** The maximum number of listed lines per finding, if there are more; null if all are listed. */
  listedOfEach: number | null;
}

/**
 * A study's ledger, differences first. A short ledger is computed for each request. For a long ledger the counts and
 * the order are stored and may be outdated, and the lines of the page are read from the current data.
 */
export async function loadLedgerPage(actor: Actor, address: string, filter: LedgerFilter): Promise<LedgerPage> {
  const ledger = await requireLedgerStudy(actor, address);
  await recordIdentityView(actor, ledger.study, "ledger");
  const facts = await ledgerResult.facts(ledger.study.id);
  if (!facts || facts.answers <= maxComputedWhileWaiting)
    return { ledger: await readLedger(actor, address, filter), state: null, listedOfEach: null };
  const state = await loadStoredResult(ledgerResult, ledger.study.id);
  const storedDocument = state?.stored?.document;
  return {
    ledger: storedDocument ? await readStored(ledger, storedDocument, filter) : null,
    state,
    listedOfEach:
      storedDocument && ledgerFindings.some((finding) => storedDocument.counts[finding] > maxListedLines)
        ? maxListedLines
        : null,
  };
}

async function readStored(ledger: LedgerStudy, stored: StoredLedger, filter: LedgerFilter): Promise<Ledger> {
  const shownKeys = ledgerFindings.filter(createFindingFilter(filter.show)).flatMap((finding) => stored.first[finding]);
  const { webhooks, files, lastAt } = stored.received;
  return {
    recruiter: ledger.recruiter,
    counts: stored.counts,
    lines: await readLines(ledger, shownKeys.slice(filter.from, filter.from + linesPerPage)),
    matching: shownKeys.length,
    otherSessions: stored.otherSessions,
    received: { webhooks, files, lastAt: lastAt === null ? null : new Date(lastAt) },
  };
}

/** The current lines with these keys, in order. */
async function readLines(ledger: LedgerStudy, keys: readonly LineKey[]): Promise<ShownLedgerLine[]> {
  const selectedIds = {
    sessions: keys.flatMap(({ session }) => session ?? []),
    events: keys.flatMap(({ event }) => event ?? []),
  };
  const { sessions, events } = await withSnapshot((client) => readNamedSessionsAndEvents(client, ledger, selectedIds));
  const sessionById = new Map(sessions.map((session) => [session.sessionId, session]));
  const submissionById = new Map(events.map(({ id, submission }) => [id, submission]));
  const lines = new Map(
    reconcile(sessions, events).map((line) => [line.sessionId ?? line.submission, addSessionData(line, sessionById)]),
  );
  return keys.flatMap(({ session, event }) => lines.get(session ?? submissionById.get(event ?? "") ?? "") ?? []);
}
