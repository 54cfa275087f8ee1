import pg from "pg";
import { expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../server/platform/database/pool.ts";
import { withDatabase } from "./database.ts";
import { InputError } from "./io.ts";

withTestDatabase();

it("says in one sentence that another import holds the project", async () => {
  // Not of the pool: `withDatabase` closes the pool, which waits for every connection that is in use.
  const other = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await other.connect();
  try {
    await other.query("BEGIN; SELECT pg_advisory_xact_lock(29)");
    const waiting = withDatabase(() => pool().query("SET lock_timeout = 50; SELECT pg_advisory_xact_lock(29)"));
    await expect(waiting).rejects.toThrow(InputError);
    await expect(waiting).rejects.toThrow(/another import into the project is running/);
  } finally {
    await other.end();
  }
});
