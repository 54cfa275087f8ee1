import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { dataCollectionSentence, dataLockLine } from "@/lib/domain/results/plan/data-collection-state.ts";
import { countedByDefault, listReasonsNotCounted, responseStatuses } from "@/lib/domain/survey/counted-response.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, type Walker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { loadResults } from "../../results/load-results.ts";
import { readPlannedResults } from "../../results/read-planned-results.ts";
import { withdraw } from "../../sessions/erasure/withdraw.ts";
import { hashToken } from "../../sessions/session-token.ts";
import { getStudyPlan } from "../draft/study-plan.ts";
import { excludeResponse } from "../responses/exclude-response.ts";
import { moveStudy } from "../run/move-study.ts";
import { lockAllEndedData, lockEndedData } from "./lock-data.ts";
import { listDataLocks, readDataCollectionState } from "./read-data-collection-state.ts";
import { verifyLock } from "./verify-lock.ts";

withTestDatabase();

const finish = (walker: Walker, choice = "true") => walkTo(walker, 5, { choice });
const countsOf = async (actor: Actor, study: MadeStudy, data: "locked" | "current") => {
  const page = await loadResults(actor, study.id, { ...defaultResultsQuery, data });
  return page!.results.counts.reduce((sum, { count }) => sum + count, 0);
};

