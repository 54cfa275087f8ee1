import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as getArchive } from "@/app/api/v1/public-releases/[release]/archive/route.ts";
import { GET as getFile } from "@/app/api/v1/public-releases/[release]/files/[file]/route.ts";
import type { ReleaseRequest } from "@/lib/domain/release/release-request.ts";
import { releaseRequestSchema } from "@/lib/domain/release/release-request.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { listReleases, withdrawRelease } from "../release/release-versions.ts";
import { listInterimViews } from "../studies/interim-views.ts";
import { loadSharedResults } from "./load-shared-results.ts";
import { openReleasePage, setReleasePage } from "./release-page.ts";

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
  let actor: Actor;
  let viewer: Actor;
  let stranger: Actor;

  /** A stored version without its archive, which the page does not read. */
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
    });
    await pool().query(
      `INSERT INTO release (id, study_id, level, version, changes, request, report, bytes, sha256)
       VALUES ($1, $2, $3, $4, '', $5, '{}', 0, '')`,
      [id, study.id, level, version, JSON.stringify(request)],
    );
    return id;
  }

  beforeAll(async () => {
    study = await makeStudy({ items: 2 });
    actor = (await makePerson({ projectId: study.projectId, role: "researcher" })).actor;
    viewer = (await makePerson({ projectId: study.projectId, role: "viewer" })).actor;
    stranger = (await makePerson({})).actor;
    await walkTo(await startWalker(study), 5, { choice: "true" });
  });

  it("is off until a researcher of the project publishes it, and is found no more when it is removed", async () => {
    const id = await makeVersion("public", "1.0.0");
    expect(await open(id)).toBeNull();
    for (const one of [viewer, stranger])
      await expect(setReleasePage(one, study.id, id, true)).rejects.toMatchObject({ code: "not-found" });
    await setReleasePage(actor, study.id, id, true);
    const page = await open(id);
    expect(page).toMatchObject({ version: "1.0.0", withdrawnAt: null, others: [] });
    const shared = await loadSharedResults(page!.access);
    expect(shared!.prepared.totals.answers).toBe(1);
    expect((await listReleases(study.id))[0]!.pageSince).toBeInstanceOf(Date);
    expect(await listInterimViews(study.id)).toMatchObject([{ by: "public page of version 1.0.0", openings: 1 }]);
    expect(await statusesOf(id)).toEqual([200, 200]);
    await setReleasePage(actor, study.id, id, false);
    expect(await open(id)).toBeNull();
    expect(await statusesOf(id)).toEqual([404, 404]);
    const { rows } = await pool().query(
      "SELECT action FROM audit_event WHERE subject_id = $1 AND action LIKE '%release-page' ORDER BY id",
      [study.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(["study.publish-release-page", "study.remove-release-page"]);
  });

  it("exists only for versions of the level public", async () => {
    for (const level of ["coded", "identified"] as const) {
      const id = await makeVersion(level, "1.1.0");
      await expect(setReleasePage(actor, study.id, id, true)).rejects.toMatchObject({ code: "conflict" });
      await pool().query("UPDATE release SET page_since = clock_timestamp() WHERE id = $1", [id]);
      expect(await open(id)).toBeNull();
      await pool().query("UPDATE release SET page_since = NULL WHERE id = $1", [id]);
    }
    expect(await open("not an id")).toBeNull();
  });

  it("says that a version was withdrawn, names the other versions, and records no view of results", async () => {
    const [id, newer] = [await makeVersion("public", "2.0.0"), await makeVersion("public", "2.0.1")];
    for (const one of [id, newer]) await setReleasePage(actor, study.id, one, true);
    await withdrawRelease(actor, study.id, id, "The key of item 3 was wrong.");
    const before = await listInterimViews(study.id);
    const page = await open(id);
    expect(page).toMatchObject({
      withdrawnReason: "The key of item 3 was wrong.",
      others: [{ id: newer, version: "2.0.1" }],
    });
    expect(page!.withdrawnAt).toBeInstanceOf(Date);
    expect(await statusesOf(id)).toEqual([410, 404]);
    expect(await listInterimViews(study.id)).toEqual(before);
    await setReleasePage(actor, study.id, id, false);
    await expect(setReleasePage(actor, study.id, id, true)).rejects.toMatchObject({ code: "conflict" });
  });
});
