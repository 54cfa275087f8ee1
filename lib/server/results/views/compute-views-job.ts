import * as z from "zod";
import type { View } from "@/lib/domain/results/views/view.ts";
import { choiceKey, type ViewChoice, viewChoiceSchema } from "@/lib/domain/results/views/view-choice.ts";
import { readDataHash } from "../../counting/read-data-hash.ts";
import { installation } from "../../platform/access/access.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { HopelessJobError, type JobHandler } from "../../platform/jobs/run-job.ts";
import { tallyPredictions } from "../../studies/parity/tally-predictions.ts";
import { getResults } from "../get-results.ts";
import { computeInWorker } from "./compute-in-worker.ts";
import { readViewsWork } from "./read-views-work.ts";

export const viewsJobKind = "study-views";

const payloadSchema = z.object({ studyId: z.uuid(), choice: viewChoiceSchema });

/**
 * Computes every view of a study's single answers and stores them with the hash of the data that they come from. The hash
 * is taken first: what changes meanwhile makes the result stale, never falsely fresh. Answers are read in pieces and
 * computed in a thread of its own, so that the process goes on serving.
 */
export const computeStudyViews: JobHandler = async (job) => {
  const { studyId, choice } = payloadSchema.parse(job.payload);
  const dataHash = await readDataHash(studyId, choice);
  await tallyPredictions(studyId);
  await job.progress({ share: 0, doing: "Reading the answers" });
  const page = await getResults(installation, studyId, choice);
  if (!page) throw new HopelessJobError("The study is no longer there.");
  const work = await readViewsWork(page, choice, dataHash);
  let told = 0;
  const views = await computeInWorker(work, async (step) => {
    if (step.share < told + 0.02 && told > 0) return;
    told = step.share;
    await job.progress({ ...step });
  });
  await storeViews(studyId, choice, dataHash, views);
  return { dataHash };
};

async function storeViews(
  studyId: string,
  choice: ViewChoice,
  dataHash: string,
  views: readonly View[],
): Promise<void> {
  await withTx(async (client) => {
    await client.query("DELETE FROM stored_view WHERE study_id = $1 AND choice = $2", [studyId, choiceKey(choice)]);
    await client.query(
      `INSERT INTO stored_view (study_id, choice, view, data_hash, document)
       SELECT $1, $2, view.id, $3, view.document FROM unnest($4::text[], $5::jsonb[]) AS view (id, document)`,
      [studyId, choiceKey(choice), dataHash, views.map(({ id }) => id), views.map((view) => JSON.stringify(view))],
    );
  });
}
