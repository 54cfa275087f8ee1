import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { createTestDatabase } from "@/prisma/test-database.ts";
import { ensureApplicationRole } from "../../supervisor/application-role.ts";
import { jobHandlers } from "../background/job-handlers.ts";
import type { Actor } from "../platform/access/access.ts";
import { closePool, pool } from "../platform/database/pool.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { withdrawById } from "../sessions/erasure/withdraw.ts";
import { getArchiveExport, openProjectArchive, requestArchive } from "./request-archive.ts";
import { getArchiveImport, requestArchiveImport } from "./request-import.ts";

withTestDatabase();

const key = "0".repeat(64);
let study: MadeStudy;
let admin: Actor;
let researcher: Actor;

beforeAll(async () => {
  study = await makeStudy();
  admin = (await makePerson({ projectId: study.projectId, role: "admin" })).actor;
  researcher = (await makePerson({ projectId: study.projectId, role: "researcher" })).actor;
  for (const choice of ["true", "false"]) await walkTo(await startWalker(study), 5, { choice });
  await pool().query(
    `INSERT INTO entry_identity (session_id, study_id, source, external_id, compared_id)
     SELECT id, study_id, 'prolific', id::text, id::text FROM session`,
  );
});

const runJobs = async () => {
  while (await runNextJob(jobHandlers));
};
const partCount = async () => (await pool().query("SELECT count(*)::int AS n FROM upload_part")).rows[0].n;
const toBody = (bytes: Buffer) => Readable.toWeb(Readable.from([bytes])) as ReadableStream<Uint8Array>;

async function exportArchive(): Promise<Buffer> {
  await requestArchive(admin, study.projectId, key);
  await runJobs();
  const exported = await getArchiveExport(admin, study.projectId);
  expect(exported).toMatchObject({ state: "done", problem: "", file: { name: expect.stringMatching(/\.zip$/) } });
  const { stream, bytes } = await openProjectArchive(admin, study.projectId);
  const archive = await buffer(stream);
  expect(archive).toHaveLength(bytes);
  return archive;
}

it("writes an archive in the background for administrators only, one at a time, with a record", async () => {
  for (const refused of [
    requestArchive(researcher, study.projectId, ""),
    getArchiveExport(researcher, study.projectId),
    openProjectArchive(researcher, study.projectId),
    openProjectArchive(admin, study.projectId),
  ])
    await expect(refused).rejects.toMatchObject({ code: "not-found" });
  await expect(requestArchive(admin, study.projectId, "short")).rejects.toMatchObject({ field: "sharedKey" });
  expect(await getArchiveExport(admin, study.projectId)).toBeNull();
  await requestArchive(admin, study.projectId, "");
  await expect(requestArchive(admin, study.projectId, "")).rejects.toMatchObject({ code: "conflict" });
  await runJobs();

  await exportArchive();
  const { rows } = await pool().query("SELECT count(DISTINCT upload_id)::int AS n FROM upload_part");
  expect(rows).toEqual([{ n: 1 }]);
  const jobs = await pool().query("SELECT * FROM job");
  expect(JSON.stringify(jobs.rows)).not.toContain(key);
  const matches = await pool().query("SELECT count(*)::int AS n FROM person_match");
  expect(matches.rows).toEqual([{ n: 2 }]);
  const events = await pool().query("SELECT action FROM audit_event WHERE subject_type = 'project' ORDER BY id DESC");
  expect(events.rows.slice(0, 3).map(({ action }) => action)).toEqual([
    "project.download-archive",
    "project.archive",
    "project.request-archive",
  ]);
});

it("imports an uploaded archive with the application's account, and deletes the upload", async () => {
  const archive = await exportArchive();
  const earlier = process.env.DATABASE_URL as string;
  const other = await createTestDatabase();
  await closePool();
  process.env.DATABASE_URL = await ensureApplicationRole(other.connectionString);
  try {
    const { actor: owner, userId } = await makePerson({ isOwner: true });
    const { actor: nobody } = await makePerson({});
    await expect(requestArchiveImport(nobody, { slug: "", fileName: "a.zip" }, toBody(archive))).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(getArchiveImport(nobody)).rejects.toMatchObject({ code: "not-found" });
    expect(await getArchiveImport(owner)).toBeNull();

    await requestArchiveImport(owner, { slug: "from-elsewhere", fileName: "a.zip" }, toBody(archive));
    await expect(requestArchiveImport(owner, { slug: "", fileName: "a.zip" }, toBody(archive))).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await partCount()).toBeGreaterThan(0);
    await runJobs();
    expect(await getArchiveImport(owner)).toMatchObject({
      state: "done",
      problem: "",
      result: { projectId: study.projectId, slug: "from-elsewhere", erased: 0 },
    });
    expect(await partCount()).toBe(0);
    const { rows } = await pool().query(
      "SELECT role, (SELECT count(*)::int FROM response) AS answers FROM membership WHERE user_id = $1",
      [userId],
    );
    expect(rows).toEqual([{ role: "admin", answers: 2 }]);

    await requestArchiveImport(owner, { slug: "again", fileName: "a.zip" }, toBody(archive));
    await runJobs();
    expect(await getArchiveImport(owner)).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("is already in this installation"),
    });
    await requestArchiveImport(owner, { slug: "", fileName: "a.zip" }, toBody(Buffer.from("no archive")));
    await runJobs();
    expect(await getArchiveImport(owner)).toMatchObject({
      state: "failed",
      problem: expect.stringMatching(/^a\.zip is not a valid project archive/),
    });
    expect(await partCount()).toBe(0);
  } finally {
    await closePool();
    process.env.DATABASE_URL = earlier;
    await other.drop();
  }
});

it("deletes the stored archive when a participant is erased", async () => {
  await exportArchive();
  expect(await partCount()).toBeGreaterThan(0);
  const { rows } = await pool().query("SELECT id FROM session LIMIT 1");
  await withdrawById(rows[0].id, "erase");
  expect(await partCount()).toBe(0);
  expect(await getArchiveExport(admin, study.projectId)).toMatchObject({ state: "done", file: null });
  await expect(openProjectArchive(admin, study.projectId)).rejects.toMatchObject({ code: "not-found" });
});
