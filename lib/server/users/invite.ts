import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type Actor, requirePerson, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { emailAddress } from "../platform/auth/email-address.ts";
import { hashUserToken, newToken } from "../platform/auth/token.ts";
import { Role } from "../platform/database/generated/enums.ts";
import { rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";

export const invitationSchema = z.strictObject({ projectId: z.uuid(), email: emailAddress, role: z.enum(Role) });

const lifetimeDays = 7;

/**
 * Invites a person to a project and returns the path of the link, which is shown once and can be sent in any way, so
 * that the installation needs no mail server. An earlier open invitation for the same address becomes invalid.
 */
export async function invite(
  actor: Actor,
  { projectId, email, role }: z.infer<typeof invitationSchema>,
): Promise<{ path: string; email: string; expiresAt: Date }> {
  requireRight(actor, "users.manage", projectId);
  const invitedById = requirePerson(actor);
  const token = newToken();
  const expiresAt = new Date(Date.now() + lifetimeDays * 24 * 3_600_000);
  await withTx(async (client) => {
    const memberCount = await rowCountOf(
      client,
      sql`
      SELECT FROM membership JOIN app_user ON app_user.id = membership.user_id
      WHERE membership.project_id = ${projectId}::uuid AND app_user.email = ${email}
    `,
    );
    if (memberCount > 0) {
      throw new AppError("conflict", `${email} is already a member of this project.`, "email");
    }
    await client.query(sql`
      UPDATE invitation SET revoked_at = clock_timestamp()
      WHERE project_id = ${projectId}::uuid AND email = ${email} AND accepted_at IS NULL AND revoked_at IS NULL
    `);
    const id = randomUUID();
    await client.query(sql`
      INSERT INTO invitation (id, project_id, email, role, token_hash, invited_by_id, expires_at)
      VALUES (${id}::uuid, ${projectId}::uuid, ${email}, ${role}::role, ${hashUserToken(token)}, ${invitedById}::uuid, ${expiresAt})
    `);
    await recordAudit(client, {
      actorId: invitedById,
      projectId,
      action: "invitation.create",
      subjectType: "invitation",
      subjectId: id,
      after: { email, role },
    });
  });
  return { path: `/invitation/${token}`, email, expiresAt };
}

/** Revokes an open invitation. */
export async function revokeInvitation(actor: Actor, projectId: string, invitationId: string): Promise<void> {
  requireRight(actor, "users.manage", projectId);
  await withTx(async (client) => {
    const rowCount = await rowCountOf(
      client,
      sql`
      UPDATE invitation SET revoked_at = clock_timestamp()
      WHERE id = ${invitationId}::uuid AND project_id = ${projectId}::uuid AND accepted_at IS NULL AND revoked_at IS NULL
    `,
    );
    if (rowCount === 0) throw notFoundError();
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "invitation.revoke",
      subjectType: "invitation",
      subjectId: invitationId,
    });
  });
}
