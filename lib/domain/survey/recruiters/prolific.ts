import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import * as z from "zod";

/** Prolific's page for completion codes. Its `.co` host no longer serves HTTPS. */
export function prolificCompletionUrl(code: string): string {
  return `https://app.prolific.com/submissions/complete?cc=${encodeURIComponent(code)}`;
}

/** Statuses of a submission, with Prolific's names. */
export const submissionStatuses = [
  "RESERVED",
  "ACTIVE",
  "TIMED-OUT",
  "AWAITING REVIEW",
  "APPROVED",
  "PARTIALLY APPROVED",
  "RETURNED",
  "REJECTED",
  "SCREENED OUT",
] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

/** The headers of a webhook and its exact body. */
export interface WebhookRequest {
  /** X-Prolific-Request-Timestamp: seconds since 1970. */
  timestamp: string | null;
  /** X-Prolific-Request-Signature. */
  signature: string | null;
  /** X-Event-ID: the same for every delivery of one event. */
  eventId: string | null;
  /** X-Timestamp: when the event happened, if stated. */
  happenedAt: string | null;
  body: string;
}

export interface SubmissionEvent {
  id: string;
  /** The submission; SESSION_ID in entry links. */
  submission: string;
  /** The participant, PROLIFIC_PID in entry links; null if the event does not state it. */
  person: string | null;
  status: SubmissionStatus;
  /** When the event happened: its own time if stated and plausible, otherwise when it was sent. */
  at: Date;
}

export type WebhookResult =
  | { ok: true; event: SubmissionEvent }
  /** An event that is not about a submission: acknowledged and ignored. */
  | { ok: true; event: null }
  | { ok: false; reason: "unsigned" | "forged" | "stale" | "unreadable" };

/**
 * Maximum difference between the timestamp of a request and now, in both directions. Prolific sets a new timestamp for
 * every delivery, including repeats.
 */
const freshSeconds = 300;
/** Repeats continue for two days. If an event's own time is older, the time of sending is used. */
const maxDeliverySeconds = 3 * 86_400;

const submissionBody = z.looseObject({
  event_type: z.string(),
  resource_id: z.string().min(1).max(200),
  participant_id: z.string().min(1).max(200).nullish(),
  status: z.string().max(60).nullish(),
});

/**
 * The signature of a webhook: base64 of HMAC-SHA256 with the workspace's secret over the timestamp followed by the body.
 */
export function webhookSignature(secret: string, timestamp: string, body: string): string {
  const bytes = hmac(sha256, utf8ToBytes(secret), utf8ToBytes(timestamp + body));
  return btoa(String.fromCharCode(...bytes));
}

/**
 * Verifies and parses a webhook. Only the timestamp and the body are signed, so no other header can set a status. The
 * unsigned event ID is used only to prevent duplicate storage, and the unsigned time only to order events.
 */
export function readWebhook(request: WebhookRequest, secret: string, now: Date): WebhookResult {
  const { timestamp, signature, body } = request;
  if (!timestamp || !signature || secret === "") return { ok: false, reason: "unsigned" };
  if (!isSameText(webhookSignature(secret, timestamp, body), signature)) return { ok: false, reason: "forged" };
  const sentAt = readInstant(timestamp);
  if (!sentAt) return { ok: false, reason: "unreadable" };
  if (Math.abs(now.getTime() - sentAt.getTime()) > freshSeconds * 1000) return { ok: false, reason: "stale" };
  const parsed = submissionBody.safeParse(readJson(body));
  if (!parsed.success) return { ok: false, reason: "unreadable" };
  const { event_type, resource_id, participant_id, status } = parsed.data;
  if (event_type !== "submission.status.change") return { ok: true, event: null };
  const parsedStatus = readStatus(status ?? "");
  if (!parsedStatus) return { ok: false, reason: "unreadable" };
  return {
    ok: true,
    event: {
      id: request.eventId?.trim().slice(0, 200) || `${timestamp}:${signature}`,
      submission: resource_id,
      person: participant_id ?? null,
      status: parsedStatus,
      at: chooseEventTime(request.happenedAt, sentAt),
    },
  };
}

/** A status in any spelling that Prolific's API and files use: "AWAITING REVIEW", "AWAITING_REVIEW", "Timed-Out". */
export function readStatus(text: string): SubmissionStatus | null {
  const plain = text
    .trim()
    .toUpperCase()
    .replace(/[_\s-]+/g, " ");
  return submissionStatuses.find((status) => status.replace("-", " ") === plain) ?? null;
}

/** Compares two texts in a time that depends only on their length. */
function isSameText(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let index = 0; index < left.length; index += 1) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}

function chooseEventTime(claimed: string | null, sentAt: Date): Date {
  const claimedTime = claimed === null ? null : readInstant(claimed);
  if (!claimedTime || claimedTime > sentAt || sentAt.getTime() - claimedTime.getTime() > maxDeliverySeconds * 1000)
    return sentAt;
  return claimedTime;
}

/** Seconds or milliseconds since 1970, or an ISO date; null for anything else. */
function readInstant(text: string): Date | null {
  const trimmed = text.trim();
  if (/^\d{1,13}(\.\d+)?$/.test(trimmed)) {
    const number = Number(trimmed);
    return new Date(number >= 1e11 ? number : number * 1000);
  }
  if (!/^\d{4}-\d{2}-\d{2}T/.test(trimmed)) return null;
  const date = new Date(trimmed);
  return Number.isNaN(date.getTime()) ? null : date;
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
