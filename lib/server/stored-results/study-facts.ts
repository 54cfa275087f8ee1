import { createHash } from "node:crypto";
import * as z from "zod";
import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { readShownStage } from "../counting/read-counts.ts";
import { readDataHash } from "../counting/read-data-hash.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { ResultFacts } from "./result-definition.ts";

const studyFactRow = z.strictObject({
  projectId: z.string(),
  answers: z.number(),
  predictions: z.number(),
  steps: z.number(),
  more: z.string(),
});

/**
 * The facts on which a study's results depend, from counters: the answers that count by default (in the stage that
 * pages show), the keys of the items and their translations, models' answers to the benchmarks of these texts, and the
 * progress of running sessions.
 */
export async function readStudyFacts(studyId: string): Promise<(ResultFacts & { stage: string }) | null> {
  if (!z.uuid().safeParse(studyId).success) return null;
  const stage = await readShownStage(studyId);
  const [dataHash, row] = await Promise.all([
    readDataHash(studyId, { ...countedByDefault(stage), key: null, data: "current" }),
    maybeRow(
      pool(),
      studyFactRow,
      sql`WITH translated AS (
         SELECT translation.language, translation.translated_id AS id, item.benchmark_id FROM study_item
         JOIN item_translation AS translation USING (item_version_id)
         JOIN item_version AS item ON item.id = translation.translated_id WHERE study_item.study_id = ${studyId}
       ), changed AS (
         SELECT run.id, sum(known.changes) AS changes, sum(known.answers) AS answers
         FROM run JOIN prediction_change AS known ON known.run_id = run.id
         WHERE run.benchmark_id IN (SELECT benchmark_id FROM study WHERE id = ${studyId} UNION SELECT benchmark_id
         FROM translated)
         GROUP BY run.id
       )
       SELECT study.project_id AS "projectId",
         (SELECT coalesce(sum(count), 0)::float8 FROM cell_count WHERE study_id = ${studyId}
         AND stage = ${stage}::stage) AS answers,
         (SELECT coalesce(sum(answers), 0)::float8 FROM changed) AS predictions,
         (SELECT coalesce(sum(count), 0)::float8 FROM session_count WHERE study_id = ${studyId}
         AND stage = ${stage}::stage) AS steps,
         md5(concat_ws('|', (SELECT string_agg(concat_ws('/', id, changes), ',' ORDER BY id) FROM changed),
           (SELECT string_agg(concat_ws('/', translated.language, translated.id, (
              SELECT max(version) FROM item_key WHERE item_version_id = translated.id)), ',' ORDER BY 1)
            FROM translated))) AS more
       FROM study WHERE study.id = ${studyId}`,
    ),
  ]);
  if (!row) return null;
  const { projectId, answers, predictions, steps, more } = row;
  return {
    projectId,
    stage,
    dataHash: createHash("sha256").update([dataHash, more, steps].join("/")).digest("hex"),
    answers: answers + predictions,
    studyId,
    runId: null,
  };
}
