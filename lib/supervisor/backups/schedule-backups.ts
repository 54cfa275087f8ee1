import { join } from "node:path";
import type { RotationPolicy } from "../../domain/operations/rotate-backups.ts";
import { verifyBackup } from "../../server/backup/read-backup.ts";
import { writeBackup } from "../../server/backup/write-backup.ts";
import { formatScheduledName, listScheduledBackups, prepareBackupFolder, rotateBackups } from "./backup-folder.ts";

export interface BackupSchedule {
  folder: string;
  everyHours: number;
  kept: RotationPolicy;
  erasureLedger: string;
}

const pollEveryMs = 5 * 60_000;
/**
 * The first backup is made after an hour: a backup of an empty installation is useless, and a short test run should not
 * leave one.
 */
const firstAfterMs = 60 * 60_000;

/**
 * Makes a backup whenever the last one is older than the schedule allows, verifies it by reading it, and deletes old
 * backups. A failure is logged and retried; it never stops the application. Returns a function that stops the schedule.
 */
export function scheduleBackups(
  connectionString: string,
  schedule: BackupSchedule,
  say: (sentence: string) => void,
): () => Promise<void> {
  const supervisorStartedAt = Date.now();
  let currentBackup: Promise<void> = Promise.resolve();
  const check = () => {
    currentBackup = currentBackup.then(() => makeBackupIfDue(connectionString, schedule, supervisorStartedAt, say));
  };
  const timer = setInterval(check, pollEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await currentBackup;
  };
}

async function makeBackupIfDue(
  connectionString: string,
  schedule: BackupSchedule,
  supervisorStartedAt: number,
  say: (sentence: string) => void,
): Promise<void> {
  try {
    const [last] = await listScheduledBackups(schedule.folder);
    const dueAt = last ? last.madeAt.getTime() + schedule.everyHours * 3_600_000 : supervisorStartedAt + firstAfterMs;
    if (Date.now() >= dueAt) await makeScheduledBackup(connectionString, schedule, new Date());
  } catch (error) {
    say(`The scheduled backup failed and will be tried again: ${(error as Error).message}`);
  }
}

/** Makes one backup, verifies it by reading it, and then deletes the backups that the rotation does not keep. */
export async function makeScheduledBackup(
  connectionString: string,
  { folder, kept, erasureLedger }: BackupSchedule,
  now: Date,
): Promise<string> {
  await prepareBackupFolder(folder);
  const file = join(folder, formatScheduledName(now));
  await writeBackup(connectionString, file, { erasureLedger });
  await verifyBackup(file);
  await rotateBackups(folder, kept);
  return file;
}
