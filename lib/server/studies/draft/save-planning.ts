import { planningSchema } from "@/lib/domain/survey/studies/planner-query.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { lockStudy } from "../study-where.ts";

/** Stores a study's currency and the planner's other assumptions. They are never part of a frozen protocol. */
export async function savePlanning(actor: Actor, studyId: string, input: unknown): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const parsed = planningSchema.safeParse(input);
    const issue = parsed.error?.issues[0];
    if (!parsed.success) throw new AppError("invalid", issue?.message ?? "is not valid", String(issue?.path[0] ?? ""));
    await client.query(sql`UPDATE study SET planning = ${JSON.stringify(parsed.data)} WHERE id = ${studyId}`);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.planning",
      subjectType: "study",
      subjectId: studyId,
      after: parsed.data,
    });
  });
}
