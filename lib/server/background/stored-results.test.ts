import { beforeAll, describe, expect, it } from "vitest";
import { defaultBeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { type AwkwardStudy, makeAwkwardStudy } from "@/prisma/factories/make-awkward-study.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withAnswersOutOfReach } from "@/prisma/factories/out-of-reach.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { loadBeliefs } from "../beliefs/load-beliefs.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { loadHumanEvaluation } from "../mindgames/load-human-evaluation.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { compareRuns } from "../models/registry/compare-runs.ts";
import { loadModel } from "../models/registry/load-model.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { languageResult, languageSubject } from "../results/language-result.ts";
import { loadErrorEvaluation } from "../results/load-error-evaluation.ts";
import { eraseSession } from "../sessions/erasure/erase-session.ts";
import { loadStoredResult, maxComputedWhileWaiting } from "../stored-results/stored-result.ts";
import { jobHandlers } from "./job-handlers.ts";
import { recomputeResult } from "./stored-results.ts";

withTestDatabase();

let study: AwkwardStudy;
let modelId: string;
let runs: string[];

async function importRun(source: string, answers: readonly object[]): Promise<void> {
  async function* bytes() {
    yield Buffer.from(answers.map((answer) => JSON.stringify({ model: "Owl", condition: {}, ...answer })).join("\n"));
  }
  const { projectId, benchmarkId } = study;
  await importPredictions({ projectId, benchmarkId, source, actorId: null, ...makeImportSource("p.jsonl", bytes()) });
}

/** So many more answers of a run to what it answered before. */
async function multiply(run: string, times: number): Promise<void> {
  await pool().query(
    `INSERT INTO prediction (id, run_id, item_version_id, condition_key, condition, repeat, answer, answer_key, row_hash)
     SELECT gen_random_uuid(), run_id, item_version_id, condition_key, condition,
       (SELECT max(repeat) FROM prediction WHERE run_id = $1) + nth, answer, answer_key, ''
     FROM (SELECT * FROM prediction WHERE run_id = $1 LIMIT 1) AS one, generate_series(1, $2::int) AS extra (nth)`,
    [run, times],
  );
}

beforeAll(async () => {
  study = await makeAwkwardStudy();
  await importRun("first", [
    { item: "plain", answer: true },
    { item: "consistency", answer: { choice: "error", spans: [[8, 19]] } },
    { item: "mindgames", answer: false },
  ]);
  await importRun("second", [{ item: "plain", answer: false }]);
  const { rows } = await pool().query("SELECT id, model_id FROM run ORDER BY source");
  runs = rows.map(({ id }) => id);
  modelId = rows[0].model_id;
});

/** What every page shows that is made of single answers. */
async function readPages() {
  const [first = "", second = ""] = runs;
  const errors = await loadErrorEvaluation(installation, study.projectId, study.id);
  const raters = await loadHumanEvaluation(installation, study.id);
  const beliefs = await loadBeliefs(installation, study.benchmarkId, defaultBeliefQuery);
  const model = await loadModel(installation, modelId, { slice: "", page: 1, withMismatches: true });
  return {
    errors: errors.stored,
    raters: raters?.stored,
    people: beliefs?.people,
    kept: beliefs?.models,
    model: model?.runs,
    pair: (await compareRuns(installation, first, second))?.stored,
    languages: (await loadStoredResult(languageResult, await languageSubject(study.id)))?.stored,
  };
}

describe("what pages show of single answers", () => {
  it("is stored, and pages that have it read no single answer", async () => {
    const shown = await readPages();
    expect(shown.errors?.document.table.nNeg).toBe(6);
    expect(shown.raters?.document).toMatchObject({
      people: { all: { n: 6 } },
      models: [{ report: { all: { n: 1 } } }],
    });
    expect(shown.people?.score.participants).toBe(6);
    expect(shown.people?.status).toEqual({ kind: "interim" });
    expect(shown.model).toMatchObject([{ figures: { answers: 3 } }, { figures: { answers: 1 } }]);
    expect(shown.pair?.document).toMatchObject({ n: 1, firstOnly: 1 });
    expect(await withAnswersOutOfReach(readPages)).toEqual(shown);
  });

  it("goes when somebody is erased, and is made again without them", async () => {
    const before = await readPages();
    const { rows } = await pool().query(
      `SELECT session_id AS id FROM counted_response
       WHERE study_id = $1 AND stage = 'main' AND is_complete AND NOT is_surplus AND NOT is_excluded LIMIT 1`,
      [study.id],
    );
    await withTx((client) => eraseSession(client, rows[0].id));
    expect((await pool().query("SELECT FROM stored_result WHERE study_id = $1", [study.id])).rows).toEqual([]);
    const after = await readPages();
    expect(after.raters?.document.people.all.n).toBe((before.raters?.document.people.all.n ?? 0) - 1);
  });
});

describe("what pages show of many single answers", () => {
  const shown = async () => {
    const page = await loadModel(installation, modelId, { slice: "", page: 1, withMismatches: true });
    return page!.states.find(({ subject }) => subject === runs[1])!;
  };
  beforeAll(() => multiply(runs[1] as string, maxComputedWhileWaiting + 1));

  it("is stale while it is not computed again, which whoever may read it can ask for", async () => {
    const { actor } = await makePerson({ projectId: study.projectId, role: "viewer" });
    const [, run = ""] = runs;
    expect(await withAnswersOutOfReach(shown)).toMatchObject({
      working: null,
      stored: { isStale: true, document: { answers: 1 } },
    });
    await recomputeResult(actor, "run", run);
    await recomputeResult(actor, "run", run);
    expect((await shown()).working).toEqual({ share: 0, doing: "Waiting for a worker" });
    expect(await runNextJob(jobHandlers)).toBe(true);
    expect(await runNextJob(jobHandlers)).toBe(false);
    expect(await withAnswersOutOfReach(shown)).toMatchObject({
      working: null,
      failed: null,
      stored: { isStale: false, document: { answers: maxComputedWhileWaiting + 2, share: { correct: 0 } } },
    });
  });

  it("is asked for by the first look at it, and computed in the background", async () => {
    await pool().query("DELETE FROM stored_result");
    const before = await withAnswersOutOfReach(() => compareRuns(installation, runs[0]!, runs[1]!));
    expect(before).toMatchObject({ stored: null, working: { share: 0 } });
    while (await runNextJob(jobHandlers));
    const after = await withAnswersOutOfReach(() => compareRuns(installation, runs[0]!, runs[1]!));
    expect(after).toMatchObject({ working: null, stored: { isStale: false, document: { n: 1, firstOnly: 1 } } });
  });

  it("is nobody else's, and what is not there cannot be asked for", async () => {
    const { actor } = await makePerson({});
    const [run = ""] = runs;
    await expect(recomputeResult(actor, "run", run)).rejects.toMatchObject({ code: "not-found" });
    for (const [kind, subject] of [
      ["nothing", run],
      ["run", "nobody"],
      ["run-pair", `${run}/${run}`],
      ["errors", run],
      ["people", `${study.id}/current/guess`],
      ["languages", `${study.id}/current/one`],
      ["tuning", `${run}/${run}/reader`],
    ] as const)
      await expect(recomputeResult(installation, kind, subject), `${kind} ${subject}`).rejects.toMatchObject({
        code: "not-found",
      });
  });
});
