import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
import { type ReleaseRequest, releaseRequestSchema } from "@/lib/domain/release/release-request.ts";
import type { ReleaseSubject } from "@/lib/domain/release/release-subject.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { openStoredArchive } from "../release/release-archive.ts";
import { listReleases, requireRelease, withdrawRelease } from "../release/release-versions.ts";
import { getReleaseState, requestRelease } from "../release/request-release.ts";
import { verifyRelease } from "../release/verify-release.ts";
import { listOutsideCopies } from "../sessions/erasure/list-copies.ts";
import { withdrawById } from "../sessions/erasure/withdraw.ts";
import { jobHandlers } from "./job-handlers.ts";

withTestDatabase();

let study: MadeStudy;
let subject: ReleaseSubject;
let researcher: Actor;
let viewer: Actor;
let stranger: Actor;
let folder = "";

const request = (version: string, options: object = {}): ReleaseRequest =>
  releaseRequestSchema.parse({
    description: {
      title: "Short stories",
      summary: "Adults judge statements.",
      version,
      published: "2026-11-27",
      changes: version === "1.0.0" ? undefined : "The data of one person were removed.",
      authors: [{ given: "Ann", family: "Example" }],
      licence: "CC-BY-4.0",
    },
    level: "coded",
    reason: "Consent covers it.",
    ...options,
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-release-job-"));
  study = await makeStudy();
  subject = { type: "study", id: study.id };
  const role = (name: "researcher" | "viewer") => makePerson({ projectId: study.projectId, role: name });
  researcher = (await role("researcher")).actor;
  viewer = (await role("viewer")).actor;
  stranger = (await makePerson({ projectId: (await makeStudy()).projectId, role: "researcher" })).actor;
  for (const explanation of ["Because it says so.", "Write to ann.lee@example.org"]) {
    const walker = await startWalker(study);
    await walkTo(walker, 4, { choice: "true" });
    await walker.post(5, { explanation });
  }
});
afterAll(() => rm(folder, { recursive: true }));

async function release(actor: Actor, asked: ReleaseRequest, isDryRun = false) {
  await requestRelease(actor, subject, asked, isDryRun);
  while (await runNextJob(jobHandlers));
  return getReleaseState(subject);
}

/** Downloads a version and unpacks it into a folder. */
async function unpack(actor: Actor, id: string, into: string): Promise<string> {
  const found = await requireRelease(actor, id);
  const bytes = Buffer.from(await new Response(openStoredArchive(found.id)).arrayBuffer());
  expect(bytes.byteLength).toBe(found.bytes);
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const path = join(folder, into, entry.fileName);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return join(folder, into, `${study.slug}-${found.version}`);
}

