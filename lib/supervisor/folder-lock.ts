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
 * Acquires a lock that lasts until this process ends, for whatever reason.
 *
 * The lock file names its holder by process ID and start time, so that neither a crash nor a reused ID keeps the lock.
 * The process of a holder on another host is not visible (two containers may share a volume), so the holder's heartbeat
 * is checked. Without a heartbeat for 20 seconds, the holder counts as gone; `onWait` is called during this time.
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
    const currentHolder = await readLock(file);
    if (currentHolder === "absent") continue;
    if (currentHolder !== "truncated" && (await isAlive(file, currentHolder, onWait)))
      return { ok: false, holder: currentHolder };
    await removeStaleLock(file, currentHolder);
  }
}

/** Creates the file with its content atomically. Returns false if the file exists. */
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
 * Reads the lock file: its holder, or "truncated" if a full disk cut it off. Throws if the file exists but cannot be
 * opened, because its holder may be running.
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
  const lastBeat = await readLastHeartbeat(file);
  while (lastBeat !== null && Date.now() - lastBeat < maxSilentSeconds * 1_000) {
    onWait();
    await new Promise((resolve) => setTimeout(resolve, 500));
    if ((await readLastHeartbeat(file)) !== lastBeat) return true;
  }
  return false;
}

async function readLastHeartbeat(file: string): Promise<number | null> {
  const stats = await stat(file).catch(() => null);
  return stats?.mtimeMs ?? null;
}

/**
 * Removes the lock file of a process that no longer exists. Only one process at a time may do this, and only while the
 * file exists: no other process can then create a lock between the check and the removal, so that a valid lock is never
 * removed.
 */
async function removeStaleLock(file: string, staleHolder: LockHolder | "truncated"): Promise<void> {
  const mutexFolder = `${file}.turn`;
  try {
    await mkdir(mutexFolder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const lockedAt = await readLastHeartbeat(mutexFolder);
    // Removing a lock takes milliseconds, so an older folder belongs to a process that was killed meanwhile.
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
