import { describe, expect, it } from "vitest";
import { GET as getArchive } from "@/app/api/v1/public-releases/[release]/archive/route.ts";
import { type ReleaseRequest, releaseRequestSchema } from "@/lib/domain/release/release-request.ts";
import type { ReleaseSubject } from "@/lib/domain/release/release-subject.ts";
import { sentiment } from "@/lib/domain/tasks/templates/classification.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { deleteCollection } from "../annotation/collections/delete-collection.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { deleteBenchmark } from "../items/save-benchmark.ts";
import { importPredictions } from "../models/import-predictions.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { requireSubject } from "../release/release-subject.ts";
import { listReleases, requireRelease, withdrawRelease } from "../release/release-versions.ts";
import { getReleaseState, requestRelease } from "../release/request-release.ts";
import { listOutsideCopies } from "../sessions/erasure/list-copies.ts";
import { withdrawById } from "../sessions/erasure/withdraw.ts";
import { openReleasePage, setReleasePage } from "../sharing/release-page.ts";
import { jobHandlers } from "./job-handlers.ts";

withTestDatabase();

const request = (version: string, options: object = {}): ReleaseRequest =>
  releaseRequestSchema.parse({
    description: {
      title: "Short stories",
      summary: "Items with keys.",
      version,
      published: "2026-11-30",
      authors: [{ given: "Ann", family: "Example" }],
      licence: "CC-BY-4.0",
    },
    ...options,
  });

async function release(actor: Actor, subject: ReleaseSubject, asked: ReleaseRequest, isDryRun = false) {
  await requestRelease(actor, subject, asked, isDryRun);
  while (await runNextJob(jobHandlers));
  return getReleaseState(subject);
}

const openPage = (id: string) => openReleasePage(id, new Headers({ "x-forwarded-for": "203.0.113.9" }));

async function makeBenchmark(projectId: string): Promise<ReleaseSubject> {
  const { rows } = await pool().query(
    `INSERT INTO benchmark (id, project_id, name, slug, canary)
     VALUES (gen_random_uuid(), $1, 'Unused', 'unused', 'canary') RETURNING id`,
    [projectId],
  );
  return { type: "benchmark", id: rows[0].id };
}

async function nameOf(collectionId: string): Promise<string> {
  const { rows } = await pool().query("SELECT name FROM annotation_collection WHERE id = $1", [collectionId]);
  return rows[0].name;
}

/** Imports one answer of a model to an item. */
async function answerAsModel(study: { projectId: string; benchmarkId: string }, item: string, answer: boolean) {
  const line = JSON.stringify({ model: "M", item, condition: { prompt: "human" }, answer });
  const bytes = async function* () {
    yield Buffer.from(line);
  };
  await importPredictions({
    projectId: study.projectId,
    benchmarkId: study.benchmarkId,
    source: item,
    actorId: null,
    ...makeImportSource("p.jsonl", bytes()),
  });
}

