import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { withdraw } from "../sessions/erasure/withdraw.ts";
import { hashToken } from "../sessions/session-token.ts";
import { purgeFiles } from "./purge-files.ts";
import { readPurgeState } from "./purge-state.ts";

withTestDatabase();

/** Names of the files of this database, of all databases, and of the log, that contain a text. */
async function filesWith(text: string): Promise<string[]> {
  await pool().query("CHECKPOINT");
  const { rows } = await pool().query(
    "SELECT current_setting('data_directory') AS root, oid FROM pg_database WHERE datname = current_database()",
  );
  const { root, oid } = rows[0];
  const folders = [join("base", String(oid)), "global", "pg_wal", "pg_stat"];
  const found: string[] = [];
  for (const folder of folders)
    for (const file of await readdir(join(root, folder), { withFileTypes: true })) {
      if (!file.isFile()) continue;
      // Other tests delete their files in the meantime.
      const bytes = await readFile(join(root, folder, file.name)).catch(() => Buffer.alloc(0));
      if (bytes.includes(text)) found.push(join(folder, file.name));
    }
  return found;
}

describe("the files of the database", () => {
  it("no longer contain the texts and IDs of an erased person after a purge", async () => {
    const study = await makeStudy();
    const explanation = `story-${randomUUID()}`;
    const person = `person-${randomUUID()}`;
    const digest = `digest-${randomUUID()}`;
    const walker = await startWalker(study);
    await walkTo(walker, 4);
    await walker.post(5, { explanation });
    await pool().query(
      `INSERT INTO entry_identity (session_id, study_id, source, external_id)
       SELECT id, study_id, 'pid', $2 FROM session WHERE token_hash = $1`,
      [hashToken(walker.token), person],
    );
    await pool().query(
      `INSERT INTO person_match (session_id, study_id, source, key_digest, digest)
       SELECT id, study_id, 'pid', 'key', $2 FROM session WHERE token_hash = $1`,
      [hashToken(walker.token), digest],
    );
    await pool().query("ANALYZE");
    expect(await purgeFiles(process.env.DATABASE_URL as string)).toBe(false);
    await withdraw(hashToken(walker.token), "erase");
    expect(await readPurgeState()).toEqual({ purgedAt: null, isWaiting: true });
    for (const text of [explanation, person, digest]) {
      const files = await filesWith(text);
      expect(
        files.some((file) => file.startsWith("base")),
        text,
      ).toBe(true);
      expect(
        files.some((file) => file.startsWith("pg_wal")),
        text,
      ).toBe(true);
    }

    // It waits for transactions that may have read the values, also of other databases of the server.
    await expect.poll(() => purgeFiles(process.env.DATABASE_URL as string), { timeout: 120_000 }).toBe(true);
    for (const text of [explanation, person, digest]) expect(await filesWith(text), text).toEqual([]);
    expect(await readPurgeState()).toEqual({ purgedAt: expect.any(Date), isWaiting: false });
    expect(await purgeFiles(process.env.DATABASE_URL as string)).toBe(false);
    const { rows } = await pool().query("SELECT actor_id FROM audit_event WHERE action = 'installation.purge-files'");
    expect(rows).toEqual([{ actor_id: null }]);
  });
});
