import { parentPort, workerData } from "node:worker_threads";
import { prepareCells } from "@/lib/domain/results/views/cell-material.ts";
import { cellView } from "@/lib/domain/results/views/cell-views.ts";
import type { CellWork } from "./cell-in-worker.ts";

// The script of the worker thread: bundled by bin/build-workers.js, started by cell-in-worker.ts.

const { id, results, details, by, rules }: CellWork = workerData;
parentPort?.postMessage(cellView(id, prepareCells(results, details, by, rules)));
