import { expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, type Walker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { withdraw } from "../../sessions/erasure/withdraw.ts";
import { hashToken } from "../../sessions/session-token.ts";
import { getStudy } from "../get-study.ts";
import { excludeResponse } from "../responses/exclude-response.ts";
import { restoreResponse } from "../responses/restore-response.ts";
import { closeFullStudy } from "../run/close-full-study.ts";
import { getLiveFigures } from "../run/get-live-figures.ts";
import { moveStudy } from "../run/move-study.ts";
import { topUpStudy } from "../run/top-up-study.ts";
import { getStudyNotices, loadStudyFlow } from "./load-study-flow.ts";

withTestDatabase();

it("counts everybody by condition, closes when the last slot is filled, and takes in one more for each excluded session", async () => {
  const study = await makeStudy({
    items: 1,
    design: {
      strata: [{ key: "all", label: "All", criteria: {} }],
      openStratum: false,
      factors: [{ name: "story", levels: ["story", "no-story"] }],
      perStratumItem: 2,
    },
  });
  const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
  const declining = await startWalker(study);
  await declining.post(0, { consent: "no" });
  const leaving = await startWalker(study);
  await walkTo(leaving, 3);
  await withdraw(hashToken(leaving.token), "keep");
  await walkTo(await startWalker(study), 5);
  expect(await getStudy(actor, study.id)).toMatchObject({ status: "open" });
  const last = await startWalker(study);
  const late = await startWalker(study);
  await walkTo(last, 5);
  const flow = (await loadStudyFlow(actor, study.id))?.stored?.document;
  expect(flow?.consort).toMatchObject({
    arrived: 5,
    before: [
      { reason: "Did not consent", count: 1 },
      { reason: "In progress before the items", count: 1 },
    ],
    assigned: 3,
  });
  expect(flow?.consort.arms.map(({ label }) => label)).toEqual(["no-story", "story"]);
  expect(flow?.consort.arms.reduce((sum, arm) => sum + arm.finished, 0)).toBe(2);

  const { rows } = await pool().query("SELECT status FROM study WHERE id = $1", [study.id]);
  expect(rows).toEqual([{ status: "closed" }]);
  const closing = await db().auditEvent.findFirst({ where: { subjectId: study.id, action: "study.close" } });
  expect(closing).toMatchObject({ actorId: null, reason: "Every slot is filled." });
  await expect(startWalker(study)).rejects.toThrow("not-open");
  // A participant in progress gets the full-study notice.
  expect(await walkTo(late, 2)).toMatchObject({ stepped: { outcome: "over-quota" } });

  expect(await topUpStudy(actor, study.id)).toBe(0);
  await pool().query(
    `INSERT INTO exclusion (id, response_id, reason, created_by_id)
     SELECT gen_random_uuid(), response.id, 'duplicate', $2 FROM response WHERE study_id = $1 ORDER BY saved_at LIMIT 1`,
    [study.id, actor.userId],
  );
  expect((await loadStudyFlow(actor, study.id))?.stored?.document.lacking).toBe(1);
  expect(await topUpStudy(actor, study.id)).toBe(1);
  expect(await topUpStudy(actor, study.id)).toBe(0);
  await moveStudy(actor, study.id, "reopen", "More people are needed.");
  expect(await getStudyNotices(actor, study.id)).toEqual([]);
  expect(await walkTo(await startWalker(study), 5)).toMatchObject({
    stepped: { outcome: "complete", isSurplus: false },
  });
  const live = await getLiveFigures(actor, study.id);
  expect(live?.cells.map(({ filled }) => filled)).toEqual([1, 1]);
  expect(live?.strata.map(({ answers }) => answers)).toEqual([2]);
  const counted = await pool().query(
    `SELECT count(*)::int AS n FROM counted_response WHERE study_id = $1 AND is_complete AND NOT is_surplus AND NOT is_excluded
     GROUP BY condition_id`,
    [study.id],
  );
  expect(counted.rows).toEqual([{ n: 1 }, { n: 1 }]);

  // Taken back, the exclusion leaves one answer more than was wanted.
  const excluded = await pool().query("SELECT response_id FROM exclusion");
  await restoreResponse(actor, excluded.rows[0].response_id);
  const restored = await getLiveFigures(actor, study.id);
  expect(restored?.cells.map(({ filled }) => filled).sort()).toEqual([1, 2]);
  expect(restored?.strata.map(({ answers }) => answers)).toEqual([3]);
});

/** Walks someone through a study of two items a session, to the end. */
async function takeTwoItems(study: MadeStudy): Promise<Walker> {
  const walker = await startWalker(study);
  await walkTo(walker, 2);
  const item: Record<string, string>[] = [{}, { choice: "true" }, { explanation: "So." }];
  for (let screen = 3; screen < 9; screen += 1) await walker.post(screen, item[screen % 3] ?? {});
  return walker;
}

it("asks all items again for a session with some excluded answers, and counts of the new answers what is missing", async () => {
  const study = await makeStudy({
    items: 2,
    design: {
      strata: [{ key: "all", label: "All", criteria: {} }],
      openStratum: false,
      factors: [],
      perStratumItem: 1,
      itemsPerSession: 2,
    },
  });
  const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
  const standing = async () => {
    const { rows } = await pool().query(
      `SELECT is_excluded FROM counted_response WHERE study_id = $1 AND is_complete AND is_newest AND NOT is_surplus
       ORDER BY saved_at, position`,
      [study.id],
    );
    const live = await getLiveFigures(actor, study.id);
    const marks = rows.map(({ is_excluded }) => (is_excluded ? "out" : "in"));
    return {
      marks,
      filled: live?.cells.map(({ filled }) => filled),
      strata: live?.strata.map(({ answers }) => answers),
    };
  };
  const first = await takeTwoItems(study);
  const answers = await db().response.findMany({ where: { studyId: study.id }, orderBy: { position: "asc" } });
  await excludeResponse(actor, answers[1]?.id ?? "", { reason: "technical" });
  // An excluded answer keeps its cell filled until someone is asked to make up for it.
  expect(await standing()).toEqual({ marks: ["in", "out"], filled: [1, 1], strata: [2] });
  expect((await loadStudyFlow(actor, study.id))?.stored?.document.lacking).toBe(1);
  expect(await topUpStudy(actor, study.id)).toBe(1);
  expect((await standing()).strata).toEqual([1]);
  expect(await topUpStudy(actor, study.id)).toBe(0);
  await moveStudy(actor, study.id, "reopen", "More people are needed.");
  await takeTwoItems(study);
  expect(await standing()).toEqual({ marks: ["in", "out", "out", "in"], filled: [1, 1], strata: [2] });
  const [mark] = await db().exclusion.findMany({ where: { reason: "not-needed" } });
  expect(mark).toMatchObject({ createdById: actor.userId, revokedAt: null });
  expect((await loadStudyFlow(actor, study.id))?.stored?.document.lacking).toBe(0);

  // What was not needed comes back when the earlier answer goes, without anyone being asked again.
  await excludeResponse(actor, answers[0]?.id ?? "", { reason: "technical" });
  expect((await loadStudyFlow(actor, study.id))?.stored?.document.lacking).toBe(1);
  expect(await topUpStudy(actor, study.id)).toBe(0);
  expect(await standing()).toEqual({ marks: ["out", "out", "in", "in"], filled: [1, 1], strata: [2] });
  await withdraw(hashToken(first.token), "keep");
  expect(await standing()).toEqual({ marks: ["in", "in"], filled: [1, 1], strata: [2] });
});

it("counts answers that were not needed once the participant whose answers counted withdraws", async () => {
  const study = await makeStudy({
    items: 2,
    design: {
      ...oneSlot,
      strata: [{ key: "all", label: "All", criteria: {} }],
      openStratum: false,
      itemsPerSession: 2,
    },
  });
  const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
  const first = await takeTwoItems(study);
  const one = await db().response.findFirst({ where: { studyId: study.id }, orderBy: { position: "asc" } });
  await excludeResponse(actor, one?.id ?? "", { reason: "technical" });
  await topUpStudy(actor, study.id);
  await moveStudy(actor, study.id, "reopen", "More people are needed.");
  await takeTwoItems(study);
  await withdraw(hashToken(first.token), "erase");
  const { rows } = await pool().query(
    "SELECT position, is_excluded FROM counted_response WHERE study_id = $1 AND is_complete ORDER BY position",
    [study.id],
  );
  expect(rows).toEqual([
    { position: 0, is_excluded: false },
    { position: 1, is_excluded: false },
  ]);
  expect((await getLiveFigures(actor, study.id))?.cells.map(({ filled }) => filled)).toEqual([1, 1]);
});

const oneSlot = {
  strata: [{ key: "women", label: "Women", criteria: { gender: "female" } }],
  openStratum: true,
  factors: [],
  perStratumItem: 1,
};

it("stays open for people outside its groups when somebody reopens it full, until it is closed", async () => {
  const study = await makeStudy({ items: 1, design: oneSlot });
  const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
  await walkTo(await startWalker(study), 5, { gender: "female" });
  expect(await getStudy(actor, study.id)).toMatchObject({ status: "closed" });
  await moveStudy(actor, study.id, "reopen", "More people are needed.");
  for (let person = 0; person < 2; person += 1) await walkTo(await startWalker(study), 5, { gender: "male" });
  expect(await getStudy(actor, study.id)).toMatchObject({ status: "open" });
  expect((await getStudyNotices(actor, study.id)).map(({ text }) => text)).toEqual([
    expect.stringContaining("stays open for people outside quotas"),
  ]);
  expect(await moveStudy(actor, study.id, "close")).toBe("closed");
});

it("is not closed when slots are added in the moment in which it was full", async () => {
  const study = await makeStudy({ items: 1, design: oneSlot });
  await pool().query("UPDATE slot SET is_done = true WHERE study_id = $1", [study.id]);
  const adding = await pool().connect();
  try {
    await adding.query("BEGIN");
    await adding.query("SELECT FROM study WHERE id = $1 FOR UPDATE", [study.id]);
    const closing = closeFullStudy(study.id);
    let waits = false;
    while (!waits) {
      const { rowCount } = await pool().query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      waits = rowCount === 1;
    }
    await adding.query(
      `INSERT INTO slot (study_id, stratum_id, ordinal, queue_position, replaces_slot_id)
       SELECT study_id, stratum_id, ordinal + 1, ordinal + 1, id FROM slot WHERE study_id = $1`,
      [study.id],
    );
    await adding.query("COMMIT");
    expect(await closing).toBe(false);
  } finally {
    adding.release();
  }
  expect(await closeFullStudy(study.id)).toBe(false);
  await pool().query("UPDATE slot SET is_done = true WHERE study_id = $1", [study.id]);
  expect(await closeFullStudy(study.id)).toBe(true);
});
