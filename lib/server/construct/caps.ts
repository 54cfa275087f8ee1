import { type ConstructionCaps, constructionCapsSchema } from "@/lib/domain/annotation/construction-caps.ts";
import { firstProblem } from "@/lib/domain/text.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { getSetting, setSetting } from "../platform/settings/setting.ts";
import { requireModelRight } from "./endpoint.ts";

const settingKey = "construction-caps";

/** Limits on the number of texts that models generate on this installation. */
export async function readConstructionCaps(): Promise<ConstructionCaps> {
  return (await getSetting(settingKey, constructionCapsSchema)) ?? constructionCapsSchema.parse({});
}

/** Sets the limits, for users who may configure the model. They apply to every project. */
export async function saveConstructionCaps(actor: Actor, projectId: string, input: unknown): Promise<void> {
  await requireModelRight(actor, projectId);
  const parsed = constructionCapsSchema.safeParse(input);
  if (!parsed.success) {
    const { field, message } = firstProblem(parsed.error);
    throw new AppError("invalid", message, field);
  }
  await setSetting(settingKey, parsed.data);
  await withTx((client) =>
    recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "endpoint.caps",
      subjectType: "setting",
      subjectId: settingKey,
      after: { ...parsed.data },
    }),
  );
}
