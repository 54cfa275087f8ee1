import * as z from "zod";
import {
  defaultRecruitment,
  type Recruitment,
  recruitmentSchema,
} from "@/lib/domain/survey/recruiters/recruiter-text.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import type { StudyFacts } from "../studies/get-study.ts";
import { lockStudy } from "../studies/study-where.ts";

const documentRow = z.strictObject({ document: json() });

/**
 * A study's text for its recruiter's form, and whether a user has written it. The caller must check the right to see
 * the study.
 */
export async function getRecruitment(study: StudyFacts): Promise<Recruitment> {
  const row = await maybeRow(
    pool(),
    documentRow,
    sql`SELECT document FROM study_recruitment WHERE study_id = ${study.id}`,
  );
  return recruitmentSchema.safeParse(row?.document).data ?? defaultRecruitment(study.name, study.protocol);
}

/** Stores a study's text for its recruiter's form. The study itself does not change. */
export async function setRecruitment(actor: Actor, studyId: string, recruitment: Recruitment): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    await client.query(
      sql`INSERT INTO study_recruitment (study_id, document, updated_by_id)
       VALUES (${studyId}, ${JSON.stringify(recruitment)}, ${actor.userId})
       ON CONFLICT (study_id) DO UPDATE SET document = excluded.document, updated_by_id = excluded.updated_by_id,
         updated_at = clock_timestamp()`,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.set-recruitment",
      subjectType: "study",
      subjectId: studyId,
      after: { ...recruitment },
    });
  });
}

const secretStateRow = z.strictObject({ known: z.boolean() });

/** Whether the project has stored the webhook secret of its workspace at Prolific. */
export async function hasWebhookSecret(projectId: string): Promise<boolean> {
  const row = await oneRow(
    pool(),
    secretStateRow,
    sql`
    SELECT EXISTS (SELECT 1 FROM recruiter_account WHERE project_id = ${projectId} AND source = 'prolific') AS known
  `,
  );
  return row.known;
}
