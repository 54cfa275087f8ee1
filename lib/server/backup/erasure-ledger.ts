import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import * as z from "zod";

/**
 * The record that the answers of a session were erased, and when. The session's ID is a random code; nothing else is
 * stored.
 */
export interface Erasure {
  sessionId: string;
  erasedAt: Date;
}

const lineSchema = z.strictObject({ session: z.uuid(), erasedAt: z.iso.datetime() });

/**
 * Records erasures outside the database and its backups, so that the erasures can be repeated after a restore. Returns
 * when the lines are on disk.
 */
export async function appendErasures(file: string, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return;
  const lines = erasures.map(({ sessionId, erasedAt }) =>
    JSON.stringify({ session: sessionId, erasedAt: erasedAt.toISOString() }),
  );
  const handle = await open(file, "a", 0o600);
  try {
    await handle.appendFile(`${lines.join("\n")}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The number of erasures and one hash of all of them in order, as a backup stores them. */
export function summarizeErasures(erasures: readonly Erasure[]): { count: number; sha256: string } {
  const hash = createHash("sha256");
  for (const { sessionId } of erasures) hash.update(`${sessionId}\n`);
  return { count: erasures.length, sha256: hash.digest("hex") };
}

/**
 * All entries of the ledger. Each session is listed once, with its first time. Empty if there is no file. Incomplete
 * lines are skipped.
 */
export async function readErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const erasureBySession = new Map<string, Erasure>();
  for (const line of text.split("\n")) {
    const parsed = lineSchema.safeParse(parseJsonOrNull(line));
    if (!parsed.success || erasureBySession.has(parsed.data.session)) continue;
    erasureBySession.set(parsed.data.session, {
      sessionId: parsed.data.session,
      erasedAt: new Date(parsed.data.erasedAt),
    });
  }
  return [...erasureBySession.values()];
}

/** A crash may leave the last line incomplete. At the next start, its erasure is added again from the database. */
function parseJsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
