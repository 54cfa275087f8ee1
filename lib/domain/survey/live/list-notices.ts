import type { StudyStatus } from "../studies/study-status.ts";

/** The data from which a study's notices are derived. */
export interface StudyHealth {
  status: StudyStatus;
  /** Every slot with a quota is filled. */
  isFull: boolean;
  /** A user reopened the study when it was full. */
  staysOpen: boolean;
  openedAt: Date | null;
  lastArrivalAt: Date | null;
  /** The newest people who had a slot and left, at most `newest` of them, and how many of these finished. */
  gone: number;
  finished: number;
  now: Date;
}

export interface StudyNotice {
  kind: "full" | "stalled" | "failing";
  text: string;
}

/** Number of newest departures that are considered, and the minimum number for a notice. */
export const newest = 20;
const fewest = 10;

const stalledAfterHours = 24;

/** The notices for researchers: the study is full, no one arrives, few people finish. */
export function listStudyNotices(health: StudyHealth): StudyNotice[] {
  const { status, isFull, gone, finished } = health;
  if (isFull && status !== "draft") {
    const next = status === "closed" ? "It has been closed; no new sessions can start." : whileOpen(health);
    return [{ kind: "full", text: `This study is full: every slot of its groups is filled. ${next}` }];
  }
  if (status !== "open") return [];
  const notices: StudyNotice[] = [];
  const quietSince = health.lastArrivalAt ?? health.openedAt;
  const quietHours = quietSince ? (health.now.getTime() - quietSince.getTime()) / 3_600_000 : 0;
  if (quietHours >= stalledAfterHours) {
    const since = quietHours >= 48 ? `${Math.floor(quietHours / 24)} days` : `${Math.floor(quietHours)} hours`;
    const text = `No one has arrived for ${since}, and the study is not full. Please check that recruitment is running and that its link leads here.`;
    notices.push({ kind: "stalled", text });
  }
  if (gone >= fewest && finished * 2 < gone) {
    const text = `Of the last ${gone} people who got a slot and have gone, ${finished} completed the study. Please look at where they stop.`;
    notices.push({ kind: "failing", text });
  }
  return notices;
}

/**
 * Whether more than a given share of the newest people who had a slot left without completing. False while too few
 * people have left.
 *
 * @param percent the share, 0 to 100
 */
export function dropOutIsAbove({ gone, finished }: Pick<StudyHealth, "gone" | "finished">, percent: number): boolean {
  return gone >= fewest && (gone - finished) * 100 > gone * percent;
}

function whileOpen({ staysOpen }: StudyHealth): string {
  return staysOpen
    ? "It was reopened when it was full, so it stays open for people outside its groups until you close it."
    : "It closes by itself when the next person finishes; you can close it now.";
}
