import type { Actor } from "../platform/access/access.ts";
import { auditChange } from "../platform/audit/audit-change.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { lockStudy } from "./study-where.ts";

/**
 * Archives or restores a study. Its pages, answers and exports do not change. A study that accepts participants cannot
 * be archived, because it would no longer be visible that it is open.
 */
export async function archiveStudy(actor: Actor, studyId: string, isArchived: boolean): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    if (isArchived && (study.status === "open" || study.status === "paused"))
      throw new AppError("conflict", `The study is ${study.status}, so it cannot be archived. Close it first.`);
    await client.query(
      sql`UPDATE study SET archived_at = CASE WHEN ${isArchived} THEN coalesce(archived_at, clock_timestamp()) END
        WHERE id = ${studyId}`,
    );
    const action = isArchived ? "study.archive" : "study.restore";
    await auditChange(client, actor, { projectId: study.project_id, action, subjectId: studyId });
  });
}
