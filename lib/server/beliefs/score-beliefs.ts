import { z } from "zod";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { listRuns } from "./get-beliefs.ts";
import { readKeptScores, scoreRuns } from "./score-runs.ts";

const payloadSchema = z.object({ benchmarkId: z.uuid() });

/** Scores the runs of a benchmark whose kept score is missing or old. A killed process loses the run it was at. */
export const scoreBeliefs: JobHandler = async (job) => {
  const { benchmarkId } = payloadSchema.parse(job.payload);
  const runs = await listRuns(benchmarkId);
  const kept = await readKeptScores(runs, "reader");
  const missing = runs.filter(({ runId }) => !kept.has(runId));
  await scoreRuns(benchmarkId, missing, (done) => job.progress({ done, of: missing.length }));
  return { scored: missing.length };
};
