import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { StudyResults } from "@/lib/domain/results/study-results.ts";
import { type CellMaterial, prepareCells } from "@/lib/domain/results/views/cell-material.ts";
import { type CellViewId, cellView } from "@/lib/domain/results/views/cell-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { cellWorker } from "./cell-worker.generated.ts";

/** What a view of cells is computed from. */
export interface CellWork {
  id: CellViewId;
  results: StudyResults;
  details: CellMaterial["details"];
  by: CellMaterial["by"];
  rules: Parameters<typeof prepareCells>[3];
}

/** As many answers of models in cells as are compared on the event loop itself: some ten milliseconds. */
const comparedHere = 1_500;
/** Views that fit a regression a subject take as long for far fewer. */
const slow: readonly CellViewId[] = ["interactions", "tom-factual"];
const slowlyComparedHere = 200;

/** A view of cells, of many answers computed in a thread of its own, so that the process goes on with its other work. */
export async function computeCellView(work: CellWork): Promise<View> {
  const most = slow.includes(work.id) ? slowlyComparedHere : comparedHere;
  return work.results.answers.length <= most ? viewHere(work) : viewInThread(work);
}

function viewHere({ id, results, details, by, rules }: CellWork): View {
  return cellView(id, prepareCells(results, details, by, rules));
}

async function viewInThread(work: CellWork): Promise<View> {
  // It needs nothing of ours: no database, no keys.
  const worker = new Worker(cellWorker, { eval: true, workerData: work, env: {}, execArgv: [] });
  try {
    // An error of the thread rejects.
    const [view] = (await once(worker, "message")) as [View];
    return view;
  } finally {
    await worker.terminate();
  }
}
