import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { runNextJob } from "../../platform/jobs/run-job.ts";
import { purgeJobKind, purgeStudy, requestDuePurges } from "./purge-study.ts";
import { getRetention, readCertificate, setRetention } from "./set-retention.ts";

withTestDatabase();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function studyWithAnswers() {
  const study = await makeStudy();
  const admin = (await makePerson({ projectId: study.projectId, role: "admin" })).actor;
  const researcher = (await makePerson({ projectId: study.projectId })).actor;
  const walkers = [await startWalker(study), await startWalker(study), await startWalker(study)];
  for (const [index, walker] of walkers.entries()) await walkTo(walker, index === 2 ? 4 : 5);
  return { study, admin, researcher };
}

async function totalsOf(studyId: string) {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM session WHERE study_id = $1) AS sessions,
      (SELECT sum(count)::int FROM session_count WHERE study_id = $1 AND event = 'complete') AS complete,
      (SELECT count(*)::int FROM slot WHERE study_id = $1 AND is_done) AS done,
      (SELECT coalesce(sum(count), 0)::int FROM cell_count WHERE study_id = $1) AS cells,
      (SELECT count(*)::int FROM counted_response WHERE study_id = $1 AND is_complete) AS counted,
      (SELECT count(*)::int FROM response WHERE study_id = $1 AND answer <> '{}') AS answers,
      (SELECT count(*)::int FROM step_answer JOIN session ON session.id = session_id
       WHERE study_id = $1 AND given ? 'explanation') AS texts`,
    [studyId],
  );
  return rows[0];
}

describe("the retention of a study", () => {
  it("is set by admins at least two weeks ahead, recorded, and can be removed", async () => {
    const { study, admin, researcher } = await studyWithAnswers();
    await expect(setRetention(admin, study.id, inDays(13))).rejects.toMatchObject({ code: "invalid", field: "until" });
    await expect(setRetention(researcher, study.id, inDays(20))).rejects.toMatchObject({ code: "not-found" });
    await expect(getRetention(researcher, study.id)).rejects.toMatchObject({ code: "not-found" });
    await setRetention(admin, study.id, inDays(20));
    expect(await getRetention(admin, study.id)).toMatchObject({ until: inDays(20), setBy: admin.name });
    await setRetention(admin, study.id, null);
    expect(await getRetention(admin, study.id)).toMatchObject({ until: null, setBy: null, certificates: [] });
    const { rows } = await pool().query(
      "SELECT actor_id, before, after FROM audit_event WHERE subject_id = $1 AND action = 'study.set-retention' ORDER BY id",
      [study.id],
    );
    expect(rows).toEqual([
      { actor_id: admin.userId, before: { until: null }, after: { until: inDays(20) } },
      { actor_id: admin.userId, before: { until: inDays(20) }, after: { until: null } },
    ]);
  });

  it("ends with a purge by a job, which keeps the flow and leaves a certificate", async () => {
    const { study, admin, researcher } = await studyWithAnswers();
    await setRetention(admin, study.id, inDays(20));
    expect(await requestDuePurges()).toBe(0);
    await pool().query("UPDATE study_retention SET until = current_date - 2 WHERE study_id = $1", [study.id]);
    // While it is open, new answers would come after the purge.
    expect(await requestDuePurges()).toBe(0);
    await pool().query("UPDATE study SET status = 'closed' WHERE id = $1", [study.id]);
    const before = await totalsOf(study.id);
    expect(before).toMatchObject({ sessions: 3, complete: 2, done: 2, cells: 2, counted: 2, answers: 3, texts: 2 });
    expect(await requestDuePurges()).toBe(1);
    expect(await requestDuePurges()).toBe(1);
    while (await runNextJob({ [purgeJobKind]: purgeStudy }));
    expect(await totalsOf(study.id)).toEqual({ ...before, cells: 0, counted: 0, answers: 0, texts: 0 });
    expect(await requestDuePurges()).toBe(0);

    const { until, certificates } = await getRetention(admin, study.id);
    expect({ until, certificates: certificates.length }).toEqual({ until: null, certificates: 1 });
    const [{ id, sha256 } = { id: "", sha256: "" }] = certificates;
    const text = await readCertificate(admin, study.id, id);
    expect(createHash("sha256").update(text).digest("hex")).toBe(sha256);
    const { rows } = await pool().query("SELECT id FROM session WHERE study_id = $1 ORDER BY id", [study.id]);
    const ids = rows.map((row) => `${row.id}\n`).join("");
    expect(JSON.parse(text)).toMatchObject({
      format: "parallax-purge-certificate/1",
      study: { id: study.id },
      setBy: admin.name,
      counts: { sessions: 3, responses: 3, ids: 0 },
      sessionsSha256: createHash("sha256").update(ids).digest("hex"),
    });
    await expect(readCertificate(researcher, study.id, id)).rejects.toMatchObject({ code: "not-found" });
    const { rows: audit } = await pool().query(
      "SELECT after ->> 'sha256' AS sha256 FROM audit_event WHERE subject_id = $1 AND action = 'study.purge'",
      [study.id],
    );
    expect(audit).toEqual([{ sha256 }]);
  });
});
