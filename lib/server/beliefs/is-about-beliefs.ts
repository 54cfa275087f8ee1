import type { Actor } from "../platform/access/access.ts";
import { getBeliefBenchmark } from "./load-beliefs.ts";

/** Whether a benchmark has belief figures, for users who may see it. */
export async function hasBeliefFigures(actor: Actor, benchmarkId: string): Promise<boolean> {
  return (await getBeliefBenchmark(actor, benchmarkId)) !== null;
}
