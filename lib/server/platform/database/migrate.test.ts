import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../../../prisma/test-database.ts";
import { migrate } from "./migrate.ts";

const first = "CREATE TABLE thing (id int PRIMARY KEY);";
const second = `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'no; never';
END
$$;
CREATE TRIGGER thing_stays BEFORE DELETE ON thing FOR EACH ROW EXECUTE FUNCTION refuse();`;

describe("migrate", () => {
  let database: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    folder = await mkdtemp(join(tmpdir(), "parallax-migrations-"));
    await write("20260101000000_first", first);
    await write("20260102000000_second", second);
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const write = async (name: string, script: string) => {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, "migration.sql"), script);
  };
  const run = (waitSeconds?: number) =>
    migrate({ connectionString: database.connectionString, migrationsFolder: folder, waitSeconds });
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };

  it("applies what is missing, in order, PL/pgSQL with semicolons included, and then nothing", async () => {
    expect(await run()).toEqual({ applied: ["20260101000000_first", "20260102000000_second"] });
    expect(await run()).toEqual({ applied: [] });
    await query("INSERT INTO thing VALUES (1)");
    await expect(query("DELETE FROM thing")).rejects.toThrow("no; never");
  });

  it("lets five callers at once all succeed and applies each migration once", async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => run()));
    expect(results.flatMap((result) => result.applied).sort()).toEqual([
      "20260101000000_first",
      "20260102000000_second",
    ]);
  });

  it("says who is in the way when another process holds the lock for too long", async () => {
    const holder = new pg.Client({ connectionString: database.connectionString });
    await holder.connect();
    await holder.query("BEGIN; SELECT pg_advisory_xact_lock(7203311905)");
    await expect(run(1)).rejects.toThrow("Another process has been migrating");
    await holder.end();
  });

  it("leaves nothing of a migration that fails, and goes on once the file is corrected", async () => {
    await write("20260103000000_third", "CREATE TABLE half (id int); SELECT 1 / 0;");
    await expect(run()).rejects.toThrow(/20260103000000_third failed.*division by zero/);
    expect(await query("SELECT to_regclass('half') AS half, to_regclass('thing') AS thing")).toEqual([
      { half: null, thing: "thing" },
    ]);
    await write("20260103000000_third", "CREATE TABLE half (id int);");
    expect(await run()).toEqual({ applied: ["20260103000000_third"] });
  });

  it("refuses a script that would commit on its own", async () => {
    await write("20260103000000_third", "CREATE TABLE half (id int);\nCOMMIT;");
    await expect(run()).rejects.toThrow("begins or ends a transaction itself");
  });

  it("refuses a database that another program left half migrated", async () => {
    await run();
    await query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%second'");
    await expect(run()).rejects.toThrow("20260102000000_second was started by another program");
    await query("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL");
    await query("DROP FUNCTION refuse CASCADE");
    expect(await run()).toEqual({ applied: ["20260102000000_second"] });
  });

  it("refuses a database that a newer release has migrated", async () => {
    await run();
    await rm(join(folder, "20260102000000_second"), { recursive: true });
    await expect(run()).rejects.toThrow("This database was migrated by a newer version of Parallax");
  });

  it("refuses when an applied file has changed", async () => {
    await run();
    await write("20260102000000_second", `${second} -- and more`);
    await expect(run()).rejects.toThrow("20260102000000_second has changed since it was applied");
  });
});
