import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { describeProcess } from "./describe-process.ts";

/** The holder of a folder's lock. */
export interface LockHolder {
  pid: number;
  began: string;
  host: string;
  token: string;
}

export type LockResult = { ok: true; release: () => Promise<void> } | { ok: false; holder: LockHolder };

const heartbeatSeconds = 5;
const maxSilentSeconds = 20;

/**
 * Acquires a lock that lasts until this process ends, for any reason.
 *
 * The file identifies its holder by process ID and start time, so neither a crash nor a reused ID keeps the lock. A
 * holder on another host (two containers that share a volume cannot see each other's processes) is identified by its
 * heartbeat, and is considered gone after 20 seconds without one; `onWait` is called during this time.
 */
export async function acquireFileLock(file: string, onWait: () => void = () => undefined): Promise<LockResult> {
  const ours: LockHolder = {
    pid: process.pid,
    began: (await describeProcess(process.pid))?.began ?? "",
    host: hostname(),
    token: randomUUID(),
  };
  for (;;) {
    if (await createAtomically(file, ours)) return { ok: true, release: keepAlive(file, ours) };
    const found = await readLock(file);
    if (found === "absent") continue;
    if (found !== "truncated" && (await isAlive(file, found, onWait))) return { ok: false, holder: found };
    await removeStaleLock(file, found);
  }
}

/** Creates the file with its content atomically; false if there is already one. */
async function createAtomically(file: string, holder: LockHolder): Promise<boolean> {
  const draft = `${file}.${holder.token}`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * The content of the lock file: its holder, or the fact that a full disk truncated the file. Throws if the file exists
 * and cannot be opened, because its holder may be running.
 */
async function readLock(file: string): Promise<LockHolder | "truncated" | "absent"> {
  let content: string;
  try {
    content = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "absent";
    throw error;
  }
  try {
    return JSON.parse(content) as LockHolder;
  } catch {
    return "truncated";
  }
}

async function isUnchanged(file: string, found: LockHolder | "truncated"): Promise<boolean> {
  const current = await readLock(file);
  if (current === "absent") return false;
  return current === "truncated" || found === "truncated" ? current === found : current.token === found.token;
}

async function isAlive(file: string, holder: LockHolder, onWait: () => void): Promise<boolean> {
  if (holder.host === hostname()) return (await describeProcess(holder.pid))?.began === holder.began;
  const lastBeat = await lastHeartbeat(file);
  while (lastBeat !== null && Date.now() - lastBeat < maxSilentSeconds * 1_000) {
    onWait();
    await new Promise((resolve) => setTimeout(resolve, 500));
    if ((await lastHeartbeat(file)) !== lastBeat) return true;
  }
  return false;
}

async function lastHeartbeat(file: string): Promise<number | null> {
  const found = await stat(file).catch(() => null);
  return found?.mtimeMs ?? null;
}

/**
 * Removes the lock file of a process that no longer exists. Only one process at a time may do this, and only while the
 * file exists. No process can then create another lock between the check and the removal, so no valid lock is removed.
 * If the file does not exist, any process may create one at any time, so nothing is removed.
 */
async function removeStaleLock(file: string, staleHolder: LockHolder | "truncated"): Promise<void> {
  const mutexFolder = `${file}.turn`;
  try {
    await mkdir(mutexFolder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const lockedAt = await lastHeartbeat(mutexFolder);
    // A process that was killed in the meantime leaves the folder behind; otherwise the removal takes milliseconds.
    if (lockedAt !== null && Date.now() - lockedAt > 5_000) await rm(mutexFolder, { recursive: true, force: true });
    await new Promise((resolve) => setTimeout(resolve, 20));
    return;
  }
  try {
    if (await isUnchanged(file, staleHolder)) await rm(file, { force: true });
  } finally {
    await rm(mutexFolder, { recursive: true, force: true });
  }
}

function keepAlive(file: string, ours: LockHolder): () => Promise<void> {
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, heartbeatSeconds * 1_000);
  heartbeat.unref();
  return async () => {
    clearInterval(heartbeat);
    if (await isUnchanged(file, ours)) await rm(file, { force: true });
  };
}
