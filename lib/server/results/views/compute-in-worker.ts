import { Worker } from "node:worker_threads";
import type { SingleAnswers } from "@/lib/domain/results/single-answers.ts";
import type { StudyResults } from "@/lib/domain/results/study-results.ts";
import type { Material } from "@/lib/domain/results/views/material.ts";
import type { ViewProgress } from "@/lib/domain/results/views/study-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";

/** What the thread is given. */
export type ViewsWork = { results: StudyResults; single: SingleAnswers } & Pick<
  Material,
  "planned" | "population" | "probabilities" | "seed"
>;

/** What the thread tells: how far it is, and the views at the end. */
export type ViewsTold = { progress: ViewProgress } | { views: View[] };

/**
 * Computes the views of single answers in a thread of its own, so that the process that serves participants keeps its event
 * loop. The columns of answers are handed over, not copied: `work.single` is empty afterwards.
 *
 * @param progress called for every step, one after the other
 * @throws what the computation throws
 */
export async function computeInWorker(
  work: ViewsWork,
  progress: (step: ViewProgress) => Promise<void>,
): Promise<View[]> {
  const { viewsWorker } = await import("./views-worker.generated.ts");
  const worker = new Worker(viewsWorker, {
    eval: true,
    workerData: work,
    transferList: columnsOf(work.single),
    // It needs nothing of ours: no database, no keys.
    env: {},
    execArgv: [],
  });
  let told = Promise.resolve();
  let isDone = false;
  try {
    return await new Promise<View[]>((resolve, reject) => {
      worker.on("message", (message: ViewsTold) => {
        if ("views" in message) {
          isDone = true;
          told.then(() => resolve(message.views), reject);
        } else {
          told = told.then(() => progress(message.progress));
          told.catch(reject);
        }
      });
      worker.once("error", reject);
      // What it told last may still wait for what it told before.
      worker.once("exit", (code) => {
        if (!isDone) reject(new Error(`The computation ended with ${code} before it was done.`));
      });
    });
  } finally {
    await worker.terminate();
  }
}

function columnsOf({ person, item, condition, right, option, seconds }: SingleAnswers): ArrayBuffer[] {
  return [person, item, condition, right, option, seconds].flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );
}
