import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { db } from "./client.ts";
import { pool } from "./pool.ts";
import { withTx } from "./with-transaction.ts";

withTestDatabase();

const exists = async (key: string) => (await db().setting.count({ where: { key } })) === 1;

describe("withTx", () => {
  it("stores what the work wrote and answers its value", async () => {
    const key = randomUUID();
    const answer = await withTx(async (client) => {
      await client.query("INSERT INTO setting (key, value) VALUES ($1, '1')", [key]);
      return key;
    });
    expect(answer).toBe(key);
    expect(await exists(key)).toBe(true);
  });

  it("stores nothing when the work throws", async () => {
    const key = randomUUID();
    const work = withTx(async (client) => {
      await client.query("INSERT INTO setting (key, value) VALUES ($1, '1')", [key]);
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await exists(key)).toBe(false);
  });

  it("fails when a query inside failed unheard", async () => {
    const key = randomUUID();
    const work = withTx(async (client) => {
      await client.query("INSERT INTO setting (key, value) VALUES ($1, '1')", [key]);
      await client.query("SELECT 1 / 0").catch(() => null);
      return "saved";
    });
    await expect(work).rejects.toThrow("nothing was stored");
    expect(await exists(key)).toBe(false);
  });

  it("fails, and the process lives on, when the connection is cut while the work does something else", async () => {
    const work = withTx(async (client) => {
      const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
      await pool().query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
      await expect.poll(() => client.query("SELECT 1").catch(() => "cut")).toBe("cut");
    });
    await expect(work).rejects.toThrow();
  });

  it("gives its connection back, also after a failure", async () => {
    const fail = () => withTx((client) => client.query("SELECT 1 / 0")).catch(() => null);
    for (let round = 0; round < 15; round += 1) await fail();
    expect(pool().waitingCount).toBe(0);
    expect(pool().idleCount).toBe(pool().totalCount);
  });
});
