import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { withdraw } from "../../../sessions/erasure/withdraw.ts";
import { hashToken } from "../../../sessions/session-token.ts";
import { pool } from "../../database/pool.ts";
import { withTx } from "../../database/with-transaction.ts";
import { recordAudit } from "../record-audit.ts";
import { getStudyChainHead } from "./chain-head.ts";
import { eraseAuditValues } from "./erase-audit-values.ts";
import { extendChains } from "./extend-chains.ts";
import { verifyChains } from "./verify-chains.ts";

withTestDatabase();

let study: MadeStudy;
let owner: pg.Client;
beforeAll(async () => {
  study = await makeStudy();
  owner = new pg.Client({ connectionString: process.env.DATABASE_URL as string });
  await owner.connect();
});
afterAll(() => owner.end());

async function record(subjectId: string, reason: string, subjectType = "study"): Promise<string> {
  await withTx((client) =>
    recordAudit(client, {
      actorId: null,
      projectId: study.projectId,
      action: `${subjectType}.test`,
      subjectType,
      subjectId,
      after: { value: reason },
      reason,
    }),
  );
  const { rows } = await pool().query("SELECT max(id)::text AS id FROM audit_event");
  return rows[0].id;
}

/** What someone with all rights in the database does, and its reversal: triggers do not stop them. */
async function tamper(statements: string[]): Promise<Awaited<ReturnType<typeof verifyChains>>> {
  await owner.query("BEGIN");
  const tables = ["audit_event", "assignment_event", "audit_batch", "audit_batch_row"];
  const saved = [];
  for (const table of tables) {
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    saved.push((await owner.query(`SELECT * FROM ${table}`)).rows);
    await owner.query(`DROP TABLE IF EXISTS saved_${table}; CREATE TABLE saved_${table} AS SELECT * FROM ${table}`);
  }
  for (const statement of statements) await owner.query(statement);
  await owner.query("COMMIT");
  try {
    return await verifyChains();
  } finally {
    for (const table of tables)
      await owner.query(
        `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM saved_${table}; DROP TABLE saved_${table};
         ALTER TABLE ${table} ENABLE TRIGGER USER`,
      );
  }
}

