import type { View } from "@/lib/domain/results/views/view.ts";
import { runInThread } from "../../platform/threads/run-in-thread.ts";
import type { CellWork } from "./compute-cells.ts";

/**
 * A view of cells, computed in a thread: even a small study takes more than a moment to compare with a dozen models.
 *
 * @param progress called for each step, 0 to 1, one call after the other
 * @throws what the computation throws
 */
export async function computeCellView(work: CellWork, progress: (share: number) => Promise<void>): Promise<View> {
  const { cellWorker } = await import("./cell-worker.generated.ts");
  return runInThread(cellWorker, work, progress);
}
