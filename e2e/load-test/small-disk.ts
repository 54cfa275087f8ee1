import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A separate file system for the data directory, small enough to be filled. */
export interface SmallDisk {
  folder: string;
  /** Fills the remaining space. */
  fill(): Promise<void>;
  /** Gives them back. */
  empty(): Promise<void>;
  remove(): Promise<void>;
}

/** Mounts a small disk in memory; null if this machine does not permit mounting. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), "parallax-small-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "parallax", folder]);
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true });
    return null;
  }
  await chmod(folder, 0o711);
  const filler = join(folder, "filler");
  return {
    folder,
    fill: () => fillUp(filler),
    empty: () => rm(filler, { force: true }),
    remove: async () => {
      spawnSync("umount", [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fillUp(path: string): Promise<void> {
  const file = await open(path, "a");
  try {
    // Ever smaller pieces, until not even a page of the file system fits.
    for (let size = 2 ** 20; size >= 512; size /= 2) {
      const piece = Buffer.alloc(size);
      while (await file.write(piece).then(({ bytesWritten }) => bytesWritten === size, refusesSpace));
    }
  } finally {
    await file.close();
  }
}

function refusesSpace(error: NodeJS.ErrnoException): false {
  if (error.code !== "ENOSPC") throw error;
  return false;
}
