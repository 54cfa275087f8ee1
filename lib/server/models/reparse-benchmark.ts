import { type Actor, inProjectsWith } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import { type ReparseReport, reparsePredictions } from "./reparse-predictions.ts";

/**
 * Parses the stored texts of a benchmark's predictions again, for users with write access to its project's research.
 */
export async function reparseBenchmark(actor: Actor, benchmarkId: string, apply: boolean): Promise<ReparseReport> {
  const benchmark = await db().benchmark.findFirst({
    where: { id: benchmarkId, ...inProjectsWith(actor, "research.write") },
    select: { projectId: true },
  });
  if (!benchmark) throw notFoundError();
  return reparsePredictions({ projectId: benchmark.projectId, benchmarkId, actorId: actor.userId, apply });
}
