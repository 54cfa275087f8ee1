import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { type DatedBackup, listExpiredBackups, type RotationPolicy } from "../../domain/operations/rotate-backups.ts";

/**
 * Matches names such as `parallax-2026-03-10T02-00-00Z.backup`. These names sort by age and are valid on all systems.
 */
const namePattern = /^parallax-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.backup$/;

/** The file name of a scheduled backup, from its time. */
export function formatScheduledName(madeAt: Date): string {
  return `parallax-${madeAt.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
}

/** Lists the scheduled backups in a folder, newest first. Files with other names are ignored. */
export async function listScheduledBackups(folder: string): Promise<DatedBackup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const parts = namePattern.exec(name);
      return parts
        ? [{ file: join(folder, name), madeAt: new Date(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}Z`) }]
        : [];
    })
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** Deletes the backups that the rotation policy does not keep, and returns their names. */
export async function rotateBackups(folder: string, policy: RotationPolicy): Promise<string[]> {
  const expired = listExpiredBackups(await listScheduledBackups(folder), policy);
  for (const { file } of expired) await rm(file, { force: true });
  return expired.map(({ file }) => basename(file));
}

/** Creates the folder, accessible to its owner only. */
export async function prepareBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
