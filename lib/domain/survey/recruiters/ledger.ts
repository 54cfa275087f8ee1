import type { Outcome } from "../protocol.ts";
import type { SubmissionStatus } from "./prolific.ts";
import type { RecruiterKind } from "./recruiter.ts";

/** What a recruiter said about one submission at one time, by webhook or in a file. */
export interface LedgerEvent {
  id: string;
  submission: string;
  person: string | null;
  status: SubmissionStatus;
  /** The completion code that the person gave there; null where nothing says it. */
  code: string | null;
  at: Date;
}

/** One session as the ledger sees it. */
export interface LedgerSession {
  sessionId: string;
  submission: string | null;
  person: string | null;
  /** Null while it is under way. */
  outcome: Outcome | null;
  /** The code that its end page gave; null where it gave none. */
  code: string | null;
}

/** What two sides of a line say of each other, what is most urgent first. */
export const ledgerVerdicts = [
  /** Finished here, but without payment there. */
  "finished-not-paid",
  /** Handed in or paid there, but not finished here. */
  "paid-not-finished",
  /** Finished here and waiting there, with another code than its end page gave. */
  "other-code",
  /** The recruiter knows a submission that never began here. */
  "unknown-here",
  /** Ended early here and waiting there for a decision. */
  "decide",
  /** Finished here and waiting there for approval. */
  "approve",
  /** A session of this recruiter about which nothing has been heard. */
  "unheard",
  /** One side is not finished yet. */
  "waiting",
  /** Both sides say the same; nothing is to be done. */
  "agrees",
] as const;
export type LedgerVerdict = (typeof ledgerVerdicts)[number];

/** Verdicts that someone has to look at; the others resolve themselves. */
export function isDifference(verdict: LedgerVerdict): boolean {
  return verdict !== "agrees" && verdict !== "waiting" && verdict !== "unheard";
}

export interface LedgerLine {
  sessionId: string | null;
  /** The latest event about it; null where nothing was heard. */
  eventId: string | null;
  submission: string | null;
  person: string | null;
  outcome: Outcome | null;
  status: SubmissionStatus | null;
  /** The code that the person gave there. */
  code: string | null;
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
  return [...reconcileInSteps(sessions, events)].filter((line) => line !== null);
}

/** `reconcile` for callers that have other work to do in between: null stands for a step without a line. */
export function* reconcileInSteps(
  sessions: readonly LedgerSession[],
  events: readonly LedgerEvent[],
): Generator<LedgerLine | null> {
  const latest = yield* latestInSteps(events);
  const matched = yield* matchEvents(sessions, latest);
  for (const session of sessions) {
    const event = matched.get(session.sessionId);
    yield {
      sessionId: session.sessionId,
      eventId: event?.id ?? null,
      submission: session.submission ?? event?.submission ?? null,
      person: session.person ?? event?.person ?? null,
      outcome: session.outcome,
      status: event?.status ?? null,
      code: event?.code ?? null,
      at: event?.at ?? null,
      verdict: event ? judgeLine(session, event) : "unheard",
    };
    if (event) latest.delete(event.submission);
  }
  for (const event of [...latest.values()].sort((one, other) => (one.submission < other.submission ? -1 : 1))) {
    yield {
      sessionId: null,
      eventId: event.id,
      submission: event.submission,
      person: event.person,
      outcome: null,
      status: event.status,
      code: event.code,
      at: event.at,
      verdict: isGone(event.status) ? "agrees" : "unknown-here",
    };
  }
}

