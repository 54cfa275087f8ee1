import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortHash } from "@/lib/domain/interchange/item-files/item-record.ts";
import { newEndpointSettings } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { eobRepositoryFiles, writeFiles } from "@/prisma/factories/eob-results.ts";
import { writeKsteRelease } from "@/prisma/factories/kste-release.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { jobHandlers } from "../background/job-handlers.ts";
import { openItemFile } from "../imports/open-item-file.ts";
import { importItems } from "../items/import-items.ts";
import { createEndpoint } from "../models/evaluations/endpoints.ts";
import { importPredictions } from "../models/import-predictions.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { startJobWorker } from "../platform/jobs/job-worker.ts";
import { type ReplicationRequest, replicatePaper } from "./replicate-paper.ts";
import { getReplication, listReplications, type ReplicationForm, requestReplication } from "./replication-job.ts";
import { uploadReplicationFile } from "./replication-upload.ts";

withTestDatabase();

let projectId: string;
let benchmarkId: string;
let actor: Actor;
let server: ModelServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "replication-job-"));
  ({ id: projectId } = await makeProject());
  ({ actor } = await makePerson({ projectId, role: "admin" }));
  server = await startModelServer(({ body }) => (body.logprobs ? '{"True":-0.1}' : "True"));
  const settings = { ...newEndpointSettings, url: server.url, model: "any" };
  await createEndpoint(actor, projectId, { name: "LaMDA", settings });
  const priced = { ...settings, promptUsdPerMillion: 1, completionUsdPerMillion: 1 };
  await createEndpoint(actor, projectId, { name: "Priced", settings: priced });
  const halfPriced = { ...settings, promptUsdPerMillion: 1 };
  await createEndpoint(actor, projectId, { name: "Half priced", settings: halfPriced });
  ({ benchmarkId } = await importItems({
    projectId,
    benchmarkName: "Two stories",
    fileName: "items.jsonl",
    actorId: null,
    lines: statements(),
  }));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function* statements(): AsyncGenerator<string> {
  for (const story of ["harbour", "garden"])
    for (const order of [2, 3])
      for (const gold of [true, false])
        yield JSON.stringify({
          id: `${story}-${order}-${gold}`,
          kind: "true-false",
          story: { id: story, text: `Ana told Ben about the ${story}.` },
          text: `Ben ${gold ? "knows" : "does not know"} about the ${story} at order ${order}.`,
          gold,
          attributes: { type: "tom", order },
        });
}

const form = (): ReplicationForm => ({
  paper: "street2024",
  benchmark: benchmarkId,
  endpoints: ["LaMDA"],
  study: "",
  maxCostUsd: null,
});

/** The item of the authors' results that asks about the true object alone. */
const priorItem = `eob-${shortHash(["the capital of Norway", "Oslo", "Bergen"].join(" | "))}-prior-prior_yes`;

