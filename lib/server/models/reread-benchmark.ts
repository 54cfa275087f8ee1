import { type Actor, inProjectsWith } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { notThere } from "../platform/errors/app-error.ts";
import { type RereadReport, rereadPredictions } from "./reread-predictions.ts";

/** Parses the stored texts of a benchmark's predictions again, for users who may write its project's research. */
export async function rereadBenchmark(actor: Actor, benchmarkId: string, apply: boolean): Promise<RereadReport> {
  const benchmark = await db().benchmark.findFirst({
    where: { id: benchmarkId, ...inProjectsWith(actor, "research.write") },
    select: { projectId: true },
  });
  if (!benchmark) throw notThere();
  return rereadPredictions({ projectId: benchmark.projectId, benchmarkId, actorId: actor.userId, apply });
}
