import * as z from "zod";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { listRuns } from "./get-beliefs.ts";
import { openRule, readKeptScores, scoreRuns } from "./score-runs.ts";

const payloadSchema = z.object({ benchmarkId: z.uuid(), parity: z.enum(["all", "matching"]).default("all") });

/** Scores the runs of a benchmark whose kept score is missing or old. A killed process loses the run it was at. */
export const scoreBeliefs: JobHandler = async (job) => {
  const { benchmarkId, parity } = payloadSchema.parse(job.payload);
  const runs = await listRuns(benchmarkId);
  // All rules are scored together, that of open questions last.
  const kept = await readKeptScores(runs, { rule: openRule, parity });
  const missing = runs.filter(({ runId }) => !kept.has(runId));
  await scoreRuns(benchmarkId, missing, parity, (done) => job.progress({ done, of: missing.length }));
  return { scored: missing.length };
};
