import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { db } from "./client.ts";
import { pool } from "./pool.ts";
import { withRawTx } from "./with-raw-transaction.ts";
import { withTx } from "./with-transaction.ts";

withTestDatabase();

const exists = async (key: string) => (await db().setting.count({ where: { key } })) === 1;

describe("withTx", () => {
  it("stores what the work wrote and answers its value", async () => {
    const key = randomUUID();
    expect(await withTx(async (tx) => (await tx.setting.create({ data: { key, value: 1 } })).key)).toBe(key);
    expect(await exists(key)).toBe(true);
  });

  it("stores nothing when the work throws", async () => {
    const key = randomUUID();
    const work = withTx(async (tx) => {
      await tx.setting.create({ data: { key, value: 1 } });
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await exists(key)).toBe(false);
  });

  it("fails when the work caught a failed query and went on, for nothing was stored", async () => {
    const key = randomUUID();
    const work = withTx(async (tx) => {
      await tx.setting.create({ data: { key, value: 1 } });
      await tx.setting.create({ data: { key, value: 2 } }).catch(() => null);
      return "saved";
    });
    await expect(work).rejects.toMatchObject({ code: "P2002" });
    expect(await exists(key)).toBe(false);
  });

  it("fails in the same way when the caught query was written in SQL", async () => {
    const work = withTx(async (tx) => {
      await tx.$queryRaw`SELECT 1 / 0`.catch(() => null);
      return "saved";
    });
    await expect(work).rejects.toMatchObject({ code: "P2010" });
  });

  it("lets the work ask for a row that is not there, which leaves the transaction sound", async () => {
    const key = randomUUID();
    await withTx(async (tx) => {
      await tx.setting.update({ where: { key: "absent" }, data: { value: 1 } }).catch(() => null);
      await tx.setting.create({ data: { key, value: 1 } });
    });
    expect(await exists(key)).toBe(true);
  });

  it("tries serializable work again until every increment is there", async () => {
    const key = randomUUID();
    await db().setting.create({ data: { key, value: 0 } });
    const increment = () =>
      withTx(
        async (tx) => {
          const before = await tx.setting.findUniqueOrThrow({ where: { key } });
          await tx.setting.update({ where: { key }, data: { value: Number(before.value) + 1 } });
        },
        { isolation: "Serializable", attempts: 20 },
      );
    await Promise.all(Array.from({ length: 4 }, increment));
    expect((await db().setting.findUniqueOrThrow({ where: { key } })).value).toBe(4);
  });
});

describe("withRawTx", () => {
  it("stores what the work wrote", async () => {
    const key = randomUUID();
    await withRawTx((client) => client.query("INSERT INTO setting (key, value) VALUES ($1, '1')", [key]));
    expect(await exists(key)).toBe(true);
  });

  it("fails when a query inside failed unheard", async () => {
    const key = randomUUID();
    const work = withRawTx(async (client) => {
      await client.query("INSERT INTO setting (key, value) VALUES ($1, '1')", [key]);
      await client.query("SELECT 1 / 0").catch(() => null);
      return "saved";
    });
    await expect(work).rejects.toThrow("nothing was stored");
    expect(await exists(key)).toBe(false);
  });

  it("fails, and the process lives on, when the connection is cut while the work does something else", async () => {
    const work = withRawTx(async (client) => {
      const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
      await pool().query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
      await expect.poll(() => client.query("SELECT 1").catch(() => "cut")).toBe("cut");
    });
    await expect(work).rejects.toThrow();
  });

  it("gives its connection back, also after a failure", async () => {
    const fail = () => withRawTx((client) => client.query("SELECT 1 / 0")).catch(() => null);
    for (let round = 0; round < 15; round += 1) await fail();
    expect(pool().waitingCount).toBe(0);
    expect(pool().idleCount).toBe(pool().totalCount);
  });
});
