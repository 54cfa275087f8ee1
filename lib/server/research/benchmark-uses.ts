import { type Actor, can } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";

/** The uses of a benchmark; each list has the same order as the page of its objects. */
export interface BenchmarkUses {
  studies: { id: string; name: string; isOpened: boolean }[];
  models: { id: string; name: string }[];
  /**
   * Annotation collections whose accepted items the benchmark contains; empty for users who do not manage annotation.
   */
  collections: { id: string; name: string }[];
}

/** The uses of a benchmark. The caller must check the right to see it. */
export async function getBenchmarkUses(
  actor: Actor,
  { id, projectId }: { id: string; projectId: string },
): Promise<BenchmarkUses> {
  const newestFirst = [{ createdAt: "desc" as const }, { id: "desc" as const }];
  const [studies, models, collections] = await Promise.all([
    db().study.findMany({
      where: { benchmarkId: id, rehearsalOfId: null },
      orderBy: newestFirst,
      select: { id: true, name: true, status: true },
    }),
    db().model.findMany({
      where: { runs: { some: { benchmarkId: id } }, archivedAt: null },
      orderBy: { name: "asc" },
      select: { id: true, name: true },
    }),
    can(actor, "annotation.manage", projectId)
      ? db().annotationCollection.findMany({
          where: { benchmarkId: id },
          orderBy: newestFirst,
          select: { id: true, name: true },
        })
      : [],
  ]);
  return {
    studies: studies.map(({ status, ...study }) => ({ ...study, isOpened: status !== "draft" })),
    models,
    collections,
  };
}
