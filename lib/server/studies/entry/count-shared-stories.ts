import type { ClientBase, Pool } from "pg";
import * as z from "zod";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const sharedStoryRow = z.strictObject({ study_id: z.string(), shared: z.number() });

/**
 * The number of stories that this study shares with other studies of the project, by study. Studies that share no story
 * are omitted. All versions of a story count as one story, so a correction between pilot and main study makes no
 * difference.
 */
export async function countSharedStories(client: ClientBase | Pool, studyId: string): Promise<Map<string, number>> {
  const rows = await manyRows(
    client,
    sharedStoryRow,
    sql`
    WITH asked AS (
      SELECT DISTINCT study_item.study_id, story_version.benchmark_id, story_version.external_id
      FROM study AS this JOIN study ON study.project_id = this.project_id
      JOIN study_item ON study_item.study_id = study.id
      JOIN item_version ON item_version.id = study_item.item_version_id
      JOIN story_version ON story_version.id = item_version.story_version_id
      WHERE this.id = ${studyId}
    )
    SELECT theirs.study_id, count(*)::int AS shared FROM asked AS own
    JOIN asked AS theirs USING (benchmark_id, external_id)
    WHERE own.study_id = ${studyId} AND theirs.study_id <> ${studyId}
    GROUP BY theirs.study_id
  `,
  );
  return new Map(rows.map((row) => [row.study_id, row.shared]));
}
