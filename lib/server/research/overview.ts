import { type Actor, requireRight } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";

export interface Overview {
  openStudies: number;
  begun: number;
  finished: number;
  models: number;
  predictions: number;
  items: number;
  benchmarks: number;
  /** Newest first. */
  studies: {
    id: string;
    name: string;
    status: "draft" | "open" | "paused" | "closed";
    begun: number;
    finished: number;
  }[];
}

/** A summary of a project. Numbers of sessions and of models' answers come from counters. */
export async function getOverview(actor: Actor, projectId: string): Promise<Overview> {
  requireRight(actor, "research.read", projectId);
  const [studies, models, predictions, items, benchmarks] = await Promise.all([
    db().study.findMany({
      where: { projectId, rehearsalOfId: null, archivedAt: null },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: { id: true, name: true, status: true, stage: true },
    }),
    db().model.count({ where: { projectId } }),
    db().predictionChange.aggregate({ where: { run: { model: { projectId } } }, _sum: { answers: true } }),
    db().itemVersion.count({ where: { benchmark: { projectId } } }),
    db().benchmark.count({ where: { projectId } }),
  ]);
  const counts = await db().sessionCount.groupBy({
    by: ["studyId", "stage", "key", "event"],
    where: {
      studyId: { in: studies.map(({ id }) => id) },
      OR: [
        { key: "consent", event: "left" },
        { key: "", event: "complete" },
      ],
    },
    _sum: { count: true },
  });
  const countedStudies = studies.map(({ stage, ...study }) => {
    // Counts of the study's own stage, as on the study's pages.
    const sum = (event: string) =>
      counts.find((row) => row.studyId === study.id && row.stage === stage && row.event === event)?._sum.count ?? 0;
    // A person who has answered the consent form counts as started.
    return { ...study, begun: sum("left"), finished: sum("complete") };
  });
  return {
    openStudies: studies.filter(({ status }) => status === "open").length,
    begun: countedStudies.reduce((total, study) => total + study.begun, 0),
    finished: countedStudies.reduce((total, study) => total + study.finished, 0),
    models,
    predictions: Number(predictions._sum.answers ?? 0),
    items,
    benchmarks,
    studies: countedStudies,
  };
}
