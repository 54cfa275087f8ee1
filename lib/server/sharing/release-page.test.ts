import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as getArchive } from "@/app/api/v1/public-releases/[release]/archive/route.ts";
import { GET as getFile } from "@/app/api/v1/public-releases/[release]/files/[file]/route.ts";
import type { ReleaseRequest } from "@/lib/domain/release/release-request.ts";
import { releaseRequestSchema } from "@/lib/domain/release/release-request.ts";
import type { ReleaseSubject } from "@/lib/domain/release/release-subject.ts";
import { summarizeResults } from "@/lib/domain/results/sharing/results-summary.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { withTemporaryFolder } from "../platform/files/temporary-folder.ts";
import { listReleases, withdrawRelease } from "../release/release-versions.ts";
import { listInterimViews } from "../studies/interim-views.ts";
import { loadSharedResults } from "./load-shared-results.ts";
import { viewerOfProject } from "./open-shared-view.ts";
import { openReleasePage, setReleasePage } from "./release-page.ts";
import { writeVersion } from "./write-version.ts";

withTestDatabase();

const someone = new Headers({ "x-forwarded-for": "203.0.113.8" });
const open = (id: string) => openReleasePage(id, someone);

/** The statuses of the downloads of a version: its archive and a figure. */
async function statusesOf(release: string): Promise<number[]> {
  const request = new Request(`http://localhost/api/v1/public-releases/${release}`);
  const archive = await getArchive(request, { params: Promise.resolve({ release }) });
  await archive.body?.cancel();
  const figure = await getFile(request, { params: Promise.resolve({ release, file: "headline.svg" }) });
  return [archive.status, figure.status];
}

