import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pool } from "../database/pool.ts";

/** Why this process should get no requests now, or null when it may. */
export async function getUnreadiness(): Promise<string | null> {
  if (isShuttingDown()) return "shutting down";
  try {
    const newest = await newestMigration();
    const { rows } = await pool().query<{ is_applied: boolean }>(
      `SELECT EXISTS (SELECT FROM _prisma_migrations
                      WHERE migration_name = $1 AND finished_at IS NOT NULL AND rolled_back_at IS NULL) AS is_applied`,
      [newest],
    );
    return rows[0]?.is_applied ? null : `the database lacks the migration ${newest}`;
  } catch (error) {
    console.warn(`Not ready: ${error instanceof Error ? error.message : error}`);
    return "the database does not answer";
  }
}

interface ShutdownHolder {
  parallaxIsShuttingDown?: boolean;
}

/** Remembers that the process was asked to end, so that the proxy in front stops sending requests before it does. */
export function noticeShutdown(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      (globalThis as ShutdownHolder).parallaxIsShuttingDown = true;
    });
  }
}

function isShuttingDown(): boolean {
  return (globalThis as ShutdownHolder).parallaxIsShuttingDown === true;
}

let remembered: string | null = null;

/** The migration this program was written for. The folder does not change while it runs. */
async function newestMigration(): Promise<string> {
  if (remembered === null) {
    const entries = await readdir(join(process.cwd(), "prisma/migrations"), { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    remembered = names.sort().at(-1) ?? "";
  }
  return remembered;
}
