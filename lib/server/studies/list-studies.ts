import * as z from "zod";
import { designSchema, findMargin } from "@/lib/domain/survey/design.ts";
import type { StudyLine } from "@/lib/domain/survey/studies/study-rows.ts";
import { type Actor, inProjectsWith } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { stageFromDatabase } from "./database-labels.ts";
import { computeStudyMargins } from "./study-margins.ts";

/** The active or the archived studies of a project, newest first, with their progress. Reads only counters. */
export async function listStudies(actor: Actor, projectId: string, isArchived = false): Promise<StudyLine[]> {
  const archivedAt = isArchived ? { not: null } : null;
  const studies = await db().study.findMany({
    where: { AND: [{ projectId, rehearsalOfId: null, archivedAt }, inProjectsWith(actor, "research.read")] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      slug: true,
      name: true,
      description: true,
      status: true,
      stage: true,
      isDemo: true,
      createdAt: true,
      benchmarkId: true,
      design: true,
      margins: true,
      _count: { select: { items: true } },
    },
  });
  const [counts, benchmarks] = await Promise.all([
    countAnswers(studies.map((study) => study.id)),
    db().benchmark.findMany({ where: { projectId }, select: { id: true, name: true } }),
  ]);
  return studies.map(({ _count, design: stored, margins, benchmarkId, ...study }) => {
    const design = designSchema.parse(stored);
    const count = counts.get(study.id);
    return {
      ...study,
      stage: stageFromDatabase(study.stage),
      benchmarkId,
      benchmark: benchmarks.find((benchmark) => benchmark.id === benchmarkId)?.name ?? "",
      filled: Math.ceil((count?.answers ?? 0) / design.itemsPerSession),
      slots: findMargin(computeStudyMargins(margins, design, _count.items), "sessions").high,
      finished: count?.finished ?? 0,
    };
  });
}

const answerRow = z.strictObject({ id: z.string(), answers: z.number(), finished: z.number() });

async function countAnswers(studyIds: readonly string[]): Promise<Map<string, { answers: number; finished: number }>> {
  const rows = await manyRows(
    pool(),
    answerRow,
    sql`SELECT listed.id,
       (SELECT coalesce(sum(count), 0)::float8 FROM cell_count JOIN stratum ON stratum.id = cell_count.stratum_id
        WHERE cell_count.study_id = listed.id AND cell_count.stage = listed.stage
          AND NOT stratum.is_open AND NOT cell_count.is_surplus) AS answers,
       (SELECT coalesce(sum(count), 0)::float8 FROM session_count
        WHERE study_id = listed.id AND stage = listed.stage AND key = '' AND event = 'complete') AS finished
     FROM study AS listed WHERE listed.id = ANY (${studyIds})`,
  );
  return new Map(rows.map((row) => [row.id, { answers: row.answers, finished: row.finished }]));
}
