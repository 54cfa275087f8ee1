import { labelResult } from "../annotation/figures/label-result.ts";
import { answerResult } from "../annotation/schema/answer-result.ts";
import { peopleModelResult } from "../beliefs/compare-people.ts";
import { tuningResult } from "../beliefs/compare-tuning.ts";
import { peopleResult } from "../beliefs/participant-answers.ts";
import { beliefScoreResult } from "../beliefs/score-runs.ts";
import { artefactResult } from "../mindgames/artefact-result.ts";
import { raterResult } from "../mindgames/rater-result.ts";
import { judgingResult } from "../models/judging/judging-result.ts";
import { runPairResult } from "../models/registry/run-pair-result.ts";
import { runResult } from "../models/registry/run-result.ts";
import type { Actor } from "../platform/access/access.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { ledgerResult } from "../recruiters/ledger-result.ts";
import { modelTablesResult } from "../replicate/model-tables.ts";
import { analysisResult } from "../results/analysis-result.ts";
import { cellResult } from "../results/cell-result.ts";
import { errorResult } from "../results/error-result.ts";
import { languageResult } from "../results/language-result.ts";
import { viewsResult } from "../results/views/views-result.ts";
import type { ResultDefinition } from "../stored-results/result-definition.ts";
import { createResultJob, jobKind, requestResult } from "../stored-results/stored-result.ts";
import { cleaningResult } from "../studies/cleaning/cleaning-result.ts";
import { flowResult } from "../studies/flow/flow-result.ts";
import { checksResult } from "../studies/responses/checks-result.ts";
import { pilotResult } from "../studies/run/pilot-result.ts";

/** All stored results of single answers. A feature with such a result adds its line here. */
const resultDefinitions: readonly ResultDefinition<unknown>[] = [
  analysisResult,
  answerResult,
  artefactResult,
  beliefScoreResult,
  cellResult,
  checksResult,
  cleaningResult,
  errorResult,
  flowResult,
  judgingResult,
  labelResult,
  languageResult,
  ledgerResult,
  modelTablesResult,
  peopleModelResult,
  peopleResult,
  pilotResult,
  raterResult,
  runPairResult,
  runResult,
  tuningResult,
  viewsResult,
];

/** The background jobs that compute the stored results. */
export const resultJobHandlers: Readonly<Record<string, JobHandler>> = Object.fromEntries(
  resultDefinitions.map((definition) => [jobKind(definition), createResultJob(definition)]),
);

/** Requests that a stored result is computed again, for users who may read it. */
export async function recomputeResult(actor: Actor, kind: string, subject: string): Promise<void> {
  const definition = resultDefinitions.find((one) => one.kind === kind);
  if (!definition) throw notFoundError();
  await requestResult(actor, definition, subject);
}
