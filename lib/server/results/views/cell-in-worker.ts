import type { View } from "@/lib/domain/results/views/view.ts";
import { runInThread } from "../../platform/threads/run-in-thread.ts";
import type { CellWorkerInput } from "./compute-cells.ts";

/**
 * Computes a view of cells in a thread, because even the comparison of a small study with a dozen models takes long.
 *
 * @param progress called for each step with a value from 0 to 1, one call after the other
 * @throws errors of the computation
 */
export async function computeCellView(
  work: CellWorkerInput,
  progress: (share: number) => Promise<void>,
): Promise<View> {
  const { cellWorker } = await import("./cell-worker.generated.ts");
  return runInThread(cellWorker, work, progress);
}
