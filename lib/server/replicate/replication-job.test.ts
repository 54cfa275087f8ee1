import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newEndpointSettings } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { jobHandlers } from "../background/job-handlers.ts";
import { importItems } from "../items/import-items.ts";
import { createEndpoint } from "../models/evaluations/endpoints.ts";
import { importPredictions } from "../models/import-predictions.ts";
import type { Actor } from "../platform/access/access.ts";
import { startJobWorker } from "../platform/jobs/job-worker.ts";
import { replicatePaper } from "./replicate-paper.ts";
import { getReplication, listReplications, requestReplication } from "./replication-job.ts";

withTestDatabase();

let projectId: string;
let benchmarkId: string;
let actor: Actor;
let server: ModelServer;
beforeAll(async () => {
  ({ id: projectId } = await makeProject());
  ({ actor } = await makePerson({ projectId, role: "admin" }));
  server = await startModelServer(({ body }) => (body.logprobs ? '{"True":-0.1}' : "True"));
  const settings = { ...newEndpointSettings, url: server.url, model: "any" };
  await createEndpoint(actor, projectId, { name: "LaMDA", settings });
  const priced = { ...settings, promptUsdPerMillion: 1, completionUsdPerMillion: 1 };
  await createEndpoint(actor, projectId, { name: "Priced", settings: priced });
  ({ benchmarkId } = await importItems({
    projectId,
    benchmarkName: "Two stories",
    fileName: "items.jsonl",
    actorId: null,
    lines: statements(),
  }));
});
afterAll(() => server.stop());

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

const form = () => ({ paper: "street2024", benchmark: benchmarkId, endpoints: ["LaMDA"], study: "", maxCostUsd: null });

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
      const { replication } = await replicatePaper(
        actor,
        {
          projectId,
          paper: "street2024",
          data: { benchmark: benchmarkId },
          endpoints: [],
          logs: [],
          imported,
          study: null,
          maxCostUsd: null,
        },
        { onProgress: () => undefined, signal: new AbortController().signal },
      );
      const table = replication.tables.find((one) => one.table === "2");
      return table?.rows.find((one) => one.row === "PaLM")?.cells[0];
    };
    expect(await cellOf(false)).toMatchObject({ ours: null });
    expect(await cellOf(true)).toMatchObject({ ours: 1, n: 1 });
  });

  it("asks the endpoints and keeps the tables; strangers see nothing of it", async () => {
    await requestReplication(actor, projectId, form());
    await expect(requestReplication(actor, projectId, form())).rejects.toMatchObject({ code: "conflict" });
    const worker = startJobWorker(jobHandlers, 1);
    try {
      await expect
        .poll(async () => (await getReplication(actor, projectId, "street2024"))?.isRunning, { timeout: 120_000 })
        .toBe(false);
    } finally {
      await worker.stop();
    }
    const found = await getReplication(actor, projectId, "street2024");
    expect(found).toMatchObject({ problem: null, finishedAt: expect.any(Date) });
    const table = found?.result?.replication.tables.find((one) => one.table === "2");
    const row = table?.rows.find((one) => one.row === "LaMDA");
    expect(row?.cells[0]).toMatchObject({ printed: 0.5, ours: 0.5, n: 16 });
    expect(await listReplications(actor, projectId)).toMatchObject([{ paper: "street2024", isRunning: false }]);
    const stranger = await makePerson({ projectId: (await makeProject()).id, role: "admin" });
    await expect(getReplication(stranger.actor, projectId, "street2024")).rejects.toThrow();
    await expect(requestReplication(stranger.actor, projectId, form())).rejects.toThrow();
  });

  it("refuses a wrong request at once", async () => {
    const cases: [Partial<ReturnType<typeof form>>, string][] = [
      [{ paper: "kste2024" }, "paper"],
      [{ paper: "kste2025" }, "benchmark"],
      [{ benchmark: crypto.randomUUID() }, "benchmark"],
      [{ endpoints: ["Nobody"] }, "endpoint"],
      [{ endpoints: ["Priced"] }, "maxCost"],
      [{ study: "none" }, "study"],
    ];
    for (const [change, field] of cases)
      await expect(requestReplication(actor, projectId, { ...form(), ...change })).rejects.toMatchObject({ field });
  });
});
