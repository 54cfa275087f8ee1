import pg from "pg";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { explainError } from "./explain-error.ts";
import { closeProbe, getUnreadyReason } from "./readiness.ts";

withTestDatabase();

async function run(text: string) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const name = () => new URL(process.env.DATABASE_URL as string).pathname.slice(1);

describe("readiness", () => {
  afterEach(closeProbe);
  afterAll(() => vi.restoreAllMocks());

  it("is there while the database answers, takes writes and has the newest migration", async () => {
    expect(await getUnreadyReason()).toBeNull();
    expect(await run("SELECT id FROM readiness_probe")).toEqual([{ id: 1 }]);
  });

  it("is there though the process itself was held up for longer than the database may take", async () => {
    await getUnreadyReason();
    const said = getUnreadyReason();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    expect(await said).toBeNull();
  });

  it("writes once for all who ask within five seconds", async () => {
    await getUnreadyReason();
    const [before] = await run("SELECT at FROM readiness_probe");
    await Promise.all(Array.from({ length: 50 }, () => getUnreadyReason()));
    expect(await run("SELECT at FROM readiness_probe")).toEqual([before]);
  });

  it("is not there while the database is read-only, and comes back by itself", async () => {
    vi.spyOn(process.stderr, "write").mockImplementation(() => true);
    await run(`ALTER DATABASE "${name()}" SET default_transaction_read_only = on`);
    expect(await getUnreadyReason()).toBe("the database is read-only");
    await run(`SET transaction_read_only = off; ALTER DATABASE "${name()}" RESET default_transaction_read_only`);
    await closeProbe();
    expect(await getUnreadyReason()).toBeNull();
  });

  it("is not there after the connection was cut, and comes back over a new one", async () => {
    await getUnreadyReason();
    await run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    await getUnreadyReason();
    expect(await getUnreadyReason()).toBeNull();
  });

  it("is not there where the tables lack a migration", async () => {
    await run(
      "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)",
    );
    expect(await getUnreadyReason()).toMatch(/^the database lacks the migration /);
    await run("UPDATE _prisma_migrations SET finished_at = clock_timestamp()");
  });
});

describe("a database that stores nothing", () => {
  it.each(["53100", "25006", "58030"])(
    "asks people to come back (%s), with one line in the log for all of them",
    (code) => {
      const log = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
      const error = Object.assign(new Error("could not extend file"), { code });
      for (let request = 0; request < 5; request++)
        expect(explainError(error)).toMatchObject({ code: "unavailable", status: 503, retryAfterSeconds: 5 });
      expect(log.mock.calls.length).toBeLessThanOrEqual(1);
      log.mockRestore();
    },
  );
});
