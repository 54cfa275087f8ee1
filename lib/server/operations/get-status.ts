import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { type InstallationStatus, readInstallationStatus } from "./read-status.ts";

/** The state of the installation and when it was read, for owners; null for everyone else. */
export async function getStatus(actor: Actor): Promise<{ status: InstallationStatus; readAt: Date } | null> {
  if (!actor.isOwner) return null;
  return { status: await readInstallationStatus(pool()), readAt: new Date() };
}
