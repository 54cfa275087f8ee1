import * as z from "zod";
import { findRetentionProblem, type Retention } from "@/lib/domain/survey/erasure/retention.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { type Connection, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { isId } from "../../studies/study-where.ts";

const studyRow = z.strictObject({ project_id: z.string(), until: z.string().nullable() });

/** The study with its retention date. For users without the right to erase, the study does not exist. */
async function requireErasableStudy(client: Connection, actor: Actor, studyId: string) {
  if (!isId(studyId)) throw notFoundError();
  const scope = projectScope(actor, "identities.erase");
  const row = await maybeRow(
    client,
    studyRow,
    sql`SELECT study.project_id, retention.until::text AS until
        FROM study LEFT JOIN study_retention AS retention ON retention.study_id = study.id
        WHERE study.id = ${studyId} AND (${scope}::uuid[] IS NULL OR study.project_id = ANY (${scope}::uuid[]))`,
  );
  if (!row) throw notFoundError();
  return row;
}

/**
 * Sets the last day on which a study's answers and IDs are kept, or removes this date. The purge follows on the next
 * day, or when the study is no longer open.
 *
 * @param until "2027-03-31"; null for no date
 */
export async function setRetention(actor: Actor, studyId: string, until: string | null): Promise<void> {
  const person = requirePerson(actor);
  const refusal = until === null ? null : findRetentionProblem(until, new Date());
  if (refusal) throw new AppError("invalid", refusal, "until");
  await withTx(async (client) => {
    const { project_id: projectId, until: before } = await requireErasableStudy(client, actor, studyId);
    if (before === until) return;
    await client.query(
      until === null
        ? sql`DELETE FROM study_retention WHERE study_id = ${studyId}`
        : sql`INSERT INTO study_retention (study_id, until, set_by_id) VALUES (${studyId}, ${until}::date, ${person})
              ON CONFLICT (study_id) DO UPDATE SET until = excluded.until, set_by_id = excluded.set_by_id,
                set_at = clock_timestamp()`,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "study.set-retention",
      subjectType: "study",
      subjectId: studyId,
      before: { until: before },
      after: { until },
    });
  });
}

const retentionRow = z.strictObject({ set_by: z.string().nullable(), set_at: z.date() });
const certificateRow = z.strictObject({ id: z.string(), at: z.date(), sha256: z.string() });

/** The retention date of a study and its purge certificates, for users who may erase in its project. */
export async function getRetention(actor: Actor, studyId: string): Promise<Retention> {
  const { until } = await requireErasableStudy(pool(), actor, studyId);
  const [row, certificates] = await Promise.all([
    maybeRow(
      pool(),
      retentionRow,
      sql`SELECT app_user.name AS set_by, set_at FROM study_retention
          LEFT JOIN app_user ON app_user.id = study_retention.set_by_id WHERE study_id = ${studyId}`,
    ),
    manyRows(
      pool(),
      certificateRow,
      sql`SELECT id, made_at AS at, sha256 FROM purge_certificate WHERE study_id = ${studyId} ORDER BY made_at DESC`,
    ),
  ]);
  return { until, setBy: row?.set_by ?? null, setAt: row?.set_at ?? null, certificates };
}

const textRow = z.strictObject({ document: z.string() });

/** The text of a purge certificate, with exactly the bytes that were hashed. */
export async function readCertificate(actor: Actor, studyId: string, certificateId: string): Promise<string> {
  await requireErasableStudy(pool(), actor, studyId);
  const row = await maybeRow(
    pool(),
    textRow,
    sql`SELECT document FROM purge_certificate WHERE id = ${certificateId} AND study_id = ${studyId}`,
  );
  if (!row) throw notFoundError();
  return row.document;
}