/** The event that says how each submission stands, by the submission's id. */
export function latestEvents(events: readonly LedgerEvent[]): Map<string, LedgerEvent> {
  const steps = latestInSteps(events);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function* latestInSteps(events: readonly LedgerEvent[]): Generator<null, Map<string, LedgerEvent>> {
  const latest = new Map<string, LedgerEvent>();
  const codes = new Map<string, LedgerEvent>();
  for (const event of events) {
    const known = latest.get(event.submission);
    if (!known || comesAfter(event, known)) latest.set(event.submission, event);
    const coded = codes.get(event.submission);
    if (event.code !== null && (!coded || comesAfter(event, coded))) codes.set(event.submission, event);
    yield null;
  }
  // A webhook never says the code, so a file's stays with the submission.
  for (const [submission, event] of codes) {
    const known = latest.get(submission);
    if (known && known.code !== event.code) latest.set(submission, { ...known, code: event.code });
  }
  return latest;
}

/** `judge`, and beside it whether the code that was given there is the one that was shown here. */
function judgeLine(session: LedgerSession, event: LedgerEvent): LedgerVerdict {
  const verdict = judge(session.outcome, event.status);
  const isOther = event.code !== null && session.code !== null && plainCode(event.code) !== plainCode(session.code);
  return isOther && verdict === "approve" ? "other-code" : verdict;
}

function plainCode(code: string): string {
  return code.trim().toUpperCase();
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
  // Ended early here: paying a part and returning are the recruiter's own ways to end it. Anyone who withdrew may have
  // finished first, so pay is right.
  if (status === "AWAITING REVIEW") return "decide";
  if (outcome === "withdrawn") return "agrees";
  return status === "APPROVED" || (isPaid && outcome === "no-consent") ? "paid-not-finished" : "agrees";
}

/** Whether someone gave the submission back or let its time run out. */
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
function* matchEvents(
  sessions: readonly LedgerSession[],
  latest: ReadonlyMap<string, LedgerEvent>,
): Generator<null, Map<string, LedgerEvent>> {
  const matched = new Map<string, LedgerEvent>();
  const left = new Map(latest);
  for (const { sessionId, submission } of sessions) {
    const event = submission === null ? undefined : left.get(submission);
    if (event) {
      matched.set(sessionId, event);
      left.delete(event.submission);
    }
    yield null;
  }
  const byPerson = new Map<string, LedgerEvent[]>();
  for (const event of left.values()) {
    const known = event.person === null ? undefined : byPerson.get(event.person);
    if (known) known.push(event);
    else if (event.person !== null) byPerson.set(event.person, [event]);
    yield null;
  }
  for (const { sessionId, submission, person } of sessions) {
    if (submission !== null || person === null) continue;
    const theirs = byPerson.get(person) ?? [];
    const event = theirs.reduce<LedgerEvent | null>((best, one) => (best && !isBefore(one, best) ? best : one), null);
    if (!event) continue;
    matched.set(sessionId, event);
    byPerson.set(
      person,
      theirs.filter((one) => one !== event),
    );
    yield null;
  }
  return matched;
}

/** `isLater`, and for two that say the same of the same instant the order of their ids, so that there is always one. */
function comesAfter(event: LedgerEvent, known: LedgerEvent): boolean {
  if (isLater(event, known)) return true;
  return !isLater(known, event) && event.id > known.id;
}

/** Whether one of two submissions of a person is taken first: the later one, and of two the one with the smaller id. */
function isBefore(one: LedgerEvent, other: LedgerEvent): boolean {
  if (isLater(one, other)) return true;
  return !isLater(other, one) && one.submission < other.submission;
}

/** A line with what only our side knows. */
export interface ShownLedgerLine extends LedgerLine {
  startedAt: Date | null;
  endedAt: Date | null;
  /** When a researcher marked it as paid. */
  paidAt: Date | null;
  isErased: boolean;
}

export interface Ledger {
  recruiter: RecruiterKind;
  /** Lines of each verdict. */
  counts: Record<LedgerVerdict, number>;
  lines: ShownLedgerLine[];
  /** Lines that the filter lets through and that are listed, of which `lines` are some. */
  matching: number;
  /** Sessions that came by no link of this recruiter; they are in no line. */
  otherSessions: number;
  /** Events of this study that came by webhook and in files, and the newest. */
  heard: { webhooks: number; files: number; lastAt: Date | null };
}
