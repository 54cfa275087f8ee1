import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { type PrimaryAndStandby, startPrimaryAndStandby } from "@/prisma/factories/start-standby.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { readInstallationStatus } from "../../operations/read-status.ts";
import { readSession } from "../../platform/auth/read-session.ts";
import { closePool, pool } from "../../platform/database/pool.ts";
import { withdraw } from "../../sessions/erasure/withdraw.ts";
import { hashToken } from "../../sessions/session-token.ts";
import type { ExportOptions } from "./export-files.ts";
import { exportStudy, requireExportableStudy } from "./export-study.ts";

// Restores the environment afterwards; the database of these tests is another.
withTestDatabase();

let servers: PrimaryAndStandby;
let standby: pg.Client;
let study: MadeStudy;

beforeAll(async () => {
  await closePool();
  servers = await startPrimaryAndStandby();
  process.env.DATABASE_URL = servers.primaryUrl;
  process.env.DATABASE_REPLICA_URL = servers.standbyUrl;
  standby = new pg.Client({ connectionString: servers.standbyUrl });
  standby.on("error", () => undefined);
  await standby.connect();
  study = await makeStudy();
});
afterAll(async () => {
  delete process.env.DATABASE_REPLICA_URL;
  await closePool();
  await standby.end();
  await servers.stop();
});

const answer = async (explanation = "because") => {
  const walker = await startWalker(study);
  await walkTo(walker, 4, { choice: "true" });
  await walker.post(5, { explanation });
  return walker;
};

/** Waits until the standby has everything that is committed, however busy the machine is. */
async function catchUp(): Promise<void> {
  const { rows } = await pool().query("SELECT pg_current_wal_lsn()::text AS lsn");
  const has = async () =>
    (await standby.query("SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS has", [rows[0].lsn])).rows[0].has;
  await expect.poll(has, { timeout: 120_000 }).toBe(true);
}

async function exported(): Promise<{ rows: number; readFrom: unknown; text: string }> {
  const settings: ExportOptions = { format: "csv", level: "coded", forSpreadsheet: false };
  let manifest = "";
  let text = "";
  await exportStudy(study, settings, async ({ name, chunks }) => {
    for await (const chunk of chunks)
      if (name === "manifest.json") manifest += chunk;
      else text += chunk;
  });
  const { files, readFrom } = JSON.parse(manifest);
  return { rows: files.find(({ name }: { name: string }) => name === "responses.csv").rows, readFrom, text };
}

describe("an export with a replica", () => {
  it("is read on the replica, has every answer that was there when it was asked for, and names the lag", async () => {
    for (let count = 1; count <= 3; count += 1) {
      await answer();
      await catchUp();
      expect(await exported()).toMatchObject({
        rows: count,
        readFrom: { database: "replica", lagSeconds: expect.any(Number) },
      });
    }
  });

  it("is read on the primary while the replica is behind, so that nothing is missing and nobody erased is in it", async () => {
    await standby.query("SELECT pg_wal_replay_pause()");
    try {
      const walker = await answer("Please forget me.");
      const before = await exported();
      expect(before).toMatchObject({ rows: 4, readFrom: { database: "primary" } });
      expect(before.text).toContain("Please forget me.");
      await withdraw(hashToken(walker.token), "erase");
      const after = await exported();
      expect(after.readFrom).toEqual({ database: "primary" });
      expect(after.text).not.toContain("Please forget me.");
      const { rows } = await standby.query("SELECT count(*)::int AS n FROM response");
      expect(rows).toEqual([{ n: 3 }]);
    } finally {
      await standby.query("SELECT pg_wal_replay_resume()");
    }
    await catchUp();
    const caughtUp = await exported();
    expect(caughtUp.readFrom).toMatchObject({ database: "replica" });
    expect(caughtUp.text).not.toContain("Please forget me.");
  });

  it("is refused to somebody who lost the right, also while the replica does not know it", async () => {
    const { claims, userId } = await makePerson({ projectId: study.projectId, role: "researcher" });
    const actorNow = async () => {
      const actor = await readSession(claims);
      if (!actor) throw new Error("signed out");
      return actor;
    };
    await expect(requireExportableStudy(await actorNow(), study.id, "identified")).resolves.toBeTruthy();
    await standby.query("SELECT pg_wal_replay_pause()");
    try {
      await pool().query("DELETE FROM membership WHERE user_id = $1", [userId]);
      await expect(requireExportableStudy(await actorNow(), study.id, "identified")).rejects.toThrow();
    } finally {
      await standby.query("SELECT pg_wal_replay_resume()");
    }
  });

  it("is read on the primary where the address is no standby of this database, or does not answer", async () => {
    for (const address of [servers.primaryUrl, "postgresql://nobody:x@127.0.0.1:9/none"]) {
      process.env.DATABASE_REPLICA_URL = address;
      expect((await exported()).readFrom).toEqual({ database: "primary" });
    }
    process.env.DATABASE_REPLICA_URL = servers.standbyUrl;
  });

  it("is the only reader of the replica: sessions, rights, jobs and results never connect to it", async () => {
    await pool().query("SELECT 1");
    await closePool();
    await answer();
    const { claims } = await makePerson({ projectId: study.projectId, role: "admin" });
    await readSession(claims);
    const { rows } = await standby.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name LIKE 'parallax/%'",
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

it("the status names the lag, or why the replica is not read", async () => {
  expect((await readInstallationStatus(pool())).replica).toEqual({ lagSeconds: expect.any(Number) });
  process.env.DATABASE_REPLICA_URL = servers.primaryUrl;
  expect((await readInstallationStatus(pool())).replica).toEqual({ problem: "DATABASE_REPLICA_URL is not a standby" });
  process.env.DATABASE_REPLICA_URL = servers.standbyUrl;
});
