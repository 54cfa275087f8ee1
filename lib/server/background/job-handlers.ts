import { createCandidateHandler } from "../annotation/candidates/make-candidate.ts";
import { createConstructItemHandler } from "../annotation/construct/construct-item.ts";
import { exportArchive, exportJobKind } from "../archive/request-archive.ts";
import { importJobKind } from "../archive/request-import.ts";
import { poolInBackground, poolJobKind } from "../archive/request-pool.ts";
import { runExpansionJob } from "../beliefs/expand-beliefs.ts";
import { ksteDemoJobKind, mindgamesDemoJobKind } from "../demo/demo-parts.ts";
import { simulateKste } from "../demo/seed-kste-studies.ts";
import { simulateMindgames } from "../demo/seed-mindgames.ts";
import { simulateBeliefs } from "../demo/simulate-beliefs.ts";
import { simulateDemo } from "../demo/simulate-demo.ts";
import { runSimulationJob, simulationJobKind } from "../demo/simulation/simulation-job.ts";
import { deliverEvent, deliveryJobKind } from "../events/deliver-event.ts";
import { generateJobKind, runGenerationJob } from "../mindgames/generate-set.ts";
import { askModels } from "../models/evaluations/run-evaluation.ts";
import { evaluationJobKind } from "../models/evaluations/store-evaluation.ts";
import { reparseJobKind, reparseStoredTexts } from "../models/reparse-job.ts";
import { tallyJobKind } from "../models/request-tallies.ts";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { releaseJobKind } from "../release/request-release.ts";
import { replicateInBackground } from "../replicate/replication-job.ts";
import { replicationJobKind } from "../replicate/replication-upload.ts";
import { planSimulationJobKind, simulatePlanInBackground } from "../results/simulation/plan-simulation-job.ts";
import { purgeJobKind, purgeStudy } from "../sessions/erasure/purge-study.ts";
import { recomputeFingerprints, recomputeJobKind } from "../sessions/recompute-fingerprints.ts";
import { tallyInBackground } from "../studies/parity/tally-job.ts";
import { runArchiveImport } from "./archive-import-job.ts";
import { runReleaseJob } from "./release-job.ts";
import { resultJobHandlers } from "./stored-results.ts";

/** The handler of each kind of background job. Every feature with background jobs adds its line here. */
export const jobHandlers: Readonly<Record<string, JobHandler>> = {
  candidate: createCandidateHandler(),
  [deliveryJobKind]: deliverEvent,
  "construct-item": createConstructItemHandler(),
  "simulate-demo": simulateDemo,
  "expand-beliefs": runExpansionJob,
  "simulate-beliefs": simulateBeliefs,
  [mindgamesDemoJobKind]: simulateMindgames,
  [recomputeJobKind]: recomputeFingerprints,
  [ksteDemoJobKind]: simulateKste,
  [generateJobKind]: runGenerationJob,
  [simulationJobKind]: runSimulationJob,
  [planSimulationJobKind]: simulatePlanInBackground,
  [evaluationJobKind]: askModels(),
  [releaseJobKind]: runReleaseJob,
  [replicationJobKind]: replicateInBackground,
  [reparseJobKind]: reparseStoredTexts,
  [tallyJobKind]: tallyInBackground,
  [purgeJobKind]: purgeStudy,
  [exportJobKind]: exportArchive,
  [importJobKind]: runArchiveImport,
  [poolJobKind]: poolInBackground,
  ...resultJobHandlers,
};
