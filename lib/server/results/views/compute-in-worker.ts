import type { SingleAnswers } from "@/lib/domain/results/model/single-answers.ts";
import type { ViewProgress } from "@/lib/domain/results/views/study-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { runInThread } from "../../platform/threads/run-in-thread.ts";
import type { ViewsWork } from "./views-worker.ts";

/**
 * Computes the views of single answers in a thread. The columns of answers are moved, not copied: `work.single` is
 * empty afterwards.
 *
 * @param progress called for each step, one call after the other
 * @throws errors of the computation
 */
export async function computeInWorker(
  work: ViewsWork,
  progress: (step: ViewProgress) => Promise<void>,
): Promise<View[]> {
  const { viewsWorker } = await import("./views-worker.generated.ts");
  return runInThread(viewsWorker, work, progress, { transfer: listBuffers(work.single) });
}

function listBuffers({ person, item, condition, right, option, seconds }: SingleAnswers): ArrayBuffer[] {
  return [person, item, condition, right, option, seconds].flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );
}
