import type { Outcome } from "../protocol.ts";
import type { SubmissionStatus } from "./prolific.ts";
import type { RecruiterKind } from "./recruiter.ts";

/** A recruiter's report about one submission at one time, by webhook or in a file. */
export interface LedgerEvent {
  id: string;
  submission: string;
  person: string | null;
  status: SubmissionStatus;
  /** The completion code that the person entered at the recruiter; null if unknown. */
  code: string | null;
  at: Date;
}

/** One session as used by the ledger. */
export interface LedgerSession {
  sessionId: string;
  submission: string | null;
  person: string | null;
  /** Null while it is in progress. */
  outcome: Outcome | null;
  /** The code on the end page of the session; null if there was none. */
  code: string | null;
}

/** The result of comparing both sides of a line, most urgent first. */
export const ledgerFindings = [
  /** Finished in Parallax, but not paid by the recruiter. */
  "finished-not-paid",
  /** Submitted or paid at the recruiter, but not finished in Parallax. */
  "paid-not-finished",
  /** Finished in Parallax and awaiting approval at the recruiter, with a code other than the one on the end page. */
  "other-code",
  /** The recruiter has a submission that was never started in Parallax. */
  "unknown-here",
  /** Ended early in Parallax and awaiting a decision at the recruiter. */
  "decide",
  /** Finished in Parallax and awaiting approval at the recruiter. */
  "approve",
  /** A session of this recruiter without any report. */
  "no-event",
  /** One side is not finished yet. */
  "waiting",
  /** Both sides agree; no action is needed. */
  "agrees",
] as const;
export type LedgerFinding = (typeof ledgerFindings)[number];

/** Whether a finding needs a person's attention; the others resolve automatically. */
export function isDifference(finding: LedgerFinding): boolean {
  return finding !== "agrees" && finding !== "waiting" && finding !== "no-event";
}

export interface LedgerLine {
  sessionId: string | null;
  /** The latest event about the submission; null if there is none. */
  eventId: string | null;
  submission: string | null;
  person: string | null;
  outcome: Outcome | null;
  status: SubmissionStatus | null;
  /** The code that the person entered at the recruiter. */
  code: string | null;
  /** Time of the recruiter's status. */
  at: Date | null;
  verdict: LedgerFinding;
}

/**
 * Compares a recruiter's submissions with our sessions, line by line. The result depends only on the set of events:
 * neither their order of arrival nor a repetition changes a line. The status of a submission is the status of its
 * latest event. Of two simultaneous events the more advanced status counts, and an approval is final.
 *
 * A session and a submission are matched by the submission's ID or, if the session or the submission has none, by the
 * person.
 */
export function reconcile(sessions: readonly LedgerSession[], events: readonly LedgerEvent[]): LedgerLine[] {
  return [...reconcileInSteps(sessions, events)].filter((line) => line !== null);
}

/**
 * `reconcile` as a generator, for callers that interleave other work. It yields a line, or null for a step without a
 * line.
 */
export function* reconcileInSteps(
  sessions: readonly LedgerSession[],
  events: readonly LedgerEvent[],
): Generator<LedgerLine | null> {
  const latestBySubmission = yield* latestInSteps(events);
  const matchedEvents = yield* matchEvents(sessions, latestBySubmission);
  for (const session of sessions) {
    const event = matchedEvents.get(session.sessionId);
    yield {
      sessionId: session.sessionId,
      eventId: event?.id ?? null,
      submission: session.submission ?? event?.submission ?? null,
      person: session.person ?? event?.person ?? null,
      outcome: session.outcome,
      status: event?.status ?? null,
      code: event?.code ?? null,
      at: event?.at ?? null,
      verdict: event ? compareLine(session, event) : "no-event",
    };
    if (event) latestBySubmission.delete(event.submission);
  }
  for (const event of [...latestBySubmission.values()].sort((one, other) =>
    one.submission < other.submission ? -1 : 1,
  )) {
    yield {
      sessionId: null,
      eventId: event.id,
      submission: event.submission,
      person: event.person,
      outcome: null,
      status: event.status,
      code: event.code,
      at: event.at,
      verdict: isReturnedOrTimedOut(event.status) ? "agrees" : "unknown-here",
    };
  }
}

