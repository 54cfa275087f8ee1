import { afterEach, describe, expect, it } from "vitest";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { createEvaluation } from "../../models/evaluations/create-evaluation.ts";
import { createEndpoint } from "../../models/evaluations/endpoints.ts";
import { getEvaluation } from "../../models/evaluations/get-evaluations.ts";
import { askModels } from "../../models/evaluations/run-evaluation.ts";
import { evaluationJobKind } from "../../models/evaluations/store-evaluation.ts";
import { listAskableStudies } from "../../models/evaluations/study-words.ts";
import { pool } from "../../platform/database/pool.ts";
import { runNextJob } from "../../platform/jobs/run-job.ts";
import { comparePredictions } from "./refresh-parity.ts";
import { readStudyFrame } from "./study-frame.ts";

withTestDatabase();

let server: ModelServer | null = null;
afterEach(() => server?.stop());

/** Another instruction than the paper's, and the stories' titles. */
function reworded(protocol: Protocol): Protocol {
  return {
    ...protocol,
    steps: withoutDwell(protocol).steps.map((step) =>
      step.kind === "items"
        ? { ...step, titles: "shown", wording: { ...step.wording, answerInstruction: "Judge this sentence." } }
        : step,
    ),
  };
}

describe("an evaluation in a study's words", () => {
  it("asks its items as its people read them, so that both are known to have seen the same", async () => {
    const study = await makeStudy({ items: 3, protocol: reworded });
    const { projectId, benchmarkId: benchmark } = study;
    const { actor } = await makePerson({ projectId, role: "admin" });
    const about = { projectId, benchmarkId: benchmark, kind: "true-false" };
    expect(await listAskableStudies(actor, about)).toMatchObject([{ id: study.id, items: 3 }]);
    expect(await listAskableStudies(actor, { ...about, kind: "yes-no" })).toEqual([]);
    server = await startModelServer(() => "True");
    const { id: endpoint } = await createEndpoint(actor, projectId, {
      name: "Model",
      settings: {
        ...{ url: server.url, model: "tiny", style: "chat", temperature: 0, reasoningEffort: null, maximumTokens: 100 },
        ...{ seed: null, system: "", extra: {}, promptUsdPerMillion: 1, completionUsdPerMillion: 10 },
        ...{ timeoutSeconds: 5, parallel: 4, perMinute: null },
      },
    });
    const form = {
      ...{ endpoint, benchmark, source: "in its words", kind: "true-false", answer: "text", shots: 0, seed: "1" },
      levels: { prompt: ["human"], story: ["no-story"], questionOrder: ["true-false", "false-true"] },
      ...{ repeats: 1, sample: null, priorFirst: false, study: study.id, limitUsd: null },
    };
    const { id } = await createEvaluation(actor, form);
    await createEvaluation(actor, { ...form, source: "in the usual words", study: null });
    while (await runNextJob({ [evaluationJobKind]: askModels() }));
    expect((await getEvaluation(actor, id))?.plan.study).toMatchObject({ id: study.id, titles: true });
    await comparePredictions((await readStudyFrame(study.id))!, {});
    const { rows } = await pool().query(
      `SELECT DISTINCT run.source, prediction.parity AS stored, found.parity,
         prediction.prompt LIKE '%Story _%Judge this sentence.%' AS "isReworded"
       FROM parity_finding AS found JOIN prediction ON prediction.id = found.prediction_id
       JOIN run ON run.id = prediction.run_id WHERE found.study_id = $1 ORDER BY run.source`,
      [study.id],
    );
    expect(rows).toEqual([
      { source: "in its words", stored: "verified", parity: "verified", isReworded: true },
      { source: "in the usual words", stored: "verified", parity: "mismatch", isReworded: false },
    ]);
    const other = await makeStudy({ items: 2 });
    await expect(createEvaluation(actor, { ...form, source: "again", study: other.id })).rejects.toMatchObject({
      field: "study",
    });
  });
});
