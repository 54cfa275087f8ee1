import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import type { ExportLevel } from "@/lib/domain/interchange/export-study-columns.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { exportStudy } from "../studies/export/export-study.ts";
import { findSessionIdByCode, loadSessionPayment } from "../studies/responses/find-coded-session.ts";
import { markPaid, withdrawForParticipant } from "./manage-session.ts";
import { hashToken } from "./session-token.ts";

withTestDatabase();

let study: MadeStudy;
let admin: Actor;
let researcher: Actor;
let viewer: Actor;
let stranger: Actor;

beforeAll(async () => {
  study = await makeStudy();
  const { projectId } = study;
  [admin, researcher, viewer] = (await Promise.all(
    (["admin", "researcher", "viewer"] as const).map(async (role) => (await makePerson({ projectId, role })).actor),
  )) as [Actor, Actor, Actor];
  stranger = (await makePerson({ projectId: (await makeStudy({ open: false })).projectId, role: "admin" })).actor;
});

async function finish(): Promise<{ id: string; code: string }> {
  const walker = await startWalker(study);
  await walkTo(walker, 5);
  const { rows } = await pool().query("SELECT id, completion_code AS code FROM session WHERE token_hash = $1", [
    hashToken(walker.token),
  ]);
  return rows[0];
}

async function auditOf(session: string): Promise<string[]> {
  const { rows } = await pool().query("SELECT action FROM audit_event WHERE subject_id = $1 ORDER BY id", [session]);
  return rows.map(({ action }) => action);
}

describe("a completion code", () => {
  it("leads researchers to its session, however it is typed, and nobody else", async () => {
    const { id, code } = await finish();
    expect(
      await findSessionIdByCode(researcher, study.id, ` ${code.toLowerCase().slice(0, 4)}-${code.slice(4)} `),
    ).toBe(id);
    for (const wrong of ["", "nonsense", "ABCDEFGHJKLM"]) {
      await expect(findSessionIdByCode(admin, study.id, wrong)).rejects.toMatchObject({
        code: "invalid",
        field: "code",
      });
    }
    for (const actor of [viewer, stranger]) {
      await expect(findSessionIdByCode(actor, study.id, code)).rejects.toMatchObject({ code: "not-found" });
      expect(await loadSessionPayment(actor, study.projectId, id)).toBeNull();
    }
    // Who saw it is on record, once an hour for each person and view.
    for (let times = 0; times < 2; times++) await loadSessionPayment(researcher, study.projectId, id);
    await findSessionIdByCode(researcher, study.id, code);
    const { rows } = await pool().query(
      `SELECT actor_id, after ->> 'view' AS view FROM audit_event
       WHERE action = 'study.view-identities' AND subject_id = $1 AND after ->> 'session' = $2 ORDER BY id`,
      [study.id, id],
    );
    expect(rows).toEqual([
      { actor_id: researcher.userId, view: "code-lookup" },
      { actor_id: researcher.userId, view: "session-code" },
    ]);
  });

  it("stands with the payment in the identified export of participants, and in no other", async () => {
    const { id, code } = await finish();
    await markPaid(researcher, id, true);
    const exported = async (level: ExportLevel) => {
      const texts: Record<string, string> = {};
      await exportStudy(study, { format: "csv", level, forSpreadsheet: false }, async ({ name, chunks }) => {
        texts[name] = "";
        for await (const chunk of chunks) texts[name] += chunk;
      });
      return texts;
    };
    const participants: Record<string, string>[] = parse((await exported("identified"))["participants.csv"] ?? "", {
      columns: true,
      bom: true,
    });
    expect(participants.find((row) => row.participant === id)).toMatchObject({
      completion_code: code,
      paid_at: expect.stringMatching(/^\d{4}-/),
    });
    for (const level of ["coded", "anonymous"] as const) {
      expect(Object.values(await exported(level)).join("\n")).not.toContain(code);
    }
  });
});

describe("a session", () => {
  it("is marked as paid once, and the mark can be revoked; each is on record", async () => {
    const { id, code } = await finish();
    await markPaid(researcher, id, true);
    await markPaid(admin, id, true);
    expect(await loadSessionPayment(researcher, study.projectId, id)).toMatchObject({
      code,
      paidAt: expect.any(Date),
      paidBy: researcher.name,
      canPay: true,
      canWithdraw: false,
    });
    await markPaid(researcher, id, false);
    expect(await loadSessionPayment(admin, study.projectId, id)).toMatchObject({ paidAt: null, canWithdraw: true });
    expect(await auditOf(id)).toEqual(["session.mark-paid", "session.mark-unpaid"]);
    for (const actor of [viewer, stranger]) {
      await expect(markPaid(actor, id, true)).rejects.toMatchObject({ code: "not-found" });
    }
  });

  it("is withdrawn, and then erased, by those who may erase; each is on record", async () => {
    const { id } = await finish();
    for (const actor of [researcher, viewer, stranger]) {
      await expect(withdrawForParticipant(actor, id, "erase")).rejects.toMatchObject({ code: "not-found" });
    }
    const answers = async () =>
      (await pool().query("SELECT answer_key FROM response WHERE session_id = $1", [id])).rows[0].answer_key;
    expect(await withdrawForParticipant(admin, id, "keep")).toBe("withdrawn");
    expect(await answers()).toBe("true");
    expect(await withdrawForParticipant(admin, id, "erase")).toBe("withdrawn");
    expect(await answers()).toBeNull();
    expect(await auditOf(id)).toEqual(["session.withdraw", "session.erase"]);
    await expect(withdrawForParticipant(admin, "no-id", "keep")).rejects.toMatchObject({ code: "not-found" });
  });
});
