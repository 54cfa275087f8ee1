import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { main } from "../lib/cli/main.ts";
import { verifyBackup } from "../lib/server/backup/read-backup.ts";
import { migrate } from "../lib/server/platform/database/migrate.ts";
import { closePool } from "../lib/server/platform/database/pool.ts";
import { listScheduledBackups } from "../lib/supervisor/backups/backup-folder.ts";
import { scheduleBackups } from "../lib/supervisor/backups/schedule-backups.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "../lib/supervisor/embedded-database.ts";

const report = { say: () => undefined, during: <Result>(_: string, work: () => Promise<Result>) => work() };
const hour = 3_600_000;
const here = () => database?.connectionString as string;
let folder: string;
let database: EmbeddedDatabase | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-scheduled-"));
  // The account that runs PostgreSQL needs access to the data through this folder.
  await chmod(folder, 0o711);
  database = await openEmbeddedDatabase(join(folder, "data"), report, ["fsync=off"]);
  const migrationsFolder = fileURLToPath(new URL("../prisma/migrations", import.meta.url));
  await migrate({ connectionString: here(), migrationsFolder });
  await query(here(), "INSERT INTO setting (key, value) VALUES ('kept', '42')");
});
afterAll(async () => {
  await database?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});
afterEach(() => vi.useRealTimers());

async function query(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Advances the clock of the schedule by this duration, and waits until its work is done. */
async function afterHours(hours: number, connectionString = here()): Promise<string[]> {
  const said: string[] = [];
  const schedule = {
    folder: join(folder, "backups"),
    everyHours: 24,
    kept: { days: 7, weeks: 4, months: 6 },
    erasureLedger: join(folder, "erasures.jsonl"),
  };
  const stop = scheduleBackups(connectionString, schedule, (sentence) => said.push(sentence));
  vi.advanceTimersByTime(hours * hour);
  await stop();
  return said;
}

it("makes the first backup after an hour and the next a day later, and says when one fails", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const made = async () => (await listScheduledBackups(join(folder, "backups"))).length;
  await afterHours(0.9);
  expect(await made()).toBe(0);
  expect(await afterHours(1.1)).toEqual([]);
  expect(await made()).toBe(1);
  await afterHours(20);
  expect(await made()).toBe(1);
  const nowhere = "postgresql://nobody@127.0.0.1:1/none";
  expect((await afterHours(5, nowhere))[0]).toMatch(/^The scheduled backup failed and will be tried again: /);
  expect(await afterHours(0.2)).toEqual([]);
  expect(await made()).toBe(2);
});

it("made one that parallax restore puts into a new embedded database", async () => {
  const [newest] = await listScheduledBackups(join(folder, "backups"));
  const file = newest?.file ?? "";
  expect((await verifyBackup(file)).tables.length).toBeGreaterThan(20);
  const earlier = { ...process.env };
  const target = join(folder, "restored");
  Object.assign(process.env, { DATABASE_URL: "", PARALLAX_DATA_DIR: target });
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const out = text(stdout);
  try {
    const code = await main(["restore", file], { stdin: Readable.from([]), stdout, stderr });
    stdout.end();
    expect({ code, out: await out }).toMatchObject({ code: 0, out: expect.stringContaining("Restored ") });
  } finally {
    await closePool();
    Object.assign(process.env, { DATABASE_URL: earlier.DATABASE_URL, PARALLAX_DATA_DIR: earlier.PARALLAX_DATA_DIR });
  }
  const restored = await openEmbeddedDatabase(target, report, ["fsync=off"]);
  try {
    expect(await query(restored.connectionString, "SELECT value FROM setting WHERE key = 'kept'")).toEqual([
      { value: 42 },
    ]);
  } finally {
    await restored.stop();
  }
});
