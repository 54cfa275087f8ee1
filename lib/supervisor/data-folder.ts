import { randomBytes } from "node:crypto";
import { access, chmod, constants, mkdir, open, readFile, rename, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import { findFreePort } from "./free-port.ts";
import { findBlockedFolder, type Owner } from "./postgres-owner.ts";
import { databaseHost } from "./postgres-server.ts";
import { StartError } from "./start-error.ts";

/** The contents of a data folder. */
export function dataPaths(dataFolder: string) {
  return {
    lock: join(dataFolder, "parallax.lock"),
    access: join(dataFolder, "database.json"),
    database: join(dataFolder, "database"),
    log: join(dataFolder, "postgres.log"),
    programs: join(dataFolder, "programs"),
  };
}

const megabyte = 1024 * 1024;

/** Creates the folder if it does not exist. Throws a `StartError` if the folder cannot be written or accessed. */
export async function prepareDataFolder(dataFolder: string, owner: Owner | null): Promise<void> {
  try {
    await makeFolder(dataFolder, owner ? 0o711 : 0o700);
    await access(dataFolder, constants.W_OK | constants.X_OK);
    const { mode } = await stat(dataFolder);
    // The account of PostgreSQL only has to traverse this folder; the files inside have stricter modes.
    if (owner && (mode & 0o001) === 0) await chmod(dataFolder, mode | 0o111);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOSPC") throw diskFullError(dataFolder, cause);
    throw new StartError(
      `The data directory ${dataFolder} cannot be written (${code}); make it writable, or name another in PARALLAX_DATA_DIR.`,
      { cause },
    );
  }
  const blockedFolder = owner && (await findBlockedFolder(owner, dataFolder));
  if (blockedFolder) {
    throw new StartError(
      `PostgreSQL runs as the account "postgres", which cannot access ${blockedFolder}; set PARALLAX_DATA_DIR to a folder that it can access, such as /var/lib/parallax.`,
    );
  }
  const hasDatabase = await stat(dataPaths(dataFolder).database).catch(() => null);
  const { bavail, bsize } = await statfs(dataFolder);
  if (bavail * bsize < (hasDatabase ? 50 : 250) * megabyte) throw diskFullError(dataFolder);
}

/**
 * Creates a folder and its parents. Node's recursive `mkdir` never returns if a parent does not accept folders
 * (`/proc`).
 */
async function makeFolder(folder: string, mode: number): Promise<void> {
  if (await stat(folder).catch(() => null)) return;
  if (folder !== dirname(folder)) await makeFolder(dirname(folder), mode);
  await mkdir(folder, { mode });
}

function diskFullError(dataFolder: string, cause?: unknown): StartError {
  return new StartError(
    `The disk of ${dataFolder} is full; free some space (250 MB for a first start), or name a folder on another disk in PARALLAX_DATA_DIR.`,
    { cause },
  );
}

const accessSchema = z.object({
  port: z.number().int().min(1).max(65_535),
  password: z.string().regex(/^[\w-]{16,}$/),
});

/** The connection data of the embedded database. Only the user who starts Parallax can read them. */
export type DatabaseAccess = z.infer<typeof accessSchema>;

/** The connection data from an earlier start; null if there was none. */
export async function readAccess(dataFolder: string): Promise<DatabaseAccess | null> {
  const file = dataPaths(dataFolder).access;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new StartError(`The file ${file} cannot be read; Parallax must be started by the person who owns it.`, {
      cause,
    });
  }
  try {
    return accessSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(
      `The file ${file}, which contains the database's password, is damaged; restore it from a backup of the data directory.`,
      { cause },
    );
  }
}

/** The connection data. The password never changes; the port changes only if it is no longer free. */
export async function resolveAccess(dataFolder: string): Promise<DatabaseAccess> {
  const earlier = await readAccess(dataFolder);
  if (!earlier && (await stat(dataPaths(dataFolder).database).catch(() => null))) {
    throw new StartError(
      `The file ${dataPaths(dataFolder).access}, which contains the database's password, is missing; restore it from a backup of the data directory.`,
    );
  }
  const access = {
    port: await findFreePort(databaseHost, earlier?.port),
    password: earlier?.password ?? randomBytes(24).toString("base64url"),
  };
  if (access.port !== earlier?.port) await writeDatabaseAccess(dataFolder, access);
  return access;
}

/** Writes a temporary file and renames it, so that a crash leaves either the old or the new file. */
async function writeDatabaseAccess(dataFolder: string, access: DatabaseAccess): Promise<void> {
  const file = dataPaths(dataFolder).access;
  const draft = await open(`${file}.new`, "w", 0o600);
  try {
    await draft.writeFile(`${JSON.stringify(access)}\n`);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${file}.new`, file);
}
