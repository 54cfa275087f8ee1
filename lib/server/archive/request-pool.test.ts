import { expect, it } from "vitest";
import { describePooled, type PooledStudies } from "@/lib/domain/results/sites/describe-pooled.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { jobHandlers } from "../background/job-handlers.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { getPoolState, listOtherSites, requestPool } from "./request-pool.ts";

withTestDatabase();

const key = "0".repeat(64);

/** A study of one stimulus, answered by a person for each choice; the first person takes part at every site. */
async function site(choices: readonly string[]): Promise<MadeStudy> {
  const study = await makeStudy({
    items: 1,
    design: {
      strata: [{ key: "all", label: "All", criteria: {} }],
      openStratum: false,
      factors: [],
      perStratumItem: 20,
    },
  });
  for (const choice of choices) await walkTo(await startWalker(study), 5, { choice });
  await pool().query(
    `INSERT INTO entry_identity (session_id, study_id, source, external_id, compared_id)
     SELECT id, study_id, 'prolific', named, named FROM (
       SELECT id, study_id, CASE row_number() OVER (ORDER BY started_at) WHEN 1 THEN 'same' ELSE id::text END AS named
       FROM session WHERE study_id = $1) AS people`,
    [study.id],
  );
  return study;
}

it("pools studies of several projects in the background, for users who may read all of them", async () => {
  const own = await site(["true", "true", "false", "true"]);
  const other = await site(["false", "true", "true", "false"]);
  const different = await makeStudy({ items: 2 });
  const { actor: reader, userId } = await makePerson({ projectId: own.projectId, role: "researcher" });
  expect(await listOtherSites(reader, own.id)).toEqual([]);
  await expect(requestPool(reader, own.id, [other.id], "")).rejects.toMatchObject({ code: "not-found" });

  const actor: Actor = {
    ...reader,
    memberships: [...reader.memberships, { projectId: other.projectId, role: "viewer" }],
  };
  expect((await listOtherSites(actor, own.id)).map(({ id }) => id)).toEqual([other.id]);
  await expect(requestPool(actor, own.id, [], "")).rejects.toMatchObject({ field: "others" });
  await expect(requestPool(actor, own.id, [other.id], "short")).rejects.toMatchObject({ field: "sharedKey" });
  await expect(requestPool(actor, other.id, [own.id], "")).rejects.toMatchObject({ code: "not-found" });
  expect(await getPoolState(actor, own.id)).toBeNull();

  await requestPool(actor, own.id, [other.id], key);
  await expect(requestPool(actor, own.id, [other.id], key)).rejects.toMatchObject({ code: "conflict" });
  expect(JSON.stringify((await pool().query("SELECT payload FROM job")).rows)).not.toContain(key);
  while (await runNextJob(jobHandlers));
  const state = await getPoolState(actor, own.id);
  expect(state).toMatchObject({ state: "done", problem: "", sites: [expect.any(String), expect.any(String)] });
  const report = state?.report as PooledStudies;
  expect(report.sites.map(({ people }) => people)).toEqual([4, 3]);
  expect(report.overlap).toBe("One person took part at several sites and counts at the first only.");
  expect(describePooled(report).join("\n")).toContain("Status: interim, data not locked.");
  expect((await pool().query("SELECT FROM job WHERE payload ? 'key'")).rowCount).toBe(0);
  // The result has data of the other study, which not every reader of this study may see.
  expect(await getPoolState(reader, own.id)).toBeNull();
  const { rows } = await pool().query(
    "SELECT action, actor_id AS actor FROM audit_event WHERE subject_id = ANY($1) AND action IN ('study.pool', 'study.look') ORDER BY id",
    [[own.id, other.id]],
  );
  expect(rows).toEqual(["study.pool", "study.look", "study.look"].map((action) => ({ action, actor: userId })));

  const third: Actor = {
    ...actor,
    memberships: [...actor.memberships, { projectId: different.projectId, role: "viewer" }],
  };
  await requestPool(third, own.id, [different.id], key);
  while (await runNextJob(jobHandlers));
  expect((await pool().query("SELECT FROM job WHERE payload ? 'key'")).rowCount).toBe(0);
  expect(await getPoolState(third, own.id)).toMatchObject({
    state: "failed",
    report: null,
    problem: expect.any(String),
  });
});
