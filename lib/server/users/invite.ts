import { z } from "zod";
import { type Actor, requirePerson, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { emailAddress } from "../platform/auth/email-address.ts";
import { hashToken, newToken } from "../platform/auth/token.ts";
import { Role } from "../platform/database/generated/enums.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notThere } from "../platform/errors/app-error.ts";

export const invitationSchema = z.strictObject({ projectId: z.uuid(), email: emailAddress, role: z.enum(Role) });

const lifetimeDays = 7;

/**
 * Invites somebody into a project and answers the path of the link, which is shown once and can be sent by whatever
 * means: the installation needs no mail server. An earlier open invitation of the same address is void from then on.
 */
export async function invite(
  actor: Actor,
  { projectId, email, role }: z.infer<typeof invitationSchema>,
): Promise<{ path: string; email: string; expiresAt: Date }> {
  requireRight(actor, "users.manage", projectId);
  const invitedById = requirePerson(actor);
  const token = newToken();
  const expiresAt = new Date(Date.now() + lifetimeDays * 24 * 3_600_000);
  await withTx(async (tx) => {
    if ((await tx.membership.count({ where: { projectId, user: { email } } })) > 0) {
      throw new AppError("conflict", `${email} is in this project already.`, "email");
    }
    await tx.invitation.updateMany({
      where: { projectId, email, acceptedAt: null, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    const invitation = await tx.invitation.create({
      data: { projectId, email, role, tokenHash: hashToken(token), invitedById, expiresAt },
      select: { id: true },
    });
    await recordAudit(tx, {
      actorId: invitedById,
      projectId,
      action: "invitation.create",
      subjectType: "invitation",
      subjectId: invitation.id,
      after: { email, role },
    });
  });
  return { path: `/invitation/${token}`, email, expiresAt };
}

/** Makes the link of an open invitation void. */
export async function revokeInvitation(actor: Actor, projectId: string, invitationId: string): Promise<void> {
  requireRight(actor, "users.manage", projectId);
  await withTx(async (tx) => {
    const { count } = await tx.invitation.updateMany({
      where: { id: invitationId, projectId, acceptedAt: null, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 0) throw notThere();
    await recordAudit(tx, {
      actorId: actor.userId,
      projectId,
      action: "invitation.revoke",
      subjectType: "invitation",
      subjectId: invitationId,
    });
  });
}