describe("the public page of a release", () => {
  let study: MadeStudy;
  let subject: ReleaseSubject;
  let actor: Actor;
  let viewer: Actor;
  let stranger: Actor;

  async function makeVersion(level: ReleaseRequest["level"], version: string): Promise<string> {
    const id = randomUUID();
    const request = releaseRequestSchema.parse({
      level,
      description: {
        title: "Adults and statements",
        summary: "Adults judge statements.",
        version,
        published: "2026-05-31",
        authors: [{ given: "Ann", family: "Example" }],
        licence: "CC-BY-4.0",
      },
      reason: "A test.",
    });
    const { projectId, slug } = study;
    await withTemporaryFolder((folder) =>
      writeVersion(
        { type: "study", id: study.id, projectId, slug, name: "A study" },
        join(folder, "release"),
        { releaseId: id, request, actorId: null, isDryRun: false },
        () => undefined,
      ),
    );
    return id;
  }

  beforeAll(async () => {
    study = await makeStudy({ items: 2 });
    subject = { type: "study", id: study.id };
    actor = (await makePerson({ projectId: study.projectId, role: "researcher" })).actor;
    viewer = (await makePerson({ projectId: study.projectId, role: "viewer" })).actor;
    stranger = (await makePerson({})).actor;
    await walkTo(await startWalker(study), 5, { choice: "true" });
  });

  it("is off until a researcher of the project publishes it, and is found no more when it is removed", async () => {
    const id = await makeVersion("public", "1.0.0");
    expect(await open(id)).toBeNull();
    for (const one of [viewer, stranger])
      await expect(setReleasePage(one, subject, id, true)).rejects.toMatchObject({ code: "not-found" });
    await setReleasePage(actor, subject, id, true);
    const page = await open(id);
    expect(page).toMatchObject({ version: "1.0.0", withdrawnAt: null, others: [] });
    expect(page!.results).toMatchObject({ of: "study", summary: { answers: 1 } });
    expect((await listReleases(subject))[0]!.pageSince).toBeInstanceOf(Date);
    expect(await listInterimViews(study.id)).toMatchObject([{ by: "public page of version 1.0.0", openings: 1 }]);
    expect(await statusesOf(id)).toEqual([200, 200]);
    await setReleasePage(actor, subject, id, false);
    expect(await open(id)).toBeNull();
    expect(await statusesOf(id)).toEqual([404, 404]);
    const { rows } = await pool().query(
      "SELECT action FROM audit_event WHERE subject_id = $1 AND action LIKE '%release-page' ORDER BY id",
      [study.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(["study.publish-release-page", "study.remove-release-page"]);
  });

  it("shows the results of its version after the data have changed", async () => {
    const now = async () => {
      const access = { studyId: study.id, actor: viewerOfProject(study.projectId), isBlinded: false };
      const { page, prepared, flow, methods } = (await loadSharedResults(access))!;
      return { of: "study", summary: summarizeResults(page, prepared), flow, methods };
    };
    const headlineOf = async (release: string) => {
      const request = new Request(`http://localhost/api/v1/public-releases/${release}/files/totals.csv`);
      const response = await getFile(request, { params: Promise.resolve({ release, file: "totals.csv" }) });
      return response.text();
    };
    const first = await makeVersion("public", "1.2.0");
    await setReleasePage(actor, subject, first, true);
    const before = await now();
    // The stored JSON has the same values as the page at the time of the release.
    expect((await open(first))!.results).toMatchObject(before);
    const file = await headlineOf(first);
    await walkTo(await startWalker(study), 5, { choice: "false" });
    const after = await now();
    expect(after.summary.answers).toBe(before.summary.answers + 1);
    expect((await open(first))!.results).toMatchObject(before);
    expect(await headlineOf(first)).toBe(file);
    const second = await makeVersion("public", "1.3.0");
    await setReleasePage(actor, subject, second, true);
    expect((await open(second))!.results).toMatchObject(after);
    expect(await headlineOf(second)).not.toBe(file);
    for (const one of [first, second]) await setReleasePage(actor, subject, one, false);
  });

  it("has no results if the version was written before results were stored", async () => {
    const id = await makeVersion("public", "1.4.0");
    await setReleasePage(actor, subject, id, true);
    await pool().query("UPDATE release SET results = NULL WHERE id = $1", [id]);
    expect(await open(id)).toMatchObject({ version: "1.4.0", results: null });
    expect(await statusesOf(id)).toEqual([200, 404]);
    await setReleasePage(actor, subject, id, false);
  });

  it("exists only for versions of the level public", async () => {
    for (const level of ["coded", "identified"] as const) {
      const id = await makeVersion(level, "1.1.0");
      await expect(setReleasePage(actor, subject, id, true)).rejects.toMatchObject({ code: "conflict" });
      await pool().query("UPDATE release SET page_since = clock_timestamp() WHERE id = $1", [id]);
      expect(await open(id)).toBeNull();
      await pool().query("UPDATE release SET page_since = NULL WHERE id = $1", [id]);
    }
    expect(await open("not an id")).toBeNull();
  });

  it("says that a version was withdrawn, names the other versions, and records no view of results", async () => {
    const [id, newer] = [await makeVersion("public", "2.0.0"), await makeVersion("public", "2.0.1")];
    for (const one of [id, newer]) await setReleasePage(actor, subject, one, true);
    await withdrawRelease(actor, subject, id, "The key of item 3 was wrong.");
    const before = await listInterimViews(study.id);
    const page = await open(id);
    expect(page).toMatchObject({
      withdrawnReason: "The key of item 3 was wrong.",
      others: [{ id: newer, version: "2.0.1" }],
    });
    expect(page!.withdrawnAt).toBeInstanceOf(Date);
    expect(page!.results).toBeNull();
    expect(await statusesOf(id)).toEqual([410, 404]);
    expect(await listInterimViews(study.id)).toEqual(before);
    await setReleasePage(actor, subject, id, false);
    await expect(setReleasePage(actor, subject, id, true)).rejects.toMatchObject({ code: "conflict" });
  });
});
