import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { type ModelMind, type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { withAnswersOutOfReach } from "@/prisma/factories/out-of-reach.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../../items/import-items.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { runNextJob } from "../../platform/jobs/run-job.ts";
import { beginJudging } from "../evaluations/begin-judging.ts";
import { createEvaluation } from "../evaluations/create-evaluation.ts";
import { createEndpoint } from "../evaluations/endpoints.ts";
import { getEvaluation } from "../evaluations/get-evaluations.ts";
import { askModels } from "../evaluations/run-evaluation.ts";
import { evaluationJobKind } from "../evaluations/store-evaluation.ts";
import { reparsePredictions } from "../reparse-predictions.ts";
import { getJudgingQueue, judgeAnswer } from "./judge-answers.ts";
import { loadJudging } from "./load-judging.ts";

withTestDatabase();

let projectId: string;
let actor: Actor;
const servers: ModelServer[] = [];

beforeAll(async () => {
  ({ id: projectId } = await makeProject());
  ({ actor } = await makePerson({ projectId, role: "admin" }));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function endpoint(name: string, mind: ModelMind): Promise<{ id: string; server: ModelServer }> {
  const server = await startModelServer(mind);
  servers.push(server);
  const { id } = await createEndpoint(actor, projectId, {
    name,
    settings: {
      ...{ url: server.url, model: "tiny", style: "chat", temperature: 0, reasoningEffort: null, maximumTokens: 100 },
      ...{ seed: null, system: "", extra: {}, promptUsdPerMillion: 1, completionUsdPerMillion: 10, timeoutSeconds: 5 },
      ...{ parallel: 4, perMinute: null },
    },
  });
  return { id, server };
}

const quick = { attempts: 3, timeoutMs: null, pauseMs: 1, maximumBytes: 1_000_000 };
async function work(): Promise<void> {
  while (await runNextJob({ [evaluationJobKind]: askModels(quick) }));
}

/** Even ferries: the drawer is right; the model always says the drawer, and of the last one something else. */
async function openAnswers(ferries: number): Promise<{ benchmark: string; run: string }> {
  const drawn = Math.random().toString(36).slice(2);
  async function* lines() {
    for (let number = 0; number < ferries; number += 1)
      yield JSON.stringify({
        id: `ferry-${number}`,
        kind: "two-choice",
        story: { id: `ferry-${number}`, text: `Mira hid ticket ${number} while Jon was below deck.` },
        text: "What does Jon do next?",
        options: ["He looks in the drawer.", "He looks under the bench."],
        gold: number % 2,
      });
  }
  const { benchmarkId: benchmark } = await importItems({
    ...{ projectId, benchmarkName: `Ferries ${drawn}`, fileName: "items.jsonl", lines: lines(), actorId: null },
  });
  const told = await endpoint(`Teller ${drawn}`, ({ prompt }) =>
    prompt.includes(`ticket ${ferries - 1} `) ? "Answer: He goes home." : "Answer: He opens the drawer.",
  );
  const { id } = await createEvaluation(actor, {
    ...{ endpoint: told.id, benchmark, source: "open", kind: "two-choice", answer: "text", shots: 0, seed: "1" },
    ...{
      levels: { prompt: ["open-ended"], optionOrder: ["0-1", "1-0"], ablation: ["plain"] },
      repeats: 1,
      sample: null,
    },
    ...{ priorFirst: false, study: null, limitUsd: null },
  });
  await work();
  // Without options there is no order of theirs: each is asked once, and nothing is unparsed that no one has read.
  expect(await getEvaluation(actor, id)).toMatchObject({
    state: "done",
    total: ferries,
    answered: ferries,
    unparsed: 0,
  });
  const { rows } = await pool().query("SELECT run_id FROM evaluation WHERE id = $1", [id]);
  return { benchmark, run: rows[0].run_id };
}

/** A judge that goes by the words alone. */
const byWords: ModelMind = ({ prompt }) => {
  const generated = /Generated Answer: (.+)/.exec(prompt)?.[1] ?? "";
  if (!generated.includes("drawer")) return "NA";
  return /Correct Answer: .*drawer/.test(prompt) ? "True" : "False";
};

const keysOf = async (run: string) =>
  (
    await pool().query<{ answer_key: string | null }>(
      `SELECT answer_key FROM prediction JOIN item_version AS item ON item.id = item_version_id
       WHERE run_id = $1 ORDER BY item.ordinal`,
      [run],
    )
  ).rows.map(({ answer_key }) => answer_key);

/** What the page shows, which reads no answer where it has been computed. */
async function figuresOf(benchmark: string) {
  const shown = async () => (await loadJudging(actor, benchmark))?.figures.stored;
  const stored = await shown();
  expect(stored?.isStale).toBe(false);
  expect(await withAnswersOutOfReach(shown)).toEqual(stored);
  return stored?.document;
}

describe("open-ended answers", () => {
  it("are judged by a model through faults, once each, within a limit, and get the option that was meant", async () => {
    const { benchmark, run } = await openAnswers(8);
    const judge = await endpoint("Judge of eight", byWords);
    judge.server.faults.push("fail", "break-off", "busy");
    const { id } = await beginJudging(actor, { endpoint: judge.id, run, limitUsd: 1 });
    await work();
    expect(await getEvaluation(actor, id)).toMatchObject({
      ...{ state: "done", total: 8, answered: 8, failed: 0, unparsed: 0, judges: true, endpoint: "Judge of eight" },
    });
    expect((await getEvaluation(actor, id))?.spentUsd).toBeCloseTo(8 * 0.0012, 9);
    expect(judge.server.requests).toHaveLength(8);
    expect(judge.server.requests[0]?.prompt).toMatch(/^You are an accuracy evaluator/);
    expect(await keysOf(run)).toEqual([...Array(7).fill("option-0"), null]);
    const found = await figuresOf(benchmark);
    expect(found?.results).toMatchObject([{ judge: "Judge of eight", judged: 8, right: 4, wrong: 3, neither: 1 }]);
    expect(found?.agreement).toMatchObject([{ n: 0 }]);
    // A reader of texts does not take back what a judge said.
    await reparsePredictions({ projectId, benchmarkId: benchmark, actorId: null, apply: true });
    expect(await keysOf(run)).toEqual([...Array(7).fill("option-0"), null]);
  });

  it("are judged by people who do not see whose they are, who prevail, and with whom the judge is compared", async () => {
    const { benchmark, run } = await openAnswers(6);
    const judge = await endpoint("Judge of six", byWords);
    await beginJudging(actor, { endpoint: judge.id, run, limitUsd: null });
    await work();
    const seen = new Set<string>();
    for (let turn = 0; turn < 6; turn += 1) {
      const queue = await getJudgingQueue(actor, benchmark);
      expect(queue).toMatchObject({ judged: turn, total: 6 });
      expect(JSON.stringify(queue)).not.toMatch(/Teller|run|condition/);
      const { predictionId, answer } = queue!.next!;
      seen.add(predictionId);
      const isHome = answer.generated.includes("home");
      // The person takes going home for looking under the bench.
      const verdict = isHome ? "true" : answer.correct.includes("drawer") ? "true" : "false";
      await judgeAnswer(actor, { prediction: predictionId, verdict });
    }
    expect(seen.size).toBe(6);
    expect(await getJudgingQueue(actor, benchmark)).toMatchObject({ judged: 6, total: 6, next: null });
    const found = await figuresOf(benchmark);
    expect(found).toMatchObject({ people: 1, agreement: [{ judge: "Judge of six", n: 6, same: 5 }] });
    expect(found?.results).toMatchObject([
      { judge: null, judged: 6, right: 4, wrong: 2 },
      { judge: "Judge of six", judged: 6, right: 3, wrong: 2, neither: 1 },
    ]);
    // Ferry 5: its key is the bench, and the person's verdict takes precedence over the judge's NA.
    expect((await keysOf(run)).at(-1)).toBe("option-1");
    const { rows } = await pool().query("SELECT count(*)::int AS n FROM audit_event WHERE action = 'prediction.judge'");
    expect(rows[0].n).toBe(6);
  });

  it("are given out one by one however many there are, and counted up to a bound", async () => {
    const { benchmark, run } = await openAnswers(3);
    await pool().query(
      `INSERT INTO prediction (id, run_id, item_version_id, condition_key, condition, repeat, output, row_hash)
       SELECT gen_random_uuid(), run_id, item_version_id, condition_key, condition, nth, output, ''
       FROM prediction, generate_series(1, 4) AS nth WHERE run_id = $1`,
      [run],
    );
    const seen = new Set<string>();
    for (let turn = 0; turn < 15; turn += 1) {
      const queue = await getJudgingQueue(actor, benchmark, 10);
      expect(queue).toMatchObject({ judged: turn, total: 10, isCapped: true });
      // Anyone who looks again sees the same answer.
      expect((await getJudgingQueue(actor, benchmark))?.next).toEqual(queue!.next);
      seen.add(queue!.next!.predictionId);
      await judgeAnswer(actor, { prediction: queue!.next!.predictionId, verdict: "na" });
    }
    expect(seen.size).toBe(15);
    expect(await getJudgingQueue(actor, benchmark)).toMatchObject({
      ...{ judged: 15, total: 15, isCapped: false, next: null },
    });
  });

  it("are not for strangers, and what was answered with options in sight is not judged", async () => {
    const { benchmark, run } = await openAnswers(2);
    const judge = await endpoint("Judge of two", byWords);
    const stranger = (await makePerson({ projectId: (await makeProject()).id, role: "admin" })).actor;
    const viewer = (await makePerson({ projectId, role: "viewer" })).actor;
    expect(await loadJudging(stranger, benchmark)).toBeNull();
    expect(await loadJudging(viewer, benchmark)).not.toBeNull();
    expect(await getJudgingQueue(viewer, benchmark)).toBeNull();
    const { rows } = await pool().query("SELECT id FROM prediction WHERE run_id = $1 LIMIT 1", [run]);
    await expect(judgeAnswer(viewer, { prediction: rows[0].id, verdict: "na" })).rejects.toThrow();
    await expect(beginJudging(stranger, { endpoint: judge.id, run, limitUsd: null })).rejects.toThrow();
    await pool().query(
      `UPDATE prediction SET condition = '{"prompt":"knp"}', condition_key = 'prompt=knp' WHERE run_id = $1`,
      [run],
    );
    await expect(beginJudging(actor, { endpoint: judge.id, run, limitUsd: null })).rejects.toMatchObject({
      field: "run",
    });
  });
});
