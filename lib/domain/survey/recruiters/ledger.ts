import type { Outcome } from "../protocol.ts";
import type { SubmissionStatus } from "./prolific.ts";

/** What a recruiter said about one submission at one time, by webhook or in a file. */
export interface LedgerEvent {
  id: string;
  submission: string;
  person: string | null;
  status: SubmissionStatus;
  at: Date;
}

/** One session as the ledger sees it. */
export interface LedgerSession {
  sessionId: string;
  submission: string | null;
  person: string | null;
  /** Null while it is under way. */
  outcome: Outcome | null;
}

export type LedgerVerdict =
  /** Both sides say the same; nothing is to be done. */
  | "agrees"
  /** One side is not finished yet. */
  | "waiting"
  /** Finished here and waiting there for approval. */
  | "approve"
  /** Finished here, but without payment there. */
  | "finished-not-paid"
  /** Handed in or paid there, but not finished here. */
  | "paid-not-finished"
  /** The recruiter knows a submission that never began here. */
  | "unknown-here"
  /** A session of this recruiter about which nothing has been heard. */
  | "unheard";

export interface LedgerLine {
  sessionId: string | null;
  submission: string | null;
  person: string | null;
  outcome: Outcome | null;
  status: SubmissionStatus | null;
  /** When the recruiter's status was reached. */
  at: Date | null;
  verdict: LedgerVerdict;
}

/**
 * A recruiter's submissions beside our sessions, line by line. It depends on the set of events alone: neither their order
 * of arrival nor a repeat changes a line. A submission's status is that of its latest event; of two at the same instant
 * the one further along counts, and an approval stays, because nothing takes one back.
 *
 * A session and a submission belong together by the submission's id, or, where one of them has none, by the person.
 */
export function reconcile(sessions: readonly LedgerSession[], events: readonly LedgerEvent[]): LedgerLine[] {
  const latest = latestEvents(events);
  const matched = matchEvents(sessions, latest);
  const lines = sessions.map((session): LedgerLine => {
    const event = matched.get(session.sessionId);
    return {
      sessionId: session.sessionId,
      submission: session.submission ?? event?.submission ?? null,
      person: session.person ?? event?.person ?? null,
      outcome: session.outcome,
      status: event?.status ?? null,
      at: event?.at ?? null,
      verdict: event ? judge(session.outcome, event.status) : "unheard",
    };
  });
  const used = new Set([...matched.values()].map((event) => event.submission));
  const unknown = [...latest.values()]
    .filter((event) => !used.has(event.submission))
    .sort((one, other) => (one.submission < other.submission ? -1 : 1))
    .map(
      (event): LedgerLine => ({
        sessionId: null,
        submission: event.submission,
        person: event.person,
        outcome: null,
        status: event.status,
        at: event.at,
        verdict: isGone(event.status) ? "agrees" : "unknown-here",
      }),
    );
  return [...lines, ...unknown];
}

/** The event that says how each submission stands, by the submission's id. */
export function latestEvents(events: readonly LedgerEvent[]): Map<string, LedgerEvent> {
  const latest = new Map<string, LedgerEvent>();
  for (const event of events) {
    const known = latest.get(event.submission);
    if (!known || isLater(event, known)) latest.set(event.submission, event);
  }
  return latest;
}

/** What a status means beside our outcome. */
export function judge(outcome: Outcome | null, status: SubmissionStatus): LedgerVerdict {
  const isPaid = status === "APPROVED" || status === "PARTIALLY APPROVED" || status === "SCREENED OUT";
  const isRunning = status === "ACTIVE" || status === "RESERVED";
  if (outcome === null) {
    if (isRunning) return "waiting";
    return isGone(status) || status === "REJECTED" ? "agrees" : "paid-not-finished";
  }
  if (isRunning) return "waiting";
  if (outcome === "complete") {
    if (status === "AWAITING REVIEW") return "approve";
    return status === "APPROVED" ? "agrees" : "finished-not-paid";
  }
  // Ended early here: paying a part, returning and waiting for a decision are all the recruiter's own ways to end it.
  return isPaid && outcome === "no-consent" ? "paid-not-finished" : "agrees";
}

/** Whether somebody gave the submission back or let its time run out. */
export function isGone(status: SubmissionStatus): boolean {
  return status === "RETURNED" || status === "TIMED-OUT";
}

const furtherAlong: readonly SubmissionStatus[] = [
  "RESERVED",
  "ACTIVE",
  "TIMED-OUT",
  "RETURNED",
  "AWAITING REVIEW",
  "SCREENED OUT",
  "REJECTED",
  "PARTIALLY APPROVED",
  "APPROVED",
];

function isLater(event: LedgerEvent, known: LedgerEvent): boolean {
  if ((event.status === "APPROVED") !== (known.status === "APPROVED")) return event.status === "APPROVED";
  const between = event.at.getTime() - known.at.getTime();
  if (between !== 0) return between > 0;
  return furtherAlong.indexOf(event.status) > furtherAlong.indexOf(known.status);
}

/** Each session's event: by submission first, then by person among those left over, the latest first. */
function matchEvents(
  sessions: readonly LedgerSession[],
  latest: ReadonlyMap<string, LedgerEvent>,
): Map<string, LedgerEvent> {
  const matched = new Map<string, LedgerEvent>();
  const left = new Map(latest);
  for (const { sessionId, submission } of sessions) {
    const event = submission === null ? undefined : left.get(submission);
    if (!event) continue;
    matched.set(sessionId, event);
    left.delete(event.submission);
  }
  for (const { sessionId, submission, person } of sessions) {
    if (submission !== null || person === null) continue;
    const [event] = [...left.values()]
      .filter((candidate) => candidate.person === person)
      .sort((one, other) =>
        isLater(one, other) || (!isLater(other, one) && one.submission < other.submission) ? -1 : 1,
      );
    if (!event) continue;
    matched.set(sessionId, event);
    left.delete(event.submission);
  }
  return matched;
}
