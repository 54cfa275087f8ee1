import { Worker } from "node:worker_threads";
import type { View } from "@/lib/domain/results/views/view.ts";
import { finish } from "@/lib/domain/steps.ts";
import { type CellWork, computeCells } from "./compute-cells.ts";

/** What the thread tells: how far it is (0 to 1), and the view at the end. */
export type CellTold = { share: number } | { view: View };

/**
 * A view of cells, computed on the event loop itself or in a thread of its own, so that the process goes on with its other work.
 *
 * @param progress called for every step of the thread, one after the other
 * @throws what the computation throws
 */
export async function computeCellView(
  work: CellWork,
  isInThread: boolean,
  progress: (share: number) => Promise<void>,
): Promise<View> {
  return isInThread ? viewInThread(work, progress) : finish(computeCells(work));
}

async function viewInThread(work: CellWork, progress: (share: number) => Promise<void>): Promise<View> {
  const { cellWorker } = await import("./cell-worker.generated.ts");
  // It needs nothing of ours: no database, no keys.
  const worker = new Worker(cellWorker, { eval: true, workerData: work, env: {}, execArgv: [] });
  let told = Promise.resolve();
  try {
    return await new Promise<View>((resolve, reject) => {
      worker.on("message", (message: CellTold) => {
        if ("view" in message) told.then(() => resolve(message.view), reject);
        else {
          told = told.then(() => progress(message.share));
          told.catch(reject);
        }
      });
      worker.once("error", reject);
      worker.once("exit", (code) => code !== 0 && reject(new Error(`The computation ended with ${code}.`)));
    });
  } finally {
    await worker.terminate();
  }
}
