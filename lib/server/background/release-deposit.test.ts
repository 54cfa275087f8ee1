import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { releaseRequestSchema } from "@/lib/domain/release/release-request.ts";
import type { ReleaseSubject } from "@/lib/domain/release/release-subject.ts";
import { type DepositServer, startInvenioServer, startOsfServer } from "@/prisma/factories/deposit-servers.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { type DepositInput, depositRelease, listDeposits, reserveDoi } from "../release/deposit/deposit-release.ts";
import { setProjectK } from "../release/project-k.ts";
import { storedParts } from "../release/release-archive.ts";
import { listReleases } from "../release/release-versions.ts";
import { requestRelease } from "../release/request-release.ts";
import { jobHandlers } from "./job-handlers.ts";

withTestDatabase();

let invenio: DepositServer;
let osf: DepositServer;
let study: MadeStudy;
let subject: ReleaseSubject;
let admin: Actor;
let viewer: Actor;
let researcher: Actor;

beforeAll(async () => {
  [invenio, osf] = await Promise.all([startInvenioServer(), startOsfServer()]);
  study = await makeStudy();
  subject = { type: "study", id: study.id };
  admin = (await makePerson({ projectId: study.projectId, role: "admin" })).actor;
  await setProjectK(admin, study.projectId, 1);
  viewer = (await makePerson({ projectId: study.projectId, role: "viewer" })).actor;
  researcher = (await makePerson({ projectId: study.projectId, role: "researcher" })).actor;
  const walker = await startWalker(study);
  await walkTo(walker, 4, { choice: "true" });
  await walker.post(5, { explanation: "Because it says so." });
});
afterAll(() => Promise.all([invenio.stop(), osf.stop()]));

async function writeVersion(version: string, doi?: string): Promise<string> {
  const request = releaseRequestSchema.parse({
    description: {
      title: "Short stories",
      summary: "Adults judge <statements>.",
      version,
      published: "2026-11-27",
      authors: [{ given: "Ann", family: "Example", orcid: "0000-0002-1825-0097", affiliation: "University" }],
      licence: "CC-BY-4.0",
      keywords: ["baseline"],
      funder: "A foundation",
      doi,
    },
    level: "coded",
  });
  const { id } = await requestRelease(admin, subject, request, false);
  while (await runNextJob(jobHandlers));
  return id;
}

async function archiveOf(id: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of storedParts(id)) parts.push(part);
  return Buffer.concat(parts);
}

const at = (server: DepositServer, service: DepositInput["service"], token = server.token): DepositInput => ({
  service,
  address: server.url,
  token,
});

describe("a deposit in Zenodo", () => {
  it("reserves a DOI, and fills the draft of that DOI with the version that names it", async () => {
    const { doi } = await reserveDoi(admin, subject, at(invenio, "zenodo"));
    expect(doi).toMatch(/^10\.5072\/zenodo\./);
    const id = await writeVersion("1.0.0", doi);
    const { page } = await depositRelease(admin, id, at(invenio, "zenodo"));
    expect(page).toMatch(/\/uploads\//);
    const name = `${study.slug}-1.0.0-coded.zip`;
    expect(invenio.files.get(name)?.equals(await archiveOf(id))).toBe(true);
    expect(await listDeposits(subject)).toMatchObject([{ doi, version: "1.0.0", server: invenio.url, page }]);
    const saved = invenio.requests.filter(({ method }) => method === "PUT")[0]?.body;
    expect(saved).toMatchObject({
      pids: { doi: { identifier: doi } },
      metadata: { title: "Short stories", version: "1.0.0", languages: [{ id: "eng" }], publisher: "Zenodo" },
    });
    expect(invenio.requests.map(({ path }) => path).filter((path) => path.includes("publish"))).toEqual([]);
  });

  it("replaces the file of an earlier upload, and finds one that was stored wrongly", async () => {
    const [version] = await listReleases(subject);
    invenio.breaksFiles = true;
    await expect(depositRelease(admin, version?.id ?? "", at(invenio, "zenodo"))).rejects.toThrow(
      "differs from the uploaded file",
    );
    invenio.breaksFiles = false;
    await depositRelease(admin, version?.id ?? "", at(invenio, "zenodo"));
    expect(await listDeposits(subject)).toHaveLength(1);
  });

  it("creates a new draft for a version without a reserved DOI", async () => {
    const id = await writeVersion("1.1.0");
    await depositRelease(admin, id, at(invenio, "invenio"));
    expect(await listDeposits(subject)).toMatchObject([{ version: "1.1.0", doi: null }, { version: "1.0.0" }]);
  });

  it("refuses a wrong token at its field, an address of the own network for researchers, viewers, and OSF's DOI", async () => {
    const [{ id } = { id: "" }] = await listReleases(subject);
    await expect(depositRelease(admin, id, at(invenio, "zenodo", "wrong"))).rejects.toMatchObject({
      field: "token",
    });
    await expect(depositRelease(researcher, id, at(invenio, "zenodo"))).rejects.toMatchObject({
      field: "address",
    });
    await expect(depositRelease(viewer, id, at(invenio, "zenodo"))).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(reserveDoi(viewer, subject, at(invenio, "zenodo"))).rejects.toMatchObject({ code: "not-found" });
    await expect(reserveDoi(admin, subject, at(osf, "osf"))).rejects.toMatchObject({ field: "service" });
  });
});

describe("a deposit in OSF", () => {
  it("creates a private component with metadata and the file", async () => {
    const [{ id } = { id: "" }] = await listReleases(subject);
    const { page } = await depositRelease(admin, id, at(osf, "osf"));
    expect(page).toBe(`${osf.url}/node1/`);
    expect(osf.files.get(`${study.slug}-1.1.0-coded.zip`)?.equals(await archiveOf(id))).toBe(true);
    expect(osf.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /v2/nodes/",
      "PATCH /v2/custom_item_metadata_records/node1/",
      "GET /v2/nodes/node1/files/",
      "PUT /v1/resources/node1/providers/osfstorage/",
    ]);
  });

  it("stores no token", async () => {
    const { rows } = await pool().query(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'",
    );
    for (const { table_name: table } of rows) {
      const found = await pool().query(`SELECT count(*)::int AS n FROM "${table}" AS one WHERE one::text LIKE $1`, [
        `%${invenio.token}%`,
      ]);
      expect(found.rows[0].n, table).toBe(0);
    }
  });
});
