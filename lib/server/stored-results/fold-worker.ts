import { parentPort, workerData } from "node:worker_threads";
import type { FoldTold, FoldWork } from "./fold-rows.ts";
import { startFold } from "./folds.ts";

// The script of the worker thread: bundled by bin/build-workers.js, started by fold-rows.ts.

const { name, setup }: FoldWork = workerData;
const fold = startFold(name, setup);
const tell = (told: FoldTold) => parentPort?.postMessage(told);
parentPort?.on("message", (rows: unknown[] | null) => {
  if (rows === null) tell({ document: fold.finish() });
  else {
    fold.add(rows);
    tell({ taken: rows.length });
  }
});