describe("the chain over the logs", () => {
  it("takes every committed row once, of two processes at work, and verifies", async () => {
    await walkTo(await startWalker(study), 5);
    for (const reason of ["one", "two", "three"]) await record(study.id, reason);
    const counts = await Promise.all([extendChains(), extendChains()]);
    expect(counts[0] + counts[1]).toBeGreaterThanOrEqual(5);
    expect(await extendChains()).toBe(0);
    const report = await verifyChains();
    expect(report).toMatchObject({ findings: [], waiting: 0 });
    const { rows } = await pool().query(
      "SELECT (SELECT count(*) FROM audit_event)::int + (SELECT count(*) FROM assignment_event)::int AS rows",
    );
    expect(report.rows).toBe(rows[0].rows);
  });

  it("takes a row that is committed after rows with larger ids", async () => {
    const slow = await pool().connect();
    await slow.query("BEGIN");
    await recordAudit(slow, { actorId: null, action: "study.late", subjectType: "study", subjectId: study.id });
    await record(study.id, "earlier to commit");
    expect(await extendChains()).toBe(1);
    await slow.query("COMMIT");
    slow.release();
    expect(await extendChains()).toBe(1);
    expect((await verifyChains()).findings).toEqual([]);
  });

  it("takes such a row though the clock was moved back meanwhile and dates the batch before it into the past", async () => {
    await record(study.id, "before the clock was moved");
    expect(await extendChains()).toBe(1);
    const slow = await pool().connect();
    await slow.query("BEGIN");
    await recordAudit(slow, { actorId: null, action: "study.late", subjectType: "study", subjectId: study.id });
    await record(study.id, "earlier to commit");
    expect(await extendChains()).toBe(1);
    await owner.query(`ALTER TABLE audit_batch DISABLE TRIGGER USER;
      UPDATE audit_batch SET made_at = made_at - interval '11 minutes' WHERE id = (SELECT max(id) FROM audit_batch);
      ALTER TABLE audit_batch ENABLE TRIGGER USER`);
    await slow.query("COMMIT");
    slow.release();
    expect(await extendChains()).toBe(1);
    expect((await verifyChains()).findings).toEqual([]);
  });

  it("shows what the owner of the database changed, deleted or swapped", async () => {
    const [first, second, last] = [
      await record(study.id, "a"),
      await record(study.id, "b"),
      await record(study.id, "c"),
    ];
    await extendChains();
    const whats = async (...statements: string[]) => [
      ...new Set((await tamper(statements)).findings.map(({ what }) => what)),
    ];
    expect(await whats(`UPDATE audit_event SET reason = 'x' WHERE id = ${first}`)).toEqual(["row changed"]);
    expect(await whats(`UPDATE audit_event SET at = at + interval '1 us' WHERE id = ${first}`)).toEqual([
      "row changed",
    ]);
    expect(await whats("UPDATE assignment_event SET event = 'returned' WHERE event = 'completed'")).toEqual([
      "row changed",
    ]);
    expect(await whats(`DELETE FROM audit_event WHERE id = ${second}`)).toEqual(["row missing"]);
    expect(await whats(`DELETE FROM audit_event WHERE id = ${last}`)).toEqual(["row missing"]);
    expect(
      await whats(
        `UPDATE audit_event SET id = -1 WHERE id = ${first}; UPDATE audit_event SET id = ${first} WHERE id = ${second};
         UPDATE audit_event SET id = ${second} WHERE id = -1`,
      ),
    ).toEqual(["row changed"]);
    expect(
      await whats(
        `UPDATE audit_event SET before = NULL, after = NULL, reason = NULL, erased_at = now() WHERE id = ${first}`,
      ),
    ).toEqual(["row erased without record"]);
    const forged = await whats(
      `DELETE FROM audit_event WHERE id = ${second}; DELETE FROM audit_batch_row WHERE log = 'audit' AND row_id = ${second}`,
    );
    expect(forged).toEqual(["batch changed"]);
    expect(await whats(`UPDATE audit_batch SET digest = '${"0".repeat(64)}', rows = rows - 1`)).toEqual([
      "batch changed",
    ]);
    expect(await whats("DELETE FROM audit_batch WHERE number = 1")).toContain("batch missing");
    expect(await whats("DELETE FROM audit_batch WHERE id = (SELECT max(id) FROM audit_batch)")).toEqual([
      "batch missing",
    ]);
    expect((await verifyChains()).findings).toEqual([]);
  });

  it("that lost its end is found by a head that was kept elsewhere", async () => {
    const id = await record(study.id, "the end");
    await extendChains();
    const head = (await getStudyChainHead(pool(), study.id))?.head as string;
    expect((await verifyChains([head])).findings).toEqual([]);
    const end = "(SELECT max(id) FROM audit_batch)";
    const report = await tamper([
      `DELETE FROM audit_event WHERE id = ${id}; DELETE FROM audit_batch_row WHERE batch_id = ${end};
       DELETE FROM audit_batch WHERE id = ${end}`,
    ]);
    // Without a published head, a missing end cannot be detected.
    expect(report.findings).toEqual([]);
    expect((await verifyChains(["f".repeat(64)])).findings).toMatchObject([{ what: "head unknown" }]);
  });

  it("stays valid when an erasure removes values, before or after they were added to it", async () => {
    const walker = await startWalker(study);
    await walkTo(walker, 5);
    const { rows } = await pool().query("SELECT id FROM session WHERE token_hash = $1", [hashToken(walker.token)]);
    const sessionId: string = rows[0].id;
    const before = await record(sessionId, "what somebody wrote of them", "session");
    await extendChains();
    const after = await record(sessionId, "and later", "session");
    await withdraw(hashToken(walker.token), "erase");
    await extendChains();
    const { rows: events } = await pool().query("SELECT * FROM audit_event WHERE id = ANY($1::bigint[])", [
      [before, after],
    ]);
    for (const event of events)
      expect(event).toMatchObject({
        before: null,
        after: null,
        reason: null,
        erased_at: expect.any(Date),
        action: "session.test",
      });
    const { rows: keys } = await pool().query(
      "SELECT values_key FROM audit_batch_row WHERE log = 'audit' AND row_id = ANY($1::bigint[])",
      [[before, after]],
    );
    expect(keys).toEqual([{ values_key: null }, { values_key: null }]);
    expect((await verifyChains()).findings).toEqual([]);
    await expect(pool().query("UPDATE audit_event SET reason = 'x' WHERE id = $1", [before])).rejects.toThrow(
      "append-only",
    );
    await expect(pool().query("DELETE FROM audit_event WHERE id = $1", [before])).rejects.toThrow("append-only");
  });

  it("keeps no key of values that are erased while it grows", async () => {
    const id = await record("of somebody", "what somebody wrote of them", "session");
    await withTx(async (client) => {
      const about = { subjectType: "session", subjectIds: ["of somebody"], projectId: study.projectId };
      expect(await eraseAuditValues(client, about)).toBe(1);
      await extendChains();
    });
    expect(await extendChains()).toBeGreaterThan(0);
    const { rows } = await pool().query("SELECT values_key FROM audit_batch_row WHERE log = 'audit' AND row_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ values_key: null }]);
    expect((await verifyChains()).findings).toEqual([]);
  });
});
