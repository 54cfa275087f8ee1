import { randomBytes, randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { classifyDatabaseError } from "./classify-error.ts";
import { db } from "./client.ts";
import { PrismaClient } from "./generated/client.ts";
import { pool } from "./pool.ts";
import { withTx } from "./with-transaction.ts";

withTestDatabase();

async function kindOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return classifyDatabaseError(error);
  }
  return "no error";
}

const setting = (key: string) => db().setting.create({ data: { key, value: 1 } });

describe("classifyDatabaseError", () => {
  it("knows a duplicate from a model, from Prisma's raw query and from node-postgres", async () => {
    const key = randomUUID();
    await setting(key);
    const insert = "INSERT INTO setting (key, value) VALUES ($1, '1')";
    expect(await kindOf(() => setting(key))).toBe("unique");
    expect(await kindOf(() => db().$executeRawUnsafe(insert, key))).toBe("unique");
    expect(await kindOf(() => pool().query(insert, [key]))).toBe("unique");
  });

  it("knows a broken reference and a row that is not there", async () => {
    const absent = randomUUID();
    const benchmark = () => db().benchmark.create({ data: { projectId: absent, name: "x", slug: "x", canary: "x" } });
    expect(await kindOf(benchmark)).toBe("foreignKey");
    expect(await kindOf(() => db().setting.delete({ where: { key: absent } }))).toBe("notFound");
  });

  it("knows texts that PostgreSQL refuses", async () => {
    expect(await kindOf(() => setting("a\u0000b"))).toBe("badText");
    expect(await kindOf(() => setting(randomBytes(200_000).toString("base64")))).toBe("tooLarge");
  });

  it("knows a serialization failure in both shapes", async () => {
    const key = randomUUID();
    await setting(key);
    const raw = withTx(async (client) => {
      await client.query("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
      await client.query("SELECT value FROM setting WHERE key = $1", [key]);
      await db().setting.update({ where: { key }, data: { value: 2 } });
      await client.query("UPDATE setting SET value = '3' WHERE key = $1", [key]);
    });
    expect(await kindOf(() => raw)).toBe("conflict");
    const prisma = db().$transaction(
      async (tx) => {
        await tx.setting.findUnique({ where: { key } });
        await pool().query("UPDATE setting SET value = '4' WHERE key = $1", [key]);
        await tx.setting.update({ where: { key }, data: { value: 5 } });
      },
      { isolationLevel: "Serializable" },
    );
    expect(await kindOf(() => prisma)).toBe("conflict");
  });

  it("knows a lock that was not given and a statement that took too long", async () => {
    const key = randomUUID();
    await setting(key);
    const locked = withTx(async (holder) => {
      await holder.query("SELECT 1 FROM setting WHERE key = $1 FOR UPDATE", [key]);
      return await kindOf(() => pool().query("SELECT 1 FROM setting WHERE key = $1 FOR UPDATE NOWAIT", [key]));
    });
    expect(await locked).toBe("timeout");
    const slow = withTx(async (client) => {
      await client.query("SET LOCAL statement_timeout = 20");
      await client.query("SELECT pg_sleep(5)");
    });
    expect(await kindOf(() => slow)).toBe("timeout");
  });

  it("knows an exhausted pool, a cut connection and a server that is not there", async () => {
    const { connectionString } = pool().options;
    const small = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: 1_000 });
    small.on("error", () => undefined);
    const only = await small.connect();
    only.on("error", () => undefined);
    expect(await kindOf(() => small.query("SELECT 1"))).toBe("unavailable");
    const { rows } = await only.query("SELECT pg_backend_pid() AS pid");
    const waiting = kindOf(() => only.query("SELECT pg_sleep(60)"));
    await pool().query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    expect(await waiting).toBe("unavailable");
    only.release(true);
    await small.end();
    const nowhere = new pg.Pool({ host: "127.0.0.1", port: 1 });
    expect(await kindOf(() => nowhere.query("SELECT 1"))).toBe("unavailable");
    const prisma = new PrismaClient({ adapter: new PrismaPg(nowhere) });
    expect(await kindOf(() => prisma.setting.count())).toBe("unavailable");
    expect(await kindOf(() => prisma.$executeRaw`SELECT 1`)).toBe("unavailable");
  });

  it("answers null for what is no database error", () => {
    expect(classifyDatabaseError(new Error("something else"))).toBeNull();
    expect(classifyDatabaseError("text")).toBeNull();
    expect(classifyDatabaseError(null)).toBeNull();
  });
});

describe("the pool", () => {
  it("serves the next query after the server has closed every connection", async () => {
    await Promise.all([pool().query("SELECT 1"), pool().query("SELECT 1")]);
    const other = new pg.Client({ connectionString: pool().options.connectionString });
    await other.connect();
    await other.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    await other.end();
    await expect
      .poll(
        async () =>
          (
            await pool()
              .query("SELECT 1 AS one")
              .catch(() => ({ rows: [] }))
          ).rows,
        { timeout: 120_000 },
      )
      .toEqual([{ one: 1 }]);
  });
});
