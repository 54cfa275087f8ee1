import { describe, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { withdrawForParticipant } from "../manage-session.ts";
import { hashToken } from "../session-token.ts";
import { eraseFoundSessions } from "./erase-found.ts";
import { getErasureConfirmation, setErasureConfirmation } from "./erasure-confirmation.ts";
import { decideErasure, listErasureRequests } from "./erasure-requests.ts";
import { withdraw } from "./withdraw.ts";

withTestDatabase();

async function confirmedProject() {
  const study = await makeStudy();
  const { projectId } = study;
  const [ada, ben, researcher] = await Promise.all(
    (["admin", "admin", "researcher"] as const).map(async (role) => (await makePerson({ projectId, role })).actor),
  );
  if (!ada || !ben || !researcher) throw new Error("three people were made");
  await setErasureConfirmation(ada, projectId, true);
  const finish = async () => {
    const walker = await startWalker(study);
    await walkTo(walker, 5);
    const { rows } = await pool().query("SELECT id FROM session WHERE token_hash = $1", [hashToken(walker.token)]);
    return { id: rows[0].id as string, token: walker.token };
  };
  return { study, projectId, ada, ben, researcher, finish };
}

async function textsOf(session: string): Promise<number> {
  const { rows } = await pool().query(
    "SELECT count(*)::int AS texts FROM step_answer WHERE session_id = $1 AND given ? 'explanation'",
    [session],
  );
  return rows[0].texts;
}

async function actionsAbout(subject: string): Promise<unknown[]> {
  const { rows } = await pool().query(
    "SELECT actor_id AS actor, action, reason FROM audit_event WHERE subject_id = $1 ORDER BY id",
    [subject],
  );
  return rows;
}

describe("an erasure that a second person must confirm", () => {
  it("waits for another admin, who erases with it every note about it", async () => {
    const { ada, ben, researcher, finish, projectId } = await confirmedProject();
    const { id } = await finish();
    await expect(withdrawForParticipant(ada, id, "erase")).rejects.toMatchObject({ code: "conflict" });
    await expect(eraseFoundSessions(ada, [id], " ", null)).rejects.toMatchObject({ code: "invalid", field: "reason" });
    for (let times = 0; times < 2; times += 1)
      expect(await eraseFoundSessions(ada, [id], "Asked by letter.", projectId)).toEqual({ erased: 0, requested: 1 });
    expect(await textsOf(id)).toBe(1);
    expect(await listErasureRequests(ada, null)).toMatchObject([
      { session: { id, requestedAt: expect.any(Date) }, reason: "Asked by letter.", isOwn: true },
    ]);
    expect(await listErasureRequests(ben, projectId)).toMatchObject([{ requestedBy: ada.name, isOwn: false }]);
    expect(await listErasureRequests(researcher, null)).toEqual([]);

    for (const decision of ["confirm", "decline"] as const) {
      await expect(decideErasure(ada, id, decision, null)).rejects.toMatchObject({ code: "forbidden" });
      await expect(decideErasure(researcher, id, decision, null)).rejects.toMatchObject({ code: "not-found" });
      await expect(decideErasure(installation, id, decision, null)).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await textsOf(id)).toBe(1);
    await decideErasure(ben, id, "confirm", null);
    expect(await textsOf(id)).toBe(0);
    expect(await listErasureRequests(ben, null)).toEqual([]);
    expect(await actionsAbout(id)).toEqual([
      { actor: ada.userId, action: "session.request-erasure", reason: null },
      { actor: ben.userId, action: "session.erase", reason: null },
    ]);
    await expect(decideErasure(ben, id, "confirm", null)).rejects.toMatchObject({ code: "not-found" });
  });

  it("can be declined, which changes nothing, and requested again", async () => {
    const { ada, ben, finish } = await confirmedProject();
    const { id } = await finish();
    await eraseFoundSessions(ada, [id], "A mistake.", null);
    await decideErasure(ben, id, "decline", null);
    expect(await textsOf(id)).toBe(1);
    expect(await listErasureRequests(ben, null)).toEqual([]);
    expect(await actionsAbout(id)).toEqual([
      { actor: ada.userId, action: "session.request-erasure", reason: "A mistake." },
      { actor: ben.userId, action: "session.decline-erasure", reason: null },
    ]);
    await eraseFoundSessions(ben, [id], "No mistake.", null);
    await decideErasure(ada, id, "confirm", null);
    expect(await textsOf(id)).toBe(0);
  });

  it("is not needed by participants, whose own erasure ends the request", async () => {
    const { ada, finish } = await confirmedProject();
    const { id, token } = await finish();
    await eraseFoundSessions(ada, [id], "Asked by letter.", null);
    expect(await withdraw(hashToken(token), "erase")).toBe("withdrawn");
    expect(await textsOf(id)).toBe(0);
    expect(await listErasureRequests(ada, null)).toEqual([]);
  });

  it("is set by admins, and stays while requests wait, so that no one erases alone", async () => {
    const { ada, ben, researcher, finish, projectId } = await confirmedProject();
    const { id } = await finish();
    await eraseFoundSessions(ada, [id], "Asked by letter.", null);
    await expect(setErasureConfirmation(ada, projectId, false)).rejects.toMatchObject({ code: "conflict" });
    await expect(setErasureConfirmation(researcher, projectId, false)).rejects.toMatchObject({ code: "not-found" });
    await decideErasure(ben, id, "decline", null);
    await setErasureConfirmation(ada, projectId, false);
    expect(await getErasureConfirmation(ben, projectId)).toBe(false);
    expect(await actionsAbout(projectId)).toMatchObject([
      { actor: ada.userId, action: "project.confirm-erasures" },
      { actor: ada.userId, action: "project.confirm-erasures" },
    ]);
    expect(await eraseFoundSessions(ada, [id], "", null)).toEqual({ erased: 1, requested: 0 });
  });
});