describe("a release in the background", () => {
  it("only checks in a dry run: each finding names the sessions of its rows", async () => {
    const state = await release(viewer, request("1.0.0", { reason: null }), true);
    expect(state).toMatchObject({ state: "done", isWritten: false, isDryRun: true });
    const { rows } = await pool().query("SELECT id FROM session WHERE study_id = $1", [study.id]);
    const sessions = rows.map(({ id }) => id);
    const findings = state?.report?.findings ?? [];
    for (const check of ["anonymity", "free text"]) {
      const found = findings.find((one) => one.check === check);
      expect(found?.rows.length, check).toBeGreaterThan(0);
      for (const { session } of found?.rows ?? []) expect(sessions).toContain(session);
    }
    expect(await listReleases(subject)).toEqual([]);
  });

  it("finds the sessions of numbered participants at the public level, too", async () => {
    const state = await release(researcher, request("1.0.0", { reason: null, level: "public" }));
    expect(state).toMatchObject({ isWritten: false });
    const found = state?.report?.findings.find(({ check }) => check === "anonymity");
    expect(found?.rows.map(({ session }) => session)).not.toContain(null);
    expect(found?.rows).toHaveLength(2);
  });

  it("stores versions with their changelog; the archive verifies", async () => {
    expect(await release(researcher, request("1.0.0"))).toMatchObject({ state: "done", isWritten: true });
    expect(await release(researcher, request("1.1.0"))).toMatchObject({ state: "done", isWritten: true });
    const versions = await listReleases(subject);
    expect(versions.map(({ version, changes }) => [version, changes])).toEqual([
      ["1.1.0", "The data of one person were removed."],
      ["1.0.0", ""],
    ]);
    const root = await unpack(viewer, versions[0]?.id ?? "", "first");
    const audited = await pool().query(
      "SELECT after FROM audit_event WHERE action = 'study.export' AND actor_id = $1",
      [viewer.userId],
    );
    expect(audited.rows).toEqual([{ after: { level: "coded", release: "1.1.0" } }]);
    expect((await verifyRelease(root)).problems).toEqual([]);
    expect(await readFile(join(root, "CHANGES.md"), "utf8")).toMatch(
      /## 1\.1\.0 \(2026-11-27\)\n\nThe data of one person were removed\.\n\n## 1\.0\.0 .*\n\nFirst release\./,
    );
  });

  it("are listed for those who erase, as copies that an erasure does not change", async () => {
    const { actor: admin } = await makePerson({ projectId: study.projectId, role: "admin" });
    const of = { studyId: study.id, kind: "release" };
    expect(await listOutsideCopies(admin)).toMatchObject([
      { ...of, name: "coded 1.1.0" },
      { ...of, name: "coded 1.0.0" },
    ]);
    expect(await listOutsideCopies(stranger)).toEqual([]);
  });

  it("refuses a version that exists, a viewer's version, identified data for viewers, and strangers", async () => {
    await expect(requestRelease(researcher, subject, request("1.0.0"), false)).rejects.toMatchObject({
      field: "version",
    });
    await expect(requestRelease(viewer, subject, request("2.0.0"), false)).rejects.toMatchObject({
      code: "not-found",
    });
    const identified = request("2.0.0", { level: "identified" });
    await expect(requestRelease(viewer, subject, identified, true)).rejects.toMatchObject({ code: "not-found" });
    await expect(requestRelease(stranger, subject, request("2.0.0"), true)).rejects.toMatchObject({
      code: "not-found",
    });
    const [newest] = await listReleases(subject);
    await expect(requireRelease(stranger, newest?.id ?? "")).rejects.toMatchObject({ code: "not-found" });
  });

  it("keeps a withdrawn version in the list and refuses its download with the reason", async () => {
    const [, first] = await listReleases(subject);
    await expect(withdrawRelease(viewer, subject, first?.id ?? "", "An error.")).rejects.toMatchObject({
      code: "not-found",
    });
    await withdrawRelease(researcher, subject, first?.id ?? "", "The key of item 3 was wrong.");
    const [, withdrawn] = await listReleases(subject);
    expect(withdrawn).toMatchObject({ version: "1.0.0", withdrawnReason: "The key of item 3 was wrong." });
    await expect(requireRelease(researcher, first?.id ?? "")).rejects.toThrow(
      "Version 1.0.0 was withdrawn: The key of item 3 was wrong.",
    );
    const { rows } = await pool().query("SELECT count(*)::int AS n FROM release_part WHERE release_id = $1", [
      first?.id,
    ]);
    expect(rows[0].n).toBe(0);
  });

  it("deletes the archives that contain a person whose data are erased", async () => {
    const { rows } = await pool().query("SELECT id FROM session WHERE study_id = $1 LIMIT 1", [study.id]);
    await withdrawById(rows[0].id, "erase");
    const versions = await listReleases(subject);
    expect(versions.map(({ withdrawnAt }) => withdrawnAt)).not.toContain(null);
    expect(versions[0]?.withdrawnReason).toMatch(/were erased/);
    const { rows: parts } = await pool().query("SELECT count(*)::int AS n FROM release_part");
    expect(parts[0].n).toBe(0);
  });
});
