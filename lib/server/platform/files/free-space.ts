import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { formatMebibytes } from "@/lib/domain/format/figures.ts";
import { AppError } from "../errors/app-error.ts";

const bytesPerMegabyte = 1024 * 1024;

/** Remains free for the database, its backups and other programs on the same disk. */
const reserveBytes = 256 * bytesPerMegabyte;

/** Free space on the disk on which a folder is or will be. */
export async function measureFreeMegabytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return Math.floor((bavail * bsize) / bytesPerMegabyte);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(folder) === folder) throw error;
    return await measureFreeMegabytes(dirname(folder));
  }
}

/** Throws an AppError if the disk of a folder has no space for more bytes and a reserve. */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const free = (await measureFreeMegabytes(folder)) * bytesPerMegabyte;
  if (free >= bytes + reserveBytes) return;
  const needed = `${formatMebibytes(bytes + reserveBytes)} MB`;
  throw new AppError(
    "too-large",
    `The server’s disk has ${formatMebibytes(free)} MB free, and this file needs ${needed}. Free space, or send a smaller file.`,
  );
}
