import { parentPort, workerData } from "node:worker_threads";
import { prepareMaterial } from "@/lib/domain/results/views/material.ts";
import { computeViews } from "@/lib/domain/results/views/study-views.ts";
import type { ViewsTold, ViewsWork } from "./compute-in-worker.ts";

// The script of the worker thread: bundled by bin/build-workers.js, started by compute-in-worker.ts.

const { results, single, ...rest }: ViewsWork = workerData;
const tell = (told: ViewsTold) => parentPort?.postMessage(told);
const steps = computeViews(prepareMaterial(results, single, rest));
let step = steps.next();
for (; !step.done; step = steps.next()) tell({ progress: step.value });
tell({ views: step.value });
