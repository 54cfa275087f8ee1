import * as z from "zod";
import { type PopulationShares, readPopulationShares } from "@/lib/domain/results/model/population-shares.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { studyWhere } from "../../studies/study-where.ts";

const sharesRow = z.strictObject({ shares: json<PopulationShares>() });

/** The shares of a population to which a study's answers are weighted; null if none were entered. */
export async function findPopulationShares(studyId: string): Promise<PopulationShares | null> {
  const row = await maybeRow(pool(), sharesRow, sql`SELECT shares FROM population_share WHERE study_id = ${studyId}`);
  return row?.shares ?? null;
}

/** Saves the entered shares; an empty text restores the shares of the planned quotas. */
export async function savePopulationShares(actor: Actor, studyId: string, text: string): Promise<void> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.write", studyId),
    select: { id: true, projectId: true },
  });
  if (!study) throw notFoundError();
  requireRight(actor, "research.write", study.projectId);
  const parsed = readPopulationShares(text);
  if (!parsed.ok) throw new AppError("invalid", parsed.message, "shares");
  const isEmpty = Object.keys(parsed.shares).length === 0;
  await withTx(async (client) => {
    if (isEmpty) await client.query(sql`DELETE FROM population_share WHERE study_id = ${study.id}::uuid`);
    else {
      await client.query(sql`
        INSERT INTO population_share (study_id, shares, updated_by_id)
        VALUES (${study.id}::uuid, ${JSON.stringify(parsed.shares)}::jsonb, ${actor.userId}::uuid)
        ON CONFLICT (study_id) DO UPDATE SET shares = EXCLUDED.shares, updated_by_id = EXCLUDED.updated_by_id
      `);
    }
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.projectId,
      action: "study.population-shares",
      subjectType: "study",
      subjectId: study.id,
      after: { attributes: Object.keys(parsed.shares) },
    });
  });
}
