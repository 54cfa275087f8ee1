import type { View } from "@/lib/domain/results/views/view.ts";
import { finish } from "@/lib/domain/steps.ts";
import { serveThread } from "../../platform/threads/serve-thread.ts";
import { type CellWorkerInput, computeCells } from "./compute-cells.ts";

/** Computes a view of cells in a thread; reports its progress from 0 to 1. */
export const script = serveThread<CellWorkerInput, never, number, View>((work, { report }) =>
  finish(computeCells(work), report),
);