/** The event with the current status of each submission, by the submission's id. */
export function latestEvents(events: readonly LedgerEvent[]): Map<string, LedgerEvent> {
  const steps = latestInSteps(events);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function* latestInSteps(events: readonly LedgerEvent[]): Generator<null, Map<string, LedgerEvent>> {
  const latestBySubmission = new Map<string, LedgerEvent>();
  const codes = new Map<string, LedgerEvent>();
  for (const event of events) {
    const previousEvent = latestBySubmission.get(event.submission);
    if (!previousEvent || comesAfter(event, previousEvent)) latestBySubmission.set(event.submission, event);
    const latestWithCode = codes.get(event.submission);
    if (event.code !== null && (!latestWithCode || comesAfter(event, latestWithCode)))
      codes.set(event.submission, event);
    yield null;
  }
  // A webhook never contains the code, so the code from a file is kept.
  for (const [submission, event] of codes) {
    const fileEvent = latestBySubmission.get(submission);
    if (fileEvent && fileEvent.code !== event.code)
      latestBySubmission.set(submission, { ...fileEvent, code: event.code });
  }
  return latestBySubmission;
}

/** Like `compareStatus`, but also compares the code entered at the recruiter with the code on the end page. */
function compareLine(session: LedgerSession, event: LedgerEvent): LedgerFinding {
  const finding = compareStatus(session.outcome, event.status);
  const hasOtherCode =
    event.code !== null && session.code !== null && normalizeCode(event.code) !== normalizeCode(session.code);
  return hasOtherCode && finding === "approve" ? "other-code" : finding;
}

function normalizeCode(code: string): string {
  return code.trim().toUpperCase();
}

/** The finding for a status at the recruiter and our outcome. */
export function compareStatus(outcome: Outcome | null, status: SubmissionStatus): LedgerFinding {
  const isPaid = status === "APPROVED" || status === "PARTIALLY APPROVED" || status === "SCREENED OUT";
  const isRunning = status === "ACTIVE" || status === "RESERVED";
  if (outcome === null) {
    if (isRunning) return "waiting";
    return isReturnedOrTimedOut(status) || status === "REJECTED" ? "agrees" : "paid-not-finished";
  }
  if (isRunning) return "waiting";
  if (outcome === "complete") {
    if (status === "AWAITING REVIEW") return "approve";
    return status === "APPROVED" ? "agrees" : "finished-not-paid";
  }
  // The session ended early: partial payment and return are the recruiter's statuses for this. A person who withdrew
  // may have finished first, so payment is correct.
  if (status === "AWAITING REVIEW") return "decide";
  if (outcome === "withdrawn") return "agrees";
  return status === "APPROVED" || (isPaid && outcome === "no-consent") ? "paid-not-finished" : "agrees";
}

/** Whether the person returned the submission or let it time out. */
export function isReturnedOrTimedOut(status: SubmissionStatus): boolean {
  return status === "RETURNED" || status === "TIMED-OUT";
}

const statusProgress: readonly SubmissionStatus[] = [
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

function isLater(event: LedgerEvent, current: LedgerEvent): boolean {
  if ((event.status === "APPROVED") !== (current.status === "APPROVED")) return event.status === "APPROVED";
  const difference = event.at.getTime() - current.at.getTime();
  if (difference !== 0) return difference > 0;
  return statusProgress.indexOf(event.status) > statusProgress.indexOf(current.status);
}

/** Each session's event: first matched by submission, then the remaining ones by person, latest first. */
function* matchEvents(
  sessions: readonly LedgerSession[],
  latest: ReadonlyMap<string, LedgerEvent>,
): Generator<null, Map<string, LedgerEvent>> {
  const matchedEvents = new Map<string, LedgerEvent>();
  const unmatchedEvents = new Map(latest);
  for (const { sessionId, submission } of sessions) {
    const event = submission === null ? undefined : unmatchedEvents.get(submission);
    if (event) {
      matchedEvents.set(sessionId, event);
      unmatchedEvents.delete(event.submission);
    }
    yield null;
  }
  const byPerson = new Map<string, LedgerEvent[]>();
  for (const event of unmatchedEvents.values()) {
    const eventsOfPerson = event.person === null ? undefined : byPerson.get(event.person);
    if (eventsOfPerson) eventsOfPerson.push(event);
    else if (event.person !== null) byPerson.set(event.person, [event]);
    yield null;
  }
  for (const { sessionId, submission, person } of sessions) {
    if (submission !== null || person === null) continue;
    const eventsOfPerson = byPerson.get(person) ?? [];
    const event = eventsOfPerson.reduce<LedgerEvent | null>(
      (best, one) => (best && !isMatchedFirst(one, best) ? best : one),
      null,
    );
    if (!event) continue;
    matchedEvents.set(sessionId, event);
    byPerson.set(
      person,
      eventsOfPerson.filter((one) => one !== event),
    );
    yield null;
  }
  return matchedEvents;
}

/** Like `isLater`, with the order of IDs as a tie-breaker, so that the result is deterministic. */
function comesAfter(event: LedgerEvent, current: LedgerEvent): boolean {
  if (isLater(event, current)) return true;
  return !isLater(current, event) && event.id > current.id;
}

/**
 * Whether one of two submissions of a person is matched first: the later one, or, if they are equally late, the one
 * with the smaller ID.
 */
function isMatchedFirst(one: LedgerEvent, other: LedgerEvent): boolean {
  if (isLater(one, other)) return true;
  return !isLater(other, one) && one.submission < other.submission;
}

/** A line with additional data that only Parallax has. */
export interface ShownLedgerLine extends LedgerLine {
  startedAt: Date | null;
  endedAt: Date | null;
  /** When a researcher marked it as paid. */
  paidAt: Date | null;
  isErased: boolean;
}

export interface Ledger {
  recruiter: RecruiterKind;
  /** Lines of each finding. */
  counts: Record<LedgerFinding, number>;
  lines: ShownLedgerLine[];
  /** Total number of listed lines that match the filter; `lines` contains a part of them. */
  matching: number;
  /** Sessions without a link of this recruiter; they are not in any line. */
  otherSessions: number;
  /** Events of this study from webhooks and files, and the newest. */
  received: { webhooks: number; files: number; lastAt: Date | null };
}
