import type { PoolClient } from "pg";
import * as z from "zod";
import { roles } from "@/lib/domain/roles.ts";
import { boundedText } from "@/lib/domain/text.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { newUserSchema, prepareUser, storeUser } from "../platform/auth/new-user.ts";
import { readSession } from "../platform/auth/read-session.ts";
import type { SessionClaims } from "../platform/auth/session-token.ts";
import { signIn } from "../platform/auth/sign-in.ts";
import { startSession } from "../platform/auth/start-session.ts";
import { hashUserToken } from "../platform/auth/token.ts";
import { classifyDatabaseError } from "../platform/database/classify-error.ts";
import { db } from "../platform/database/client.ts";
import type { Role } from "../platform/database/generated/enums.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";

/** The data of the page that an invitation link opens. */
export interface Invitation {
  email: string;
  role: Role;
  projectName: string;
  invitedBy: string;
  /** Whether the address already has an account, so that its password is requested instead of a new one. */
  isUser: boolean;
}

/** The invitation of a link, or null if it is invalid: unknown, expired, revoked or used. */
export async function getInvitation(token: string): Promise<Invitation | null> {
  const openInvitation = await db().invitation.findFirst({
    where: { tokenHash: hashUserToken(token), acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } },
    select: {
      email: true,
      role: true,
      project: { select: { name: true } },
      invitedBy: { select: { name: true } },
    },
  });
  if (!openInvitation) return null;
  const isUser = (await db().user.count({ where: { email: openInvitation.email } })) > 0;
  const { email, role, project, invitedBy } = openInvitation;
  return { email, role, projectName: project.name, invitedBy: invitedBy.name, isUser };
}

export const newcomerSchema = newUserSchema.omit({ email: true });
export const memberPasswordSchema = z.strictObject({ password: boundedText(200) });

/** Creates a user for the invited address, adds them to the project and signs them in. */
export async function acceptAsNewcomer(
  token: string,
  newcomer: z.infer<typeof newcomerSchema>,
): Promise<SessionClaims> {
  const invitation = await getInvitation(token);
  if (!invitation) throw invalidInvitationError();
  const preparedUser = await prepareUser({ ...newcomer, email: invitation.email });
  const userId = await withTx(async (client) => {
    const id = await storeUser(client, preparedUser, { isOwner: false });
    await useInvitation(client, token, id);
    return id;
  }).catch((error: unknown) => {
    throw classifyDatabaseError(error) === "unique" ? userExistsError() : error;
  });
  return requireSession(await startSession(userId));
}

/**
 * Signs in with the password of the invited address and adds the user to the project. If a second factor is still
 * required, the user is added only after that step.
 *
 * @param asker the network of the request, and a function that determines whether its browser has signed in to an
 * account before
 */
export async function acceptWithPassword(
  token: string,
  password: string,
  asker: { network: string; findBrowser: (email: string) => Promise<string | null> },
): Promise<SessionClaims> {
  const invitation = await getInvitation(token);
  if (!invitation) throw invalidInvitationError();
  const { email } = invitation;
  const knownBrowser = await asker.findBrowser(email);
  const claims = await signIn({ email, password, network: asker.network, knownBrowser });
  if (await readSession(claims)) await withTx((client) => useInvitation(client, token, claims.userId));
  return claims;
}

/** Adds the signed-in user to the project; the user must be the invited one. */
export async function acceptAsSignedIn(token: string, actor: Actor): Promise<void> {
  const invitation = await getInvitation(token);
  if (!invitation || actor.userId === null) throw invalidInvitationError();
  if (invitation.email !== actor.email) {
    throw new AppError("forbidden", `This invitation is for ${invitation.email}; you are signed in as ${actor.email}.`);
  }
  const userId = actor.userId;
  await withTx((client) => useInvitation(client, token, userId));
}

const usedRow = z.strictObject({ id: z.string(), project_id: z.string(), role: z.enum(roles) });

/** Marks the invitation as used. The update locks the row, so the second of two concurrent requests finds it used. */
async function useInvitation(client: PoolClient, token: string, userId: string): Promise<void> {
  const usedInvitations = await manyRows(
    client,
    usedRow,
    sql`
    UPDATE invitation SET accepted_at = clock_timestamp()
    WHERE token_hash = ${hashUserToken(token)} AND accepted_at IS NULL AND revoked_at IS NULL
      AND expires_at > clock_timestamp()
    RETURNING id, project_id, role
  `,
  );
  const [invitation] = usedInvitations;
  if (!invitation) throw invalidInvitationError();
  const { project_id: projectId, role } = invitation;
  // A user who was added to the project in the meantime keeps their role there.
  await client.query(sql`
    INSERT INTO membership (user_id, project_id, role) VALUES (${userId}::uuid, ${projectId}::uuid, ${role}::role)
    ON CONFLICT (user_id, project_id) DO NOTHING
  `);
  await recordAudit(client, {
    actorId: userId,
    projectId,
    action: "invitation.accept",
    subjectType: "invitation",
    subjectId: invitation.id,
    after: { userId, role },
  });
}

function userExistsError(): AppError {
  return new AppError("conflict", "This address now has an account. Open the link again and sign in.");
}

function invalidInvitationError(): AppError {
  return new AppError("gone", "This invitation is no longer valid. Please ask for a new link.");
}

function requireSession(claims: SessionClaims | null): SessionClaims {
  if (!claims) throw new Error("the account that was just created no longer exists");
  return claims;
}
