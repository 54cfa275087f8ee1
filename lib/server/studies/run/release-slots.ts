import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { lockStudy } from "../study-where.ts";
import { endLeases } from "./end-leases.ts";

const sessionIdRow = z.strictObject({ session_id: z.string() });

/**
 * Ends the leases of all claimed slots that are not filled, so that the next participants can claim them. No one is
 * excluded: a participant who continues before someone else claims the slot keeps it; otherwise their answers are
 * surplus. Heartbeats do not renew a lease that was ended in this way; only submitting a screen does. Returns the
 * number of released slots.
 */
export async function releaseSlots(actor: Actor, studyId: string): Promise<number> {
  return await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const rows = await manyRows(
      client,
      sessionIdRow,
      sql`
      SELECT session_id FROM slot WHERE study_id = ${studyId} AND session_id IS NOT NULL AND NOT is_done
    `,
    );
    const slots = await endLeases(
      client,
      rows.map((row) => row.session_id),
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.release-slots",
      subjectType: "study",
      subjectId: studyId,
      after: { slots },
    });
    return slots;
  });
}
