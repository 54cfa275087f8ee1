/** Number of backups to keep: the newest of each of the last days, weeks and months. */
export interface RotationPolicy {
  days: number;
  weeks: number;
  months: number;
}

export interface DatedBackup {
  file: string;
  madeAt: Date;
}

/**
 * Returns the backups that may be deleted. It keeps the newest of each of the last `days` days that have one, of each
 * of the last `weeks` ISO weeks and of each of the last `months` months, all in UTC; and always the newest of all. Days
 * without a backup do not count, so a machine that was off for a month keeps its backups.
 */
export function listExpiredBackups(backups: readonly DatedBackup[], policy: RotationPolicy): DatedBackup[] {
  const newestFirst = [...backups].sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const kept = new Set<DatedBackup>(newestFirst.slice(0, 1));
  for (const [count, periodOf] of [
    [policy.days, dayOf],
    [policy.weeks, weekOf],
    [policy.months, monthOf],
  ] as const) {
    const seen = new Set<number>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.madeAt);
      if (seen.has(period)) continue;
      if (seen.size >= count) break;
      seen.add(period);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}

const dayMs = 24 * 3_600_000;

function dayOf(date: Date): number {
  return Math.floor(date.getTime() / dayMs);
}

/** Weeks begin on Monday; 1 January 1970 was a Thursday. */
function weekOf(date: Date): number {
  return Math.floor((dayOf(date) + 3) / 7);
}

function monthOf(date: Date): number {
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
