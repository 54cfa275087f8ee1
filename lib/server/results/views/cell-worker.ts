import { parentPort, workerData } from "node:worker_threads";
import type { CellTold } from "./cell-in-worker.ts";
import { type CellWork, computeCells } from "./compute-cells.ts";

// The script of the worker thread: bundled by bin/build-workers.js, started by cell-in-worker.ts.

const work: CellWork = workerData;
const tell = (told: CellTold) => parentPort?.postMessage(told);
const steps = computeCells(work);
let step = steps.next();
for (; !step.done; step = steps.next()) tell({ share: step.value });
tell({ view: step.value });
