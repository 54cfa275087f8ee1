import type { PoolClient } from "pg";
import * as z from "zod";
import { stages } from "@/lib/domain/survey/stages.ts";
import type { ExcludableStudy } from "@/lib/domain/survey/studies/study-rows.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { lockStudy } from "../study-where.ts";
import { countSharedStories } from "./count-shared-stories.ts";

const deniableStudyRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  stage: z.enum(stages),
  status: z.enum(studyStatuses),
  shared: z.number(),
  people: z.number(),
  is_denied: z.boolean().nullable(),
  is_default: z.boolean(),
});

/**
 * The other studies of a project; first the studies that share a story with this study. By default the participants of
 * a pilot are excluded from a main study that shares a story with it. The default is stored when the main study is
 * first opened (`addDefaultDenials`), and shown before that.
 */
export async function listExcludableStudies(studyId: string): Promise<ExcludableStudy[]> {
  const sharedCounts = await countSharedStories(pool(), studyId);
  const rows = await manyRows(
    pool(),
    deniableStudyRow,
    sql`
    SELECT other.id, other.name, other.stage::text AS stage, other.status::text AS status,
      coalesce(common.stories, 0) AS shared,
      (SELECT count(*)::int FROM entry_identity WHERE study_id = other.id AND compared_id IS NOT NULL) AS people,
      denial.is_denied, study.stage = 'main' AND other.stage = 'pilot' AS is_default
    FROM study JOIN study AS other ON other.project_id = study.project_id AND other.id <> study.id
      AND other.stage NOT IN ('preview', 'simulation')
    LEFT JOIN unnest(${[...sharedCounts.keys()]}::uuid[], ${[...sharedCounts.values()]}::int[]) AS common (study_id, stories)
      ON common.study_id = other.id
    LEFT JOIN study_denial AS denial ON denial.study_id = study.id AND denial.denied_study_id = other.id
    WHERE study.id = ${studyId}
    ORDER BY shared DESC, other.created_at DESC, other.id
    LIMIT 500
  `,
  );
  return rows.map((row) => {
    const isDefault = row.is_default && row.shared > 0;
    return {
      id: row.id,
      name: row.name,
      stage: row.stage,
      status: row.status,
      sharedStories: row.shared,
      people: row.people,
      isDenied: row.is_denied ?? isDefault,
      isDecided: row.is_denied !== null || isDefault,
    };
  });
}

const deniedStudyIdRow = z.strictObject({ denied_study_id: z.string() });

/**
 * Sets which of the listed studies have their participants excluded from this study; participants of the other listed
 * studies are admitted. Applies to future arrivals.
 */
export async function setDenials(
  actor: Actor,
  studyId: string,
  choice: { listed: readonly string[]; denied: readonly string[] },
): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const listedStudyIds = [...new Set(choice.listed)];
    const deniedStudyIds = choice.denied.filter((id) => listedStudyIds.includes(id));
    await requireOtherStudies(client, study.project_id, studyId, listedStudyIds);
    const previouslyDenied = await manyRows(
      client,
      deniedStudyIdRow,
      sql`SELECT denied_study_id FROM study_denial WHERE study_id = ${studyId} AND is_denied`,
    );
    await client.query(
      sql`INSERT INTO study_denial (study_id, denied_study_id, is_denied, created_by_id)
       SELECT ${studyId}, id, id = ANY (${deniedStudyIds}::uuid[]), ${actor.userId} FROM unnest(${listedStudyIds}::uuid[]) AS id
       ON CONFLICT (study_id, denied_study_id) DO UPDATE SET is_denied = excluded.is_denied,
         created_by_id = excluded.created_by_id, created_at = clock_timestamp()
         WHERE study_denial.is_denied <> excluded.is_denied`,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.set-denials",
      subjectType: "study",
      subjectId: studyId,
      before: { denied: previouslyDenied.map((row) => row.denied_study_id) },
      after: { denied: deniedStudyIds },
    });
  });
}

const foundCountRow = z.strictObject({ found: z.number() });

async function requireOtherStudies(
  client: PoolClient,
  projectId: string,
  studyId: string,
  ids: readonly string[],
): Promise<void> {
  const row = await oneRow(
    client,
    foundCountRow,
    sql`SELECT count(*)::int AS found FROM study WHERE project_id = ${projectId} AND id <> ${studyId}
      AND id = ANY (${ids}::uuid[])`,
  );
  if (row.found !== ids.length) throw new AppError("invalid", "must be studies of the same project", "listed");
}
