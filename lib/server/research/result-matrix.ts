import * as z from "zod";
import type { ResultMatrix } from "@/lib/domain/results/verdict/result-matrix.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const studyRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: z.enum(studyStatuses),
  stage: z.enum(stages),
  isDemo: z.boolean(),
  isLocked: z.boolean(),
  people: z.number(),
});

const cellRow = z.strictObject({
  study: z.string(),
  model: z.string(),
  name: z.string(),
  verified: z.number(),
  other: z.number(),
});

/** The models and opened studies of a project. Reads counters only, so no analysis is computed here. */
export async function getResultMatrix(actor: Actor, projectId: string): Promise<ResultMatrix> {
  requireRight(actor, "research.read", projectId);
  const [studies, cells] = await Promise.all([
    manyRows(
      pool(),
      studyRow,
      sql`SELECT study.id, study.name, study.status::text, study.stage::text, study.is_demo AS "isDemo",
         study.locked_at IS NOT NULL AS "isLocked",
         (SELECT coalesce(sum(count), 0)::float8 FROM cell_count
          WHERE cell_count.study_id = study.id AND cell_count.stage = study.stage) AS people
       FROM study WHERE project_id = ${projectId}::uuid AND status <> 'draft' AND archived_at IS NULL
         AND rehearsal_of_id IS NULL
       ORDER BY created_at DESC, id DESC`,
    ),
    manyRows(
      pool(),
      cellRow,
      sql`SELECT tally.study_id AS study, model.id AS model, model.name,
         sum((tally.parity ->> 'verified')::float8) AS verified,
         sum((tally.parity ->> 'content')::float8 + (tally.parity ->> 'presentation')::float8
           + (tally.parity ->> 'unproved')::float8 + (tally.parity ->> 'otherVersion')::float8) AS other
       FROM prediction_tally AS tally JOIN run ON run.id = tally.run_id JOIN model ON model.id = run.model_id
       WHERE model.project_id = ${projectId}::uuid
       GROUP BY tally.study_id, model.id, model.name ORDER BY model.name, model.id`,
    ),
  ]);
  const models = new Map<string, ResultMatrix["models"][number]>();
  for (const { study, model, name, verified, other } of cells) {
    const line = models.get(model) ?? { id: model, name, cells: {} };
    line.cells[study] = { verified, other };
    models.set(model, line);
  }
  return { studies, models: [...models.values()] };
}
