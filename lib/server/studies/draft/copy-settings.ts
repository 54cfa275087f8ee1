import type { PoolClient } from "pg";
import type { Actor } from "../../platform/access/access.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * Copies the settings of a study to a new study that was created from it: the analysis plan (without models that were
 * listed at a freeze), arrival rules, planner's assumptions, population shares, text for the recruiter, and excluded
 * studies. Secrets, keys and addresses of recruiters and webhooks are not copied; exclusions that the new study already
 * has are kept. Runs in the caller's transaction.
 */
export async function copySettings(
  client: PoolClient,
  { userId }: Actor,
  sourceId: string,
  studyId: string,
): Promise<void> {
  await client.query(
    sql`UPDATE study SET arrival_rules = source.arrival_rules, planning = source.planning FROM study AS source
      WHERE study.id = ${studyId} AND source.id = ${sourceId}`,
  );
  await client.query(
    sql`INSERT INTO study_plan (study_id, document, updated_by_id)
      SELECT ${studyId}, document - 'modelsFixed', ${userId} FROM study_plan WHERE study_id = ${sourceId}`,
  );
  await client.query(
    sql`INSERT INTO population_share (study_id, shares, updated_by_id)
      SELECT ${studyId}, shares, ${userId} FROM population_share WHERE study_id = ${sourceId}`,
  );
  await client.query(
    sql`INSERT INTO study_recruitment (study_id, document, updated_by_id)
      SELECT ${studyId}, document, ${userId} FROM study_recruitment WHERE study_id = ${sourceId}`,
  );
  await client.query(
    sql`INSERT INTO study_denial (study_id, denied_study_id, is_denied, created_by_id)
      SELECT ${studyId}, denied_study_id, is_denied, created_by_id FROM study_denial
      WHERE study_id = ${sourceId} AND denied_study_id <> ${studyId} ON CONFLICT DO NOTHING`,
  );
}
