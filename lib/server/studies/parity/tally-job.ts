import * as z from "zod";
import type { JobHandler } from "../../platform/jobs/run-job.ts";
import { tallyPredictions } from "./tally-predictions.ts";

const payloadSchema = z.object({ studyId: z.uuid() });

/**
 * Compares models' answers with a study and counts them, after an import or a change that is too large for a page
 * request.
 */
export const tallyInBackground: JobHandler = async (job) => {
  const { studyId } = payloadSchema.parse(job.payload);
  let reportedShare = 0;
  await tallyPredictions(studyId, async (share) => {
    if (share < reportedShare + 0.02) return;
    reportedShare = share;
    await job.progress({ share });
  });
};
