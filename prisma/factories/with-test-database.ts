import { afterAll, beforeAll } from "vitest";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { createTestDatabase, type TestDatabase } from "../test-database.ts";

/** Creates a separate database for a test file and connects the pool to it. Call once at the top of the file. */
export function withTestDatabase(): void {
  let database: TestDatabase | undefined;
  const earlier = process.env.DATABASE_URL;
  beforeAll(async () => {
    database = await createTestDatabase();
    process.env.DATABASE_URL = database.connectionString;
  });
  afterAll(async () => {
    await closePool();
    if (earlier === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = earlier;
    await database?.drop();
  });
}
