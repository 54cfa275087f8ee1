import type { BeliefTuple } from "@/lib/domain/beliefs/tuple.ts";
import { formatCount } from "../../domain/format/figures.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { runInThread } from "../platform/threads/run-in-thread.ts";
import type { FactTotals } from "./facts-worker.ts";
import type { ReadFacts } from "./read-facts.ts";

/** Maximum number of facts: three times the size of the paper's sample. */
const maxFacts = 10_000;

/** Memory limit of the thread: a malicious file can end its thread, but not the process. */
const maxMemoryMb = 1_536;

/**
 * Runs `readFacts` for an upload in a thread.
 *
 * @throws AppError for a file that cannot be read or that exceeds the maximum number of facts
 */
export async function readFactsInThread(path: string, format: "authors" | "popqa", seed: string): Promise<ReadFacts> {
  const { factsWorker } = await import("./facts-worker.generated.ts");
  const tuples: BeliefTuple[] = [];
  const collect = (part: BeliefTuple[]) => void tuples.push(...part);
  const input = { path, format, seed, maxFacts };
  const totals = await runInThread(factsWorker, input, collect, { maxMemoryMb }).catch(throwTooLarge);
  if (totals.refusal !== null) throw new AppError("invalid", `The file cannot be read: ${totals.refusal}.`, "file");
  if (totals.facts > maxFacts) {
    const message = `This file contains ${formatCount(totals.facts)} facts; the limit for one benchmark is ${formatCount(maxFacts)}.`;
    throw new AppError("too-large", message);
  }
  return { tuples, importSummary: totals.importSummary };
}

function throwTooLarge(error: unknown): FactTotals {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")) throw error;
  return { refusal: "the file exceeds the memory limit; split it into smaller files" };
}