describe("a release of a benchmark", () => {
  it("is written, published with its own figures, downloaded and withdrawn by those who may", async () => {
    const study = await makeStudy();
    const subject: ReleaseSubject = { type: "benchmark", id: study.benchmarkId };
    const { actor: researcher } = await makePerson({ projectId: study.projectId, role: "researcher" });
    const { actor: viewer } = await makePerson({ projectId: study.projectId, role: "viewer" });
    const { actor: stranger } = await makePerson({ projectId: (await makeStudy()).projectId, role: "researcher" });
    await answerAsModel(study, "item-0", true);

    expect(await release(viewer, subject, request("1.0.0"), true)).toMatchObject({ state: "done", isWritten: false });
    for (const [one, isDryRun] of [
      [viewer, false],
      [stranger, true],
    ] as const)
      await expect(requestRelease(one, subject, request("1.0.0"), isDryRun)).rejects.toMatchObject({
        code: "not-found",
      });
    await expect(requireSubject(stranger, "read", subject)).rejects.toMatchObject({ code: "not-found" });
    await expect(
      requestRelease(researcher, subject, request("1.0.0", { level: "coded" }), false),
    ).rejects.toMatchObject({
      field: "level",
    });
    expect(await release(researcher, subject, request("1.0.0"))).toMatchObject({ state: "done", isWritten: true });
    await expect(requestRelease(researcher, subject, request("1.0.0"), false)).rejects.toMatchObject({
      field: "version",
    });

    const [version] = await listReleases(subject);
    const id = version?.id ?? "";
    expect((await requireRelease(viewer, id)).fileName).toMatch(/-1\.0\.0\.zip$/);
    await expect(requireRelease(stranger, id)).rejects.toMatchObject({ code: "not-found" });
    await expect(requireRelease(viewer, id, "read", study.slug)).rejects.toMatchObject({ code: "not-found" });
    await expect(setReleasePage(viewer, subject, id, true)).rejects.toMatchObject({ code: "not-found" });
    await setReleasePage(researcher, subject, id, true);
    await answerAsModel(study, "item-1", true);
    const page = await openPage(id);
    expect(page?.results).toMatchObject({
      of: "tables",
      tables: [
        { name: "items", rows: 4, description: "One row for each item of the benchmark, with its key." },
        { name: "models", rows: 1 },
      ],
      accuracies: [
        { subject: "M", condition: "", n: 1 },
        { condition: "prompt=human", n: 1 },
      ],
    });
    expect(await release(researcher, subject, request("1.1.0"))).toMatchObject({ isWritten: true });
    const [newest] = await listReleases(subject);
    await setReleasePage(researcher, subject, newest?.id ?? "", true);
    expect((await openPage(newest?.id ?? ""))?.results).toMatchObject({ accuracies: [{ n: 2 }, { n: 2 }] });
    expect((await openPage(id))?.results).toEqual(page?.results);

    await expect(withdrawRelease(viewer, subject, id, "An error.")).rejects.toMatchObject({ code: "not-found" });
    await withdrawRelease(researcher, subject, id, "The key of item 3 was wrong.");
    const response = await getArchive(new Request(`http://localhost/api/v1/public-releases/${id}/archive`), {
      params: Promise.resolve({ release: id }),
    });
    expect(response.status).toBe(410);
    expect(await openPage(id)).toMatchObject({ results: null, others: [{ version: "1.1.0" }] });
    const unused = await makeBenchmark(study.projectId);
    expect(await release(researcher, unused, request("1.0.0"))).toMatchObject({ isWritten: true });
    await expect(deleteBenchmark(researcher, unused.id)).rejects.toThrow("used by a released version");
    const { rows } = await pool().query(
      "SELECT DISTINCT action FROM audit_event WHERE subject_id = $1 AND action LIKE '%release%' ORDER BY action",
      [study.benchmarkId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "benchmark.check-release",
      "benchmark.publish-release-page",
      "benchmark.release",
      "benchmark.withdraw-release",
    ]);
  });
});

describe("a release of a collection", () => {
  it("needs the right to manage it, and is withdrawn when the data of a person in it are erased", async () => {
    const collection = await makeSchemaCollection(sentiment.document, [{ id: "a", fields: { text: "Good." } }]);
    const subject: ReleaseSubject = { type: "collection", id: collection.id };
    const annotator = await collection.annotator();
    await giveAnswers(annotator, await schemaTaskOf(annotator, collection), { sentiment: "positive" });
    const { actor: admin } = await makePerson({ projectId: collection.projectId, role: "admin" });
    const study = await makeStudy();
    await walkTo(await startWalker(study), 4, { choice: "true" });
    const { rows: sessions } = await pool().query("SELECT id FROM session WHERE study_id = $1", [study.id]);
    await pool().query(
      `INSERT INTO annotation_coded_answer (item_id, coder, document, session_id)
       SELECT id, 'participant-1', '{"version": 1, "answer": {"sentiment": "negative"}}', $2
       FROM annotation_item WHERE collection_id = $1`,
      [collection.id, sessions[0].id],
    );

    await expect(requestRelease(annotator, subject, request("1.0.0"), true)).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await release(admin, subject, request("1.0.0"))).toMatchObject({ state: "done", isWritten: true });
    const [version] = await listReleases(subject);
    await setReleasePage(admin, subject, version?.id ?? "", true);
    expect((await openPage(version?.id ?? ""))?.results).toMatchObject({
      tables: [
        { name: "items", rows: 1 },
        { name: "annotations", rows: 2 },
      ],
      accuracies: [],
    });
    expect((await listOutsideCopies(admin)).map(({ kind, name }) => [kind, name.split(" ").at(-1)])).toEqual([
      ["release", "1.0.0"],
    ]);

    await expect(deleteCollection(admin, collection.id, await nameOf(collection.id))).rejects.toThrow("public page");
    await withdrawById(sessions[0].id, "erase");
    expect((await listReleases(subject))[0]?.withdrawnReason).toMatch(/were erased/);
    expect((await openPage(version?.id ?? ""))?.results).toBeNull();
    const { rows: parts } = await pool().query("SELECT number FROM release_part WHERE release_id = $1", [version?.id]);
    expect(parts).toEqual([]);
  });
});
