import { mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { createEmptyDatabase, type TestDatabase } from "@/prisma/test-database.ts";
import { closePool, pool } from "../platform/database/pool.ts";
import { listOutsideCopies } from "../sessions/erasure/list-copies.ts";
import { openBackup, verifyBackup } from "./read-backup.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

withTestDatabase();

const migrationsFolder = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));
let folder = "";
let file = "";
const targets: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-backup-"));
  file = join(folder, "first.parallax-backup");
  const study = await makeStudy();
  for (let walker = 0; walker < 3; walker++) await walkTo(await startWalker(study), 5);
  await writeBackup(here(), file);
});
afterAll(async () => {
  for (const target of targets) await target.drop();
  await rm(folder, { recursive: true });
});

const here = () => process.env.DATABASE_URL as string;

async function emptyTarget(): Promise<string> {
  const target = await createEmptyDatabase();
  targets.push(target);
  return target.connectionString;
}

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe("a backup", () => {
  it("holds every table with its rows and hash, can be read by its owner only, and is whole", async () => {
    const manifest = await verifyBackup(file);
    const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows;
    expect(rowsOf("session")).toBe(3);
    expect(rowsOf("response")).toBeGreaterThan(0);
    expect(manifest.tables.map(({ name }) => name)).not.toContain("auth_session");
    expect((await stat(file)).mode & 0o077).toBe(0);
    const { actor } = await makePerson({ role: "admin" });
    expect(await listOutsideCopies(actor)).toMatchObject([
      { kind: "backup", name: "first.parallax-backup", studyId: null, isEncrypted: false },
    ]);
  });

  it("restores into an empty database to equal rows and hashes, and goes on from there", async () => {
    const target = await emptyTarget();
    const manifest = await restoreBackup({ connectionString: target, file, migrationsFolder, replace: false });
    const again = join(folder, "again.parallax-backup");
    const second = await writeBackup(target, again);
    expect(second.tables).toEqual(manifest.tables);
    expect(second.sequences).toEqual(manifest.sequences);
    const triggers = "SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1";
    expect(await query(target, triggers)).toEqual(await query(here(), triggers));
    const keys = "SELECT conname, convalidated FROM pg_constraint WHERE contype IN ('f', 'c', 'u', 'p') ORDER BY 1, 2";
    expect(await query(target, keys)).toEqual(await query(here(), keys));
  });

  it("is one moment of the database, whatever is written while it is made", async () => {
    let isWriting = true;
    const writer = (async () => {
      for (let count = 0; isWriting; count++) {
        await pool().query(
          `WITH one AS (INSERT INTO setting (key, value) VALUES ($1, '1'))
           INSERT INTO audit_event (action, subject_type, subject_id) VALUES ('test', 'setting', $1)`,
          [`busy-${count}`],
        );
      }
    })();
    const busy = join(folder, "busy.parallax-backup");
    const manifest = await writeBackup(here(), busy);
    isWriting = false;
    await writer;
    const target = await emptyTarget();
    await restoreBackup({ connectionString: target, file: busy, migrationsFolder, replace: false });
    const [found] = await query(
      target,
      `SELECT (SELECT count(*) FROM setting WHERE key LIKE 'busy-%') AS settings,
              (SELECT count(*) FROM audit_event WHERE action = 'test') AS events`,
    );
    expect(found.settings).toBe(found.events);
    expect((await verifyBackup(busy)).tables).toEqual(manifest.tables);
  });

  it("does not replace data unless it is told to", async () => {
    const target = await emptyTarget();
    await restoreBackup({ connectionString: target, file, migrationsFolder, replace: false });
    await expect(restoreBackup({ connectionString: target, file, migrationsFolder, replace: false })).rejects.toThrow(
      "use --replace",
    );
    await query(target, "DELETE FROM response");
    await restoreBackup({ connectionString: target, file, migrationsFolder, replace: true });
    const [{ count }] = await query(target, "SELECT count(*)::int FROM response");
    expect(count).toBe((await verifyBackup(file)).tables.find(({ name }) => name === "response")?.rows);
  });

  it("is refused where it is cut off, changed, of a newer version, or no backup at all", async () => {
    const target = await emptyTarget();
    const restore = (path: string) =>
      restoreBackup({ connectionString: target, file: path, migrationsFolder, replace: false });
    await expect(restore(join(folder, "none"))).rejects.toThrow("There is no file");
    const cut = join(folder, "cut");
    await writeFile(cut, await readFile(file));
    await truncate(cut, (await stat(file)).size - 40);
    await expect(restore(cut)).rejects.toThrow("truncated");
    const text = join(folder, "text");
    await writeFile(text, "hello");
    await expect(restore(text)).rejects.toThrow("is not a valid backup");
    const changed = join(folder, "changed");
    const bytes = await readFile(file);
    // More than the fields of an archive's own that no one reads.
    const at = Math.floor(bytes.length / 3);
    for (let byte = at; byte < at + 100; byte += 1) bytes[byte] = (bytes[byte] as number) ^ 0xff;
    await writeFile(changed, bytes);
    await expect(restore(changed)).rejects.toThrow();
    const headless = join(folder, "headless");
    const whole = await readFile(file);
    whole[whole.indexOf("PK\u0003\u0004", at)] = 0;
    await writeFile(headless, whole);
    await expect(restore(headless)).rejects.toThrow("damaged");
    expect(await query(target, "SELECT to_regclass('session') AS here")).toEqual([{ here: null }]);
  });

  it("leaves everything as it was when a restore fails half-way", async () => {
    const target = await emptyTarget();
    await restoreBackup({ connectionString: target, file, migrationsFolder, replace: false });
    await query(target, "INSERT INTO setting (key, value) VALUES ('kept', '1')");
    const folderOfOthers = join(folder, "no-migrations");
    await expect(
      restoreBackup({ connectionString: target, file, migrationsFolder: folderOfOthers, replace: true }),
    ).rejects.toThrow("newer Parallax");
    expect(await query(target, "SELECT value FROM setting WHERE key = 'kept'")).toEqual([{ value: 1 }]);
  });

  it("is not restored under a running application", async () => {
    await pool().query("SELECT 1");
    await expect(restoreBackup({ connectionString: here(), file, migrationsFolder, replace: true })).rejects.toThrow(
      "stop it first",
    );
    await closePool();
  });

  it("says who may not replace what is there", async () => {
    const target = await emptyTarget();
    await restoreBackup({ connectionString: target, file, migrationsFolder, replace: false });
    const other = new URL(target);
    const role = `other_${other.pathname.slice(1)}`.slice(0, 60);
    await query(
      target,
      `CREATE ROLE ${role} LOGIN PASSWORD 'other'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
    );
    other.username = role;
    other.password = "other";
    await expect(
      restoreBackup({ connectionString: other.href, file, migrationsFolder, replace: true }),
    ).rejects.toThrow("belong to another account");
    await query(target, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  it("can be opened without a database", async () => {
    const backup = await openBackup(file);
    expect(backup.manifest.format).toBe("parallax-backup");
    backup.close();
  });
});
