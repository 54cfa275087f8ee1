/** The numbers of days, weeks and months for which the newest backup is kept. */
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
 * Lists the backups that may be deleted. Kept are the newest backup of all, and the newest of each of the last `days`
 * days, `weeks` ISO weeks and `months` months (UTC) that have a backup. Periods without a backup do not count, so a
 * machine that was off for a month keeps its backups.
 */
export function listExpiredBackups(backups: readonly DatedBackup[], policy: RotationPolicy): DatedBackup[] {
  const newestFirst = [...backups].sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const keptBackups = new Set<DatedBackup>(newestFirst.slice(0, 1));
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
      keptBackups.add(backup);
    }
  }
  return newestFirst.filter((backup) => !keptBackups.has(backup));
}

const dayMs = 24 * 3_600_000;

function dayOf(date: Date): number {
  return Math.floor(date.getTime() / dayMs);
}

/** The number of a week. Weeks begin on Monday; 1 January 1970 was a Thursday. */
function weekOf(date: Date): number {
  return Math.floor((dayOf(date) + 3) / 7);
}

function monthOf(date: Date): number {
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
