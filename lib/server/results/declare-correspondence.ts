import * as z from "zod";
import { conditionKey, levelsOfKey } from "@/lib/domain/items/stimulus.ts";
import {
  addPair,
  type Correspondence,
  correspondenceSchema,
  storedCorrespondence,
} from "@/lib/domain/results/model/correspondence.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { studyConditions } from "@/lib/domain/survey/kinds/design-variants.ts";
import { boundedText } from "@/lib/domain/text.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { db } from "../platform/database/client.ts";
import { json, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { amendProtocol } from "../studies/draft/freeze-protocol.ts";
import { lockStudy, studyWhere } from "../studies/study-where.ts";

const correspondenceRow = z.strictObject({ correspondence: json<Correspondence>().nullable() });

/**
 * Declares which model conditions are compared with a study's conditions; null restores the default.
 *
 * @param reason why a frozen protocol is amended; required for a change
 */
export async function declareCorrespondence(
  actor: Actor,
  studyId: string,
  correspondence: Correspondence | null,
  reason = "",
): Promise<void> {
  const newCorrespondence = correspondence && correspondenceSchema.parse(correspondence);
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const before = await oneRow(
      client,
      correspondenceRow,
      sql`SELECT correspondence FROM study WHERE id = ${study.id}`,
    );
    await client.query(
      sql`UPDATE study SET correspondence = ${newCorrespondence === null ? null : JSON.stringify(newCorrespondence)}
        WHERE id = ${study.id}`,
    );
    await amendProtocol(client, study.id, actor.userId, reason);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.declare-correspondence",
      subjectType: "study",
      subjectId: study.id,
      before: { correspondence: before.correspondence },
      after: { correspondence: newCorrespondence, reason },
    });
  });
}

export const comparePairSchema = z.strictObject({
  studyId: z.uuid(),
  /** A condition of the study, by its levels in the format of `conditionKey`. */
  people: boundedText(2_000),
  models: boundedText(2_000),
  /** Why a frozen protocol is amended. */
  reason: boundedText(2_000).optional(),
});

/** Sets the model condition that is compared with one of the study's conditions; the other pairs do not change. */
export async function setComparedCondition(actor: Actor, pair: z.infer<typeof comparePairSchema>): Promise<void> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.write", pair.studyId),
    select: { id: true, design: true, correspondence: true },
  });
  if (!study) throw notFoundError();
  const design = designSchema.parse(study.design);
  const people = studyConditions(design).find((levels) => conditionKey(levels) === pair.people);
  if (!people) throw new AppError("invalid", "The study has no such condition.", "people");
  const before = storedCorrespondence(study.correspondence, design.factors);
  const parsed = correspondenceSchema.safeParse(addPair(before, people, levelsOfKey(pair.models)));
  if (!parsed.success) throw new AppError("invalid", "The mapping is too long to be stored.", "models");
  await declareCorrespondence(actor, study.id, parsed.data, pair.reason);
}