describe("the data lock of a study that is closed", () => {
  let study: MadeStudy;
  let actor: Actor;
  const finished: Walker[] = [];
  let holder: Walker;
  let arriving: Walker;

  beforeAll(async () => {
    study = await makeStudy({ items: 2, open: false });
    ({ actor } = await makePerson({ projectId: study.projectId, role: "researcher" }));
    await moveStudy(actor, study.id, "open");
    for (const choice of ["true", "false", "true"]) {
      const walker = await startWalker(study);
      await finish(walker, choice);
      finished.push(walker);
    }
    holder = await startWalker(study);
    await walkTo(holder, 3);
    arriving = await startWalker(study);
    await walkTo(arriving, 1);
  });

  it("is not made by a pause, and an unfinished study says how far it is", async () => {
    await moveStudy(actor, study.id, "pause");
    await moveStudy(actor, study.id, "reopen");
    expect(await listDataLocks(study.id)).toEqual([]);
    const state = await readDataCollectionState(study.id, "main", "current");
    expect(state).toMatchObject({ filled: 3, planned: 32 });
    expect(dataCollectionSentence(state)).toBe("Unfinished: 3 of 32 planned answers.");
  });

  it("waits for who holds a slot, and lets nobody claim one", async () => {
    await moveStudy(actor, study.id, "close");
    expect(await listDataLocks(study.id)).toEqual([]);
    expect(await arriving.post(2, { age: "18-29", gender: "female" })).toMatchObject({
      status: "advanced",
      stepped: { outcome: "over-quota" },
    });
    expect(await lockEndedData(study.id)).toBe(false);
    await holder.post(4, { choice: "true" });
    await pool().query(
      "UPDATE slot SET available_at = clock_timestamp() WHERE study_id = $1 AND NOT is_done AND session_id IS NOT NULL",
      [study.id],
    );
    expect(await lockAllEndedData()).toBe(1);
    expect(await listDataLocks(study.id)).toMatchObject([{ number: 1, cause: "closed", listed: 4, counted: 3 }]);
  });

  it("makes who finishes later surplus", async () => {
    expect(await holder.post(5, { explanation: "Late." })).toMatchObject({ stepped: { isSurplus: true } });
    expect(await countsOf(actor, study, "locked")).toBe(3);
  });

  it("is the SHA-256 of the sorted list, with the reasons of the one definition", async () => {
    const { rows } = await pool().query(
      `SELECT response.id, response.session_id, response.position, response.revision, response.revision_hash, session.outcome, session.is_surplus,
         listed.counted, listed.reason
       FROM data_lock_response AS listed JOIN response ON response.id = listed.response_id
       JOIN session ON session.id = response.session_id ORDER BY response.id`,
    );
    const list = rows.map((row) => dataLockLine({ ...row, revisionHash: row.revision_hash })).join("");
    const [lock] = await listDataLocks(study.id);
    expect(createHash("sha256").update(list).digest("hex")).toBe(lock!.sha256);
    expect(rows.map(({ reason }) => reason).sort()).toEqual(["", "", "", "incomplete"]);
    const standings = responseStatuses(
      rows.map((row) => ({
        ...row,
        stage: "main",
        sessionId: row.session_id,
        // The late session was completed after the lock, which keeps its former state.
        session: { outcome: row.is_surplus ? null : row.outcome, isSurplus: false, isErased: false },
        isOpenStratum: false,
        exclusions: [],
      })),
    );
    for (const { id, reason } of rows)
      expect(listReasonsNotCounted(standings.get(id)!, countedByDefault("main"))[0] ?? "").toBe(reason);
    expect(await verifyLock(study.id)).toMatchObject({ isIntact: true, changed: [] });
    await expect(pool().query("UPDATE data_lock SET counted = 9")).rejects.toThrow("never changes");
  });

  it("keeps later exclusions out of the locked data, and shows them in the data as they are now", async () => {
    const { rows } = await pool().query(
      "SELECT response.id FROM response JOIN session ON session.id = session_id WHERE token_hash = $1",
      [hashToken(finished[0]!.token)],
    );
    await excludeResponse(actor, rows[0].id, { reason: "gibberish" });
    expect(await countsOf(actor, study, "locked")).toBe(3);
    expect(await countsOf(actor, study, "current")).toBe(2);
  });

  it("can still be verified after an erasure, which takes the answers out of the locked data", async () => {
    await withdraw(hashToken(finished[1]!.token), "erase");
    const [lock] = await listDataLocks(study.id);
    expect(lock).toMatchObject({ counted: 3, leftSince: 1 });
    expect(await countsOf(actor, study, "locked")).toBe(2);
    expect(await verifyLock(study.id)).toMatchObject({ isIntact: true, changed: [] });
    const { rows } = await pool().query("SELECT revision_salt, revision_hash FROM response WHERE revision_salt = ''");
    expect(rows).toEqual([{ revision_salt: "", revision_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const state = await readDataCollectionState(study.id, "main", "locked");
    expect(dataCollectionSentence(state)).toMatch(/^Data as locked on .*; 1 response erased since\.$/);
  });

  it("is followed by another one when the study was reopened, with a reason, and later answers stay out of the first", async () => {
    await expect(moveStudy(actor, study.id, "reopen", " ")).rejects.toMatchObject({ field: "reason" });
    await moveStudy(actor, study.id, "reopen", "A reviewer asks for more people.");
    const commitment = await getStudyPlan(actor, study.id);
    expect(commitment?.freezes).toMatchObject([
      { number: 1, kind: "protocol" },
      { number: 2, kind: "reopening", reason: "A reviewer asks for more people.", hasData: true, changes: [] },
    ]);
    await finish(await startWalker(study));
    expect(await countsOf(actor, study, "locked")).toBe(2);
    expect(await countsOf(actor, study, "current")).toBe(2);
    await moveStudy(actor, study.id, "close");
    expect(await listDataLocks(study.id)).toMatchObject([{ number: 1 }, { number: 2, listed: 5 }]);
    const planned = await readPlannedResults(actor, study.id, null, null);
    expect(planned?.choice.data).toBe("locked");
  });

  it("finds a revision that was changed", async () => {
    await pool().query("UPDATE response SET answer_key = 'false' WHERE study_id = $1 AND answer_key = 'true'", [
      study.id,
    ]);
    expect((await verifyLock(study.id))?.changed.length).toBeGreaterThan(0);
    await pool().query("UPDATE response SET revision_hash = revision_hash_of(response) WHERE study_id = $1", [
      study.id,
    ]);
    expect(await verifyLock(study.id)).toMatchObject({ isIntact: false, changed: [] });
  });
});

describe("the data lock of other studies", () => {
  it("is made when the last slot is filled", async () => {
    const study = await makeStudy({ items: 2, design: { strata: [{ key: "all", label: "All", criteria: {} }] } });
    const { rows } = await pool().query(
      "SELECT count(*)::int AS n FROM slot JOIN stratum ON stratum.id = stratum_id AND NOT is_open WHERE slot.study_id = $1",
      [study.id],
    );
    for (let person = 0; person < rows[0].n; person += 1) await finish(await startWalker(study));
    expect(await listDataLocks(study.id)).toMatchObject([{ cause: "full", counted: rows[0].n, lockedBy: null }]);
  });

  it("is made at the upgrade where the study was closed before", async () => {
    const study = await makeStudy({ items: 2 });
    await finish(await startWalker(study));
    // As the migration finds it and leaves it behind.
    await pool().query("UPDATE study SET status = 'closed', closed_at = now(), end_cause = 'upgrade' WHERE id = $1", [
      study.id,
    ]);
    expect(await lockAllEndedData()).toBe(1);
    const state = await readDataCollectionState(study.id, "main", "locked");
    expect(state.locks).toMatchObject([{ cause: "upgrade", counted: 1, lockedBy: null }]);
    expect(dataCollectionSentence(state)).toContain("made by the upgrade");
  });
});
