import { expect, it } from "vitest";
import { newEndpointSettings } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { everyStudy } from "@/lib/domain/models/evaluation/estimate.ts";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import { street2024Design, street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startModelServer } from "@/prisma/factories/model-server.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { createStudy } from "../../studies/draft/create-study.ts";
import { createEndpoint } from "./endpoints.ts";
import { createEvaluationBatch, type EvaluationBatch, estimateEvaluations } from "./evaluation-batch.ts";
import { getEvaluation } from "./get-evaluations.ts";

withTestDatabase();

it("starts an evaluation for each model and each study with the items, or none at all", async () => {
  const { projectId, benchmarkId: benchmark, id } = await makeStudy({ items: 3 });
  const { rows: items } = await pool().query("SELECT id FROM item_version WHERE benchmark_id = $1 ORDER BY ordinal", [
    benchmark,
  ]);
  const design = street2024Design("second", 2);
  await withTx((client) =>
    createStudy(client, {
      ...{ projectId, createdById: null, name: "Second", slug: "second", description: "", language: "en" },
      ...{ stage: "main", benchmarkId: benchmark, itemIds: items.slice(0, 2).map((row) => row.id), design },
      ...{ protocol: street2024Protocol(), isDemo: false },
      correspondence: presetCorrespondence(undefined, design.factors),
    }),
  );
  const { actor } = await makePerson({ projectId, role: "admin" });
  const server = await startModelServer(() => "True");
  const settings = { ...newEndpointSettings, url: server.url, model: "small" };
  const endpoints: string[] = [];
  for (const name of ["One", "Other"]) endpoints.push((await createEndpoint(actor, projectId, { name, settings })).id);
  const batch: EvaluationBatch = {
    ...{ endpoints, benchmark, source: "first", kind: "true-false", answer: "text", shots: 0, seed: "1" },
    levels: { prompt: ["human"], story: ["no-story"], questionOrder: ["true-false"] },
    ...{ repeats: 1, sample: null, priorFirst: false, study: everyStudy, limitUsd: null },
  };
  const estimates = await estimateEvaluations(actor, batch);
  expect(estimates.map(({ model, study }) => [model, study === "Second (second)"])).toEqual([
    ["One", true],
    ["One", false],
    ["Other", true],
    ["Other", false],
  ]);
  const [second, first] = estimates;
  expect(first?.questions).toBe(6);
  expect(second?.questions).toBe(4);

  const started = await createEvaluationBatch(actor, batch);
  const stored = await Promise.all(started.map((one) => getEvaluation(actor, one)));
  expect(stored.map((one) => [one?.model, one?.source, one?.plan.study?.id === id])).toEqual([
    ["One", "first, second", false],
    ["One", expect.stringMatching(/^first, study-/u), true],
    ["Other", "first, second", false],
    ["Other", expect.stringMatching(/^first, study-/u), true],
  ]);

  // “Other” has a run of this name now, so “One” starts none either.
  await createEvaluationBatch(actor, { ...batch, endpoints: endpoints.slice(1), study: null, source: "second" });
  const count = async () => (await pool().query("SELECT count(*)::int AS n FROM evaluation")).rows[0].n;
  const before = await count();
  await expect(createEvaluationBatch(actor, { ...batch, study: null, source: "second" })).rejects.toThrow(
    /^Other: .*another name/u,
  );
  await expect(createEvaluationBatch(actor, { ...batch, source: "third", limitUsd: 1 })).rejects.toThrow(
    /^One, Second \(second\): needs the prices/u,
  );
  await expect(createEvaluationBatch(actor, { ...batch, endpoints: [] })).rejects.toMatchObject({ field: "endpoint" });
  expect(await count()).toBe(before);
  await server.stop();
});
