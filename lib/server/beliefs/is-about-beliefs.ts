import type { Actor } from "../platform/access/access.ts";
import { getBeliefBenchmark } from "./get-beliefs.ts";

/** Whether figures of beliefs can be drawn of a benchmark, for someone who may see it. */
export async function isAboutBeliefs(actor: Actor, benchmarkId: string): Promise<boolean> {
  return (await getBeliefBenchmark(actor, benchmarkId)) !== null;
}
