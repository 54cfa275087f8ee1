import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { mountSmallDisk } from "../e2e/load-test/small-disk.ts";
import { migrate } from "../lib/server/platform/database/migrate.ts";
import { closePool, pool } from "../lib/server/platform/database/pool.ts";
import { explainError } from "../lib/server/platform/http/explain-error.ts";
import { closeProbe, getUnreadyReason } from "../lib/server/platform/http/readiness.ts";
import { openEmbeddedDatabase } from "../lib/supervisor/embedded-database.ts";
import { makeStudy } from "../prisma/factories/make-study.ts";
import { startWalker, walkTo } from "../prisma/factories/walk-session.ts";

const report = { say: () => undefined, during: <Result>(_: string, work: () => Promise<Result>) => work() };
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

it("a full disk makes it not ready, loses no acknowledged answer, and is over when there is space again", async (context) => {
  const disk = await mountSmallDisk(400);
  if (!disk) return context.skip("this machine lets us mount no file system of our own");
  cleanups.push(disk.remove);
  const database = await openEmbeddedDatabase(join(disk.folder, "data"), report);
  cleanups.push(database.stop, closePool, closeProbe);
  process.env.DATABASE_URL = database.connectionString;
  const migrationsFolder = fileURLToPath(new URL("../prisma/migrations", import.meta.url));
  await migrate({ connectionString: database.connectionString, migrationsFolder });
  const study = await makeStudy();
  const before = await startWalker(study);
  await walkTo(before, 4);
  expect(await getUnreadyReason()).toBeNull();

  await disk.fill();
  const fault = await writeUntilRefused();
  expect(explainError(fault)).toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
  await expect.poll(getUnreadyReason, { timeout: 120_000 }).not.toBeNull();
  const during = await before.post(4, { choice: "true" }).catch(explainError);

  await disk.empty();
  await expect.poll(getUnreadyReason, { timeout: 120_000 }).toBeNull();
  // Sending the answer again stores it once, whether or not the first response arrived.
  expect([during && "code" in during ? during.code : "stored"]).toEqual([
    expect.stringMatching(/^(unavailable|stored)$/),
  ]);
  await before.post(4, { choice: "true" });
  const { rows } = await pool().query("SELECT count(*)::int AS n FROM response WHERE study_id = $1", [study.id]);
  expect(rows[0].n).toBe(1);
  await walkTo(await startWalker(study), 5);
});

/** Fills the space that PostgreSQL has already allocated; returns the resulting error. */
async function writeUntilRefused(): Promise<unknown> {
  try {
    for (let row = 0; row < 1_000; row += 1)
      await pool().query(
        "INSERT INTO setting (key, value) SELECT $1 || n, to_jsonb(repeat(md5(random()::text), 3000)) FROM generate_series(1, 20) AS n",
        [`${row}/`],
      );
  } catch (error) {
    return error;
  }
  throw new Error("twenty thousand large rows were stored on a full disk");
}
