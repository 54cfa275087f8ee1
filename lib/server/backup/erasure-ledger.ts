import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import * as z from "zod";

/** That the answers of a session were erased, and when. The session's id is a random code; nothing else is kept. */
export interface Erasure {
  sessionId: string;
  erasedAt: Date;
}

const lineSchema = z.strictObject({ session: z.uuid(), erasedAt: z.iso.datetime() });

/**
 * Writes erasures down outside of the database and of every backup, so that a restored backup can be made to forget
 * again. Returns once they are on disk.
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

/** How many erasures there are, and one hash of them in their order: what a backup remembers of the ledger. */
export function describeErasures(erasures: readonly Erasure[]): { count: number; sha256: string } {
  const hash = createHash("sha256");
  for (const { sessionId } of erasures) hash.update(`${sessionId}\n`);
  return { count: erasures.length, sha256: hash.digest("hex") };
}

/** Everything in the ledger, each session once, with its first time; empty where there is no file. A torn line is skipped. */
export async function readErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const found = new Map<string, Erasure>();
  for (const line of text.split("\n")) {
    const parsed = lineSchema.safeParse(jsonOrNull(line));
    if (!parsed.success || found.has(parsed.data.session)) continue;
    found.set(parsed.data.session, {
      sessionId: parsed.data.session,
      erasedAt: new Date(parsed.data.erasedAt),
    });
  }
  return [...found.values()];
}

/** A crash may tear the last line; the database's own mark writes it again at the next start. */
function jsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