const under = (name: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${name}/${path}`, content]));
const toBytes = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));

async function upload(fileName: string, content: string | Uint8Array): Promise<string> {
  const body = new Blob([content as BlobPart]).stream() as ReadableStream<Uint8Array>;
  return (await uploadReplicationFile(actor, projectId, { fileName }, body)).upload;
}

const replicate = (request: Omit<ReplicationRequest, "projectId" | "study"> & { study: string | null }) =>
  replicatePaper(
    actor,
    { ...request, projectId, study: request.study || null },
    { onProgress: () => undefined, signal: new AbortController().signal },
    mkdtempSync(join(folder, "unpacked-")),
  );

/** Runs the requested replication to its end. */
async function finish(paper: string) {
  const worker = startJobWorker(jobHandlers, 1);
  try {
    await expect
      .poll(async () => (await getReplication(actor, projectId, paper))?.isRunning, { timeout: 120_000 })
      .toBe(false);
  } finally {
    await worker.stop();
  }
  return getReplication(actor, projectId, paper);
}

describe("a replication in the background", () => {
  it("uses the answers of imported logs on request", async () => {
    const answers = async function* () {
      yield JSON.stringify({
        model: "PaLM",
        item: "harbour-2-true",
        condition: { prompt: "human", questionOrder: "true-false" },
        answer: "True",
      });
    };
    await importPredictions({
      projectId,
      benchmarkId,
      actorId: null,
      fileName: "log.jsonl",
      lines: answers(),
      source: "A log",
    });
    const cellOf = async (imported: boolean) => {
      const data = { benchmark: benchmarkId };
      const request = { paper: "street2024", data, endpoints: [], logs: [], imported, study: null, maxCostUsd: null };
      const { replication } = await replicate(request);
      const table = replication.tables.find((one) => one.table === "2");
      return table?.rows.find((one) => one.row === "PaLM")?.cells[0];
    };
    expect(await cellOf(false)).toMatchObject({ ours: null });
    expect(await cellOf(true)).toMatchObject({ ours: 1, n: 1 });
  });

  it("asks the endpoints and keeps the tables; strangers see nothing of it", async () => {
    await requestReplication(actor, projectId, form());
    await expect(requestReplication(actor, projectId, form())).rejects.toMatchObject({ code: "conflict" });
    const found = await finish("street2024");
    expect(found).toMatchObject({ problem: null, finishedAt: expect.any(Date) });
    const table = found?.result?.replication.tables.find((one) => one.table === "2");
    const row = table?.rows.find((one) => one.row === "LaMDA");
    expect(row?.cells[0]).toMatchObject({ printed: 0.5, ours: 0.5, n: 16 });
    expect(await listReplications(actor, projectId)).toMatchObject([{ paper: "street2024", isRunning: false }]);
    const stranger = await makePerson({ projectId: (await makeProject()).id, role: "admin" });
    await expect(getReplication(stranger.actor, projectId, "street2024")).rejects.toThrow();
    await expect(requestReplication(stranger.actor, projectId, form())).rejects.toThrow();
    // A result of an earlier version may contain tests of interim people.
    expect(found?.result?.replication.peopleStatus).toEqual({ kind: "exploratory" });
    await pool().query(
      "UPDATE job SET result = result #- '{replication,peopleStatus}' WHERE payload ->> 'paper' = 'street2024'",
    );
    expect(await getReplication(actor, projectId, "street2024")).toMatchObject({
      result: null,
      problem: expect.stringContaining("computed by an earlier version"),
    });
  });

  it("reads an uploaded archive and uploaded logs as the command reads the folder and the log", async () => {
    const log = `${JSON.stringify({ model: "Gemma3-1B", item: priorItem, answer: "yes" })}\n`;
    writeFiles(folder, { ...under("Assertions-main", eobRepositoryFiles()), "log.jsonl": log });
    const archive = zipSync(toBytes(under("Assertions-main", eobRepositoryFiles())), { level: 0 });
    const request = { paper: "eob2026", endpoints: [], study: "", maxCostUsd: null };
    const uploads = { data: await upload("Assertions-main.zip", archive), logs: await upload("log.jsonl", log) };
    await requestReplication(actor, projectId, { ...request, ...uploads });
    const found = await finish("eob2026");
    expect(found).toMatchObject({ problem: null, result: { studies: [{ kind: "yes-no" }] } });
    const paths = { data: { path: join(folder, "Assertions-main") }, logs: [join(folder, "log.jsonl")] };
    expect(found?.result).toEqual(JSON.parse(JSON.stringify(await replicate({ ...request, ...paths }))));
    expect(found?.result?.replication.missing).not.toContainEqual(expect.objectContaining({ what: "the models" }));
    const rates = found?.result?.replication.tables.find(({ table }) => table === "rates");
    const row = rates?.rows.find((one) => one.row === "Gemma3-12B");
    expect(row?.cells.find(({ n }) => n > 0)).toMatchObject({ ours: 1, printed: expect.any(Number) });
    expect((await pool().query("SELECT FROM upload_part")).rowCount).toBe(0);

    // The next upload deletes the upload of a replication that failed, but not one that is needed.
    const remaining = async () => (await pool().query("SELECT DISTINCT upload_id AS id FROM upload_part")).rows;
    const failed = await upload("failed.csv", "a");
    await requestReplication(actor, projectId, { ...request, data: failed });
    await upload("other.csv", "a");
    expect(await remaining()).toContainEqual({ id: failed });
    await pool().query("UPDATE job SET state = 'dead' WHERE payload ->> 'data' = $1", [failed]);
    await upload("other.csv", "a");
    expect(await remaining()).not.toContainEqual({ id: failed });

    // Data of another paper end it with the reason.
    await requestReplication(actor, projectId, {
      ...request,
      paper: "kste2025",
      data: await upload("a.csv", "a,b\n1,2\n"),
    });
    expect((await finish("kste2025"))?.problem).toMatch(/^a\.csv: /);
  });

  it("lists the unusable items of a stored release", async () => {
    const release = join(folder, "release");
    const { unusable } = writeKsteRelease(release, 6);
    const settings = { fileName: "release", columns: {}, kind: null, language: "en" } as const;
    const { source } = await openItemFile(release, settings);
    await importItems({ projectId, benchmarkName: "Release", actorId: null, ...source });
    const request = { paper: "kste2025", data: { benchmark: "Release" }, endpoints: [], logs: [] };
    const { missing } = (await replicate({ ...request, study: null, maxCostUsd: null })).replication;
    for (const id of unusable) expect(missing.map(({ what }) => what)).toContain(`item ${id}`);
  });

  it("lists rejected rows without an ID only until the next import", async () => {
    const to = { projectId, benchmarkName: "Corrected", actorId: null };
    const request = { paper: "street2024", data: { benchmark: "Corrected" }, endpoints: [], logs: [] };
    const listMissing = async () =>
      (await replicate({ ...request, study: null, maxCostUsd: null })).replication.missing.map(({ what }) => what);
    async function* withEmptyRow() {
      yield "{}";
      yield* statements();
    }
    await importItems({ ...to, fileName: "items.jsonl", lines: withEmptyRow() });
    expect(await listMissing()).toContain("item in line 1 of items.jsonl");
    await importItems({ ...to, fileName: "corrected.jsonl", lines: statements() });
    expect(await listMissing()).not.toContain("item in line 1 of items.jsonl");
  });

  it("refuses a wrong request at once", async () => {
    const cases: [Partial<ReplicationForm>, string][] = [
      [{ paper: "kste2024" }, "paper"],
      [{ paper: "kste2025" }, "benchmark"],
      [{ benchmark: crypto.randomUUID() }, "benchmark"],
      [{ endpoints: ["Nobody"] }, "endpoint"],
      [{ endpoints: ["Priced"] }, "maxCost"],
      [{ endpoints: ["Half priced"], maxCostUsd: 5 }, "maxCost"],
      [{ study: "none" }, "study"],
      [{ benchmark: undefined }, "benchmark"],
      [{ data: crypto.randomUUID() }, "data"],
      [{ logs: crypto.randomUUID() }, "logs"],
      [{ data: await upload("a.csv", "a") }, "data"],
    ];
    for (const [change, field] of cases)
      await expect(requestReplication(actor, projectId, { ...form(), ...change })).rejects.toMatchObject({ field });
  });
});
