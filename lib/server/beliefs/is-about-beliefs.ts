import { z } from "zod";
import { type Actor, inProjectsWith } from "../access.ts";
import { db } from "../database/client.ts";
import { pool } from "../database/pool.ts";
import { hasExpressions } from "./make-expressions.ts";

/** Whether a benchmark holds facts with a false object, or items about them: whether figures of beliefs can be drawn of it. */
export async function isAboutBeliefs(actor: Actor, benchmarkId: string | null): Promise<boolean> {
  if (!z.uuid().safeParse(benchmarkId).success || benchmarkId === null) return false;
  const benchmark = await db().benchmark.findFirst({
    where: { id: benchmarkId, ...inProjectsWith(actor, "research.read") },
    select: { id: true, beliefs: { select: { benchmarkId: true } } },
  });
  if (!benchmark) return false;
  return benchmark.beliefs !== null || hasExpressions(pool(), benchmarkId);
}
