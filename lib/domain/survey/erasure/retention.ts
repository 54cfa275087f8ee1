import { formatDay } from "../../format/times.ts";

/**
 * Minimum number of days between setting a retention date and the purge, so that others can see the date and change it.
 */
const noticeDays = 14;

const dayMs = 86_400_000;

/** The retention period of a study's answers and IDs, and its purges. */
export interface Retention {
  /** The last day of retention, "2027-03-31" in UTC; null if none is set. */
  until: string | null;
  setBy: string | null;
  setAt: Date | null;
  /** The certificates, newest first. */
  certificates: { id: string; at: Date; sha256: string }[];
}

/**
 * What a purge removed; the content of the file that can be downloaded. The counts are those of rows that remain as
 * tombstones.
 */
export interface PurgeCertificate {
  format: "parallax-purge-certificate/1";
  study: { id: string; name: string };
  retainedUntil: string;
  setBy: string;
  setAt: string;
  purgedAt: string;
  counts: { sessions: number; responses: number; forms: number; ids: number };
  /** SHA-256 of the session IDs in ascending order, each followed by a line feed. */
  sessionsSha256: string;
}

/** Why a date cannot be the end of retention; null if it can. */
export function findRetentionProblem(until: string, now: Date): string | null {
  const earliest = formatDay(new Date(now.getTime() + noticeDays * dayMs));
  return until < earliest ? `must be ${earliest} or later (${noticeDays} days of notice)` : null;
}

/** The bytes of a certificate, from which its hash is computed. */
export function formatCertificate(certificate: PurgeCertificate): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}
