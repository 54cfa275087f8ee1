import type { PoolClient } from "pg";

/**
 * People of a project's pilots may not begin a main study that has a story in common with them, unless a researcher has
 * decided otherwise. Runs in the transaction of its caller, when a study is opened; a second call changes nothing.
 */
export async function addDefaultDenials(client: PoolClient, studyId: string): Promise<void> {
  await client.query(
    `INSERT INTO study_denial (study_id, denied_study_id)
     SELECT DISTINCT study.id, pilot.id
     FROM study JOIN study AS pilot ON pilot.project_id = study.project_id AND pilot.stage = 'pilot' AND pilot.id <> study.id
     JOIN study_item AS own ON own.study_id = study.id
     JOIN item_version AS own_item ON own_item.id = own.item_version_id
     JOIN study_item AS theirs ON theirs.study_id = pilot.id
     JOIN item_version AS their_item ON their_item.id = theirs.item_version_id
       AND their_item.story_version_id = own_item.story_version_id
     WHERE study.id = $1 AND study.stage = 'main'
     ON CONFLICT (study_id, denied_study_id) DO NOTHING`,
    [studyId],
  );
}
