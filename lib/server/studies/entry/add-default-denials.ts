import type { PoolClient } from "pg";
import { sql } from "../../platform/database/sql.ts";
import { countSharedStories } from "./count-shared-stories.ts";

/**
 * By default, excludes the participants of a project's pilots from a main study that shares a story with the pilot,
 * unless a researcher has decided otherwise. Runs in the caller's transaction, when a study is opened; a second call
 * changes nothing.
 */
export async function addDefaultDenials(client: PoolClient, studyId: string): Promise<void> {
  const shared = await countSharedStories(client, studyId);
  await client.query(
    sql`INSERT INTO study_denial (study_id, denied_study_id)
     SELECT study.id, pilot.id
     FROM study JOIN study AS pilot ON pilot.project_id = study.project_id AND pilot.stage = 'pilot'
     WHERE study.id = ${studyId} AND study.stage = 'main' AND pilot.id = ANY (${[...shared.keys()]}::uuid[])
     ON CONFLICT (study_id, denied_study_id) DO NOTHING`,
  );
}
