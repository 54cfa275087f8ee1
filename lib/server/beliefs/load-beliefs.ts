import * as z from "zod";
import { type PeopleFigures, readPeopleFigures } from "@/lib/domain/beliefs/participants/fold-people.ts";
import type { ParticipantScore } from "@/lib/domain/beliefs/participants/score-participants.ts";
import { guessModelProfile, type ModelProfile } from "@/lib/domain/beliefs/prepare/model-profile.ts";
import type { ParticipantStudy, UncountedAnswers } from "@/lib/domain/beliefs/prepare/participant-study.ts";
import type { BeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import type { AnswerRule } from "@/lib/domain/beliefs/scoring/classify.ts";
import type { StoredScore } from "@/lib/domain/beliefs/scoring/score-json.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { type Actor, can, inProjectsWith } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { loadStoredResult } from "../stored-results/stored-result.ts";
import { readDataStatus } from "../studies/lock/read-data-status.ts";
import { studySubject } from "../studies/parity/study-result.ts";
import { hasExpressions } from "./make-expressions.ts";
import { listParticipantStudies, peopleResult } from "./participant-answers.ts";
import { type CountedRun, readScores } from "./score-runs.ts";

/** A benchmark of expressions for its pages. */
export interface BeliefBenchmark {
  id: string;
  projectId: string;
  name: string;
  description: string;
  isDemo: boolean;
  canWrite: boolean;
}

export interface BeliefModel extends CountedRun {
  isDemo: boolean;
  profile: ModelProfile;
  /** Null until the score is computed. */
  score: StoredScore | null;
}

export interface BeliefPeople {
  study: ParticipantStudy;
  score: ParticipantScore;
  uncounted: UncountedAnswers;
  /** The status of the study’s data. */
  status: ResultStatus;
}

export interface BeliefResults {
  benchmark: BeliefBenchmark;
  rule: AnswerRule;
  parity: BeliefQuery["parity"];
  /** By family, size and tuning. */
  models: BeliefModel[];
  studies: ParticipantStudy[];
  /**
   * People of the selected study; null without a study, without a completed session, or until their score is computed.
   */
  people: BeliefPeople | null;
  /** The state of people's score; null without people. */
  peopleState: ResultState<PeopleFigures> | null;
}

/** A benchmark of expressions, for users who may see it; null for all others, and for other benchmarks. */
export async function getBeliefBenchmark(actor: Actor, id: string): Promise<BeliefBenchmark | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const benchmark = await db().benchmark.findFirst({
    where: { id, ...inProjectsWith(actor, "research.read") },
    select: {
      id: true,
      projectId: true,
      name: true,
      description: true,
      isDemo: true,
      beliefs: { select: { benchmarkId: true } },
    },
  });
  if (!benchmark) return null;
  const { beliefs, ...facts } = benchmark;
  if (!beliefs && !(await hasExpressions(pool(), id))) return null;
  return { ...facts, canWrite: can(actor, "research.write", benchmark.projectId) };
}

/**
 * The data of all figures of a benchmark. Scores are stored, so a page with all figures reads one row per model,
 * regardless of the number of answers.
 */
export async function loadBeliefs(
  actor: Actor,
  benchmarkId: string,
  query: { rule: AnswerRule; parity: BeliefQuery["parity"]; people: string | null },
): Promise<BeliefResults | null> {
  const benchmark = await getBeliefBenchmark(actor, benchmarkId);
  if (!benchmark) return null;
  const [runs, studies] = await Promise.all([listRuns(benchmarkId), listParticipantStudies(benchmarkId)]);
  const scores = await readScores(runs, query);
  const study = query.people === "none" ? null : chooseStudy(studies, query.people);
  const peopleState = study && (await readPeopleScore(study, query.rule));
  const figures = peopleState?.stored?.document;
  return {
    benchmark,
    rule: query.rule,
    parity: query.parity,
    models: runs.map((run) => ({ ...run, score: scores.get(run.runId) ?? null })),
    studies,
    people:
      study && figures
        ? {
            study,
            score: readPeopleFigures(figures),
            uncounted: figures.uncounted,
            status: await readDataStatus(study.id, study.stage),
          }
        : null,
    peopleState,
  };
}

const runRow = z.strictObject({
  id: z.string(),
  source: z.string(),
  name: z.string(),
  details: json(),
  is_demo: z.boolean(),
  answers: z.number(),
  is_repeated: z.boolean(),
});

/** The runs of a benchmark with their numbers of answers, from the counters. */
export async function listRuns(benchmarkId: string): Promise<Omit<BeliefModel, "score">[]> {
  const rows = await manyRows(
    pool(),
    runRow,
    sql`SELECT run.id, run.source, model.name, model.details, model.is_demo,
       (SELECT coalesce(sum(answers), 0)::int FROM prediction_change WHERE run_id = run.id) AS answers,
       count(*) OVER (PARTITION BY model.id) > 1 AS is_repeated
     FROM run JOIN model ON model.id = run.model_id WHERE run.benchmark_id = ${benchmarkId}`,
  );
  return rows
    .map((row) => {
      const observer: string = row.is_repeated ? `${row.name} · ${row.source}` : row.name;
      const profile = { ...inferProfile(row.name, row.details), model: observer };
      return { runId: row.id as string, observer, answers: row.answers as number, isDemo: row.is_demo, profile };
    })
    .filter(({ answers }) => answers > 0)
    .sort((left, right) => compareProfiles(left.profile, right.profile));
}

const detailsSchema = z.object({
  family: z.string().min(1),
  sizeBillions: z.number().positive(),
  tuning: z.enum(["base", "instruct"]),
});

/** The properties of a model from a researcher's notes. Missing properties are inferred from the model's name. */
function inferProfile(name: string, details: unknown): ModelProfile {
  const stated = detailsSchema.partial().safeParse(details).data ?? {};
  return { ...guessModelProfile(name), ...stated };
}

function compareProfiles(left: ModelProfile, right: ModelProfile): number {
  const key = ({ family, sizeBillions, tuning, model }: ModelProfile) =>
    [family ?? "\uffff", String(Math.round((sizeBillions ?? 0) * 1000)).padStart(12, "0"), tuning ?? "", model].join(
      "\n",
    );
  return key(left) < key(right) ? -1 : 1;
}

function chooseStudy(studies: readonly ParticipantStudy[], selection: string | null): ParticipantStudy | null {
  return studies.find(({ id }) => id === selection) ?? studies.find(({ complete }) => complete > 0) ?? null;
}

/** People's stored score, computed from answers in the study's own stage. */
async function readPeopleScore(study: ParticipantStudy, rule: AnswerRule): Promise<ResultState<PeopleFigures> | null> {
  return study.complete === 0 ? null : loadStoredResult(peopleResult, await studySubject(study.id, true, rule));
}
