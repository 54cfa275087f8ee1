import {
  type JudgeAgreement,
  type JudgedRow,
  type JudgedRun,
  reportAgreement,
  reportRuns,
} from "@/lib/domain/models/judging/judging-report.ts";
import { type Actor, can } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { judgeable } from "./judgeable.ts";
import { verdictOf } from "./keep-judgement.ts";

export interface JudgingPage {
  benchmarkId: string;
  benchmark: string;
  projectId: string;
  canWrite: boolean;
  runs: { id: string; modelId: string; model: string; source: string; answers: number }[];
  results: JudgedRun[];
  agreement: JudgeAgreement[];
  /** How many people have judged. */
  people: number;
}

/**
 * What judges say of the open-ended answers about a benchmark, and how far judging models agree with people. A model that
 * judged a run twice counts with its last word. Null for those who may not see it.
 */
export async function getJudging(actor: Actor, benchmarkId: string): Promise<JudgingPage | null> {
  const { rows: benchmarks } = await pool().query<{ name: string; project_id: string }>(
    "SELECT name, project_id FROM benchmark WHERE id = $1 AND ($2::uuid[] IS NULL OR project_id = ANY($2))",
    [benchmarkId, projectScope(actor, "research.read")],
  );
  const benchmark = benchmarks[0];
  if (!benchmark) return null;
  const [{ rows: runs }, judged] = await Promise.all([
    pool().query<JudgingPage["runs"][number]>(
      `SELECT run.id, model.id AS "modelId", model.name AS model, run.source, count(*)::int AS answers
       FROM run JOIN model ON model.id = run.model_id JOIN prediction ON prediction.run_id = run.id
       JOIN item_version AS item ON item.id = prediction.item_version_id
       WHERE run.benchmark_id = $1 AND ${judgeable}
       GROUP BY run.id, model.id ORDER BY lower(model.name), run.source, run.id`,
      [benchmarkId],
    ),
    readJudged(benchmarkId),
  ]);
  return {
    benchmarkId,
    benchmark: benchmark.name,
    projectId: benchmark.project_id,
    canWrite: can(actor, "research.write", benchmark.project_id),
    runs,
    results: reportRuns(judged.rows),
    agreement: reportAgreement(judged.rows),
    people: judged.people,
  };
}

async function readJudged(benchmarkId: string): Promise<{ rows: JudgedRow[]; people: number }> {
  const { rows } = await pool().query<{
    id: string;
    run_id: string;
    story: string;
    user_id: string | null;
    judge: string | null;
    verdict: string | null;
  }>(
    `SELECT prediction.id, prediction.run_id, coalesce(story.external_id, '') AS story, judgement.user_id,
       endpoint.name AS judge, judgement.verdict
     FROM run JOIN prediction ON prediction.run_id = run.id
     JOIN item_version AS item ON item.id = prediction.item_version_id
     JOIN story_version AS story ON story.id = item.story_version_id
     JOIN judgement ON judgement.prediction_id = prediction.id
     LEFT JOIN evaluation ON evaluation.id = judgement.evaluation_id
     LEFT JOIN model_endpoint AS endpoint ON endpoint.id = evaluation.endpoint_id
     WHERE run.benchmark_id = $1 AND ${judgeable}
     ORDER BY item.ordinal, prediction.id, judgement.created_at, judgement.id`,
    [benchmarkId],
  );
  const found = new Map<
    string,
    {
      runId: string;
      story: string;
      people: JudgedRow["people"][number][];
      models: Record<string, JudgedRow["people"][number] | null>;
    }
  >();
  for (const { id, run_id, story, judge, verdict } of rows) {
    const row = found.get(id) ?? { runId: run_id, story, people: [], models: {} };
    found.set(id, row);
    const said = verdictOf(verdict);
    if (judge !== null) row.models[judge] = said;
    else if (said !== null) row.people.push(said);
  }
  const people = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
  return { rows: [...found.values()], people: people.size };
}
