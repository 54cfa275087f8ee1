import type { StudyStatus } from "../studies/study-status.ts";

/** The data from which a study's notices are derived. */
export interface StudyHealth {
  status: StudyStatus;
  /** Every slot with a quota is filled. */
  isFull: boolean;
  /** Whether a user reopened the study when it was full. */
  staysOpen: boolean;
  openedAt: Date | null;
  lastArrivalAt: Date | null;
  /** The newest people who had a slot and left, at most `maxDepartures` of them, and how many of them finished. */
  gone: number;
  finished: number;
  now: Date;
}

export interface StudyNotice {
  kind: "full" | "stalled" | "failing";
  text: string;
}

/** Maximum number of departures that are considered, the newest ones, and the minimum number for a notice. */
export const maxDepartures = 20;
const minDepartures = 10;

const stalledAfterHours = 24;

/** The notices for researchers: the study is full, no one arrives, few people finish. */
export function listStudyNotices(health: StudyHealth): StudyNotice[] {
  const { status, isFull, gone, finished } = health;
  if (isFull && status !== "draft") {
    const next = status === "closed" ? "The study is closed; no new sessions can start." : describeOpenState(health);
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
  if (gone >= minDepartures && finished * 2 < gone) {
    const text = `Of the last ${gone} people who had a slot and left, ${finished} completed the study. Check at which screens people stop.`;
    notices.push({ kind: "failing", text });
  }
  return notices;
}

/**
 * Whether more than a given share of the newest people with a slot left without completing the study. False if too few
 * people have left.
 *
 * @param percent the share, 0 to 100
 */
export function isDropOutAbove({ gone, finished }: Pick<StudyHealth, "gone" | "finished">, percent: number): boolean {
  return gone >= minDepartures && (gone - finished) * 100 > gone * percent;
}

function describeOpenState({ staysOpen }: StudyHealth): string {
  return staysOpen
    ? "The study was reopened when it was full, so it stays open for people outside quotas until you close it."
    : "The study closes automatically when the next person finishes; you can close it now.";
}
