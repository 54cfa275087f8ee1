import type { View } from "@/lib/domain/results/views/view.ts";
import { finish } from "@/lib/domain/steps.ts";
import { runInThread } from "../../platform/threads/run-in-thread.ts";
import { type CellWork, computeCells } from "./compute-cells.ts";

/**
 * A view of cells, computed on the event loop itself or in a thread.
 *
 * @param progress called for each step of the thread, 0 to 1, one call after the other
 * @throws what the computation throws
 */
export async function computeCellView(
  work: CellWork,
  isInThread: boolean,
  progress: (share: number) => Promise<void>,
): Promise<View> {
  if (!isInThread) return finish(computeCells(work));
  const { cellWorker } = await import("./cell-worker.generated.ts");
  return runInThread(cellWorker, work, progress);
}
