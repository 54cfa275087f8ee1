import * as z from "zod";
import { buildProlificDraft, type ProlificOffer } from "@/lib/domain/survey/recruiters/prolific-draft.ts";
import { studyLink } from "@/lib/domain/survey/recruiters/rehearsal-links.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { environment } from "../../platform/environment.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { lockStudy } from "../../studies/study-where.ts";
import { getRecruitment } from "../recruitment.ts";
import { sendProlificRequest } from "./prolific-request.ts";
import { requireProlificStudy } from "./require-prolific-study.ts";

const createdDraftSchema = z.object({ id: z.string().min(1).max(200) });

/**
 * Creates a study as a draft at Prolific, with the texts for the recruiter's form and the study's link and codes. The
 * researcher selects the participants at Prolific and publishes the study there.
 *
 * @returns the draft's ID at Prolific
 */
export async function createProlificDraft(
  actor: Actor,
  studyId: string,
  token: string,
  offer: ProlificOffer,
): Promise<{ id: string }> {
  const study = await requireProlificStudy(actor, studyId);
  if (await readProlificStudy(studyId))
    throw new AppError("conflict", "A draft of this study already exists at Prolific. Edit it there.");
  const link = studyLink(environment().publicUrl, study.slug, study.protocol.recruiter);
  const draft = buildProlificDraft(study, await getRecruitment(study), link.url, offer);
  if ("problem" in draft) throw new AppError("invalid", draft.problem, draft.field);
  const { id } = await sendProlificRequest(token, "/api/v1/studies/", draft.draft, createdDraftSchema);
  await withTx(async (client) => {
    const { project_id } = await lockStudy(client, actor, "research.write", studyId);
    await client.query(sql`
      INSERT INTO prolific_study (study_id, remote_id, created_by_id) VALUES (${studyId}, ${id}, ${actor.userId})
      ON CONFLICT (study_id) DO UPDATE SET remote_id = excluded.remote_id, created_by_id = excluded.created_by_id,
        created_at = clock_timestamp()
    `);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: project_id,
      action: "study.create-prolific-draft",
      subjectType: "study",
      subjectId: studyId,
      after: { prolificStudy: id, ...offer },
    });
  });
  return { id };
}

const remoteRow = z.strictObject({ id: z.string(), createdAt: z.date() });

/** The draft that was created at Prolific; undefined if there is none. */
export function readProlificStudy(studyId: string): Promise<z.infer<typeof remoteRow> | undefined> {
  return maybeRow(
    pool(),
    remoteRow,
    sql`SELECT remote_id AS id, created_at AS "createdAt" FROM prolific_study WHERE study_id = ${studyId}`,
  );
}
