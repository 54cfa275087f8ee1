import { recordAudit } from "../audit/record-audit.ts";
import { type Tx, withTx } from "../database/with-transaction.ts";
import { AppError } from "../errors/app-error.ts";
import { type NewUser, prepareUser } from "./new-user.ts";
import type { SessionClaims } from "./session-token.ts";
import { findSetupToken, hasOwner, isSetupOpen, lockSetup } from "./setup-link.ts";
import { startSession } from "./start-session.ts";

/**
 * Makes the first owner, who is also admin of the project that the installation began with, and signs them in. Works
 * exactly once, however many try at the same time.
 */
export async function completeSetup(token: string, user: NewUser): Promise<SessionClaims> {
  // Before any hashing, which is dear: whoever has no token must not make us work.
  if (!(await isSetupOpen(token))) throw voidLink();
  const prepared = await prepareUser(user);
  const userId = await withTx(async (tx) => {
    await lockSetup(tx);
    const setupToken = await findSetupToken(tx, token);
    if (!setupToken || (await hasOwner(tx))) throw voidLink();
    await tx.setupToken.update({ where: { id: setupToken.id }, data: { usedAt: new Date() } });
    const user = await tx.user.create({ data: { ...prepared, isOwner: true }, select: { id: true } });
    const projectId = await firstProject(tx);
    await tx.membership.create({ data: { userId: user.id, projectId, role: "admin" } });
    await recordAudit(tx, {
      actorId: user.id,
      projectId,
      action: "account.set-up",
      subjectType: "account",
      subjectId: user.id,
    });
    return user.id;
  });
  const claims = await startSession(userId);
  if (!claims) throw new Error("the account that was just made is gone");
  return claims;
}

function voidLink(): AppError {
  return new AppError("gone", "This link has been used or is too old. Start Parallax again to get a new one.");
}

/** The project the demo stands in, or an empty one. */
async function firstProject(tx: Tx): Promise<string> {
  const oldest = await tx.project.findFirst({ orderBy: { createdAt: "asc" }, select: { id: true } });
  if (oldest) return oldest.id;
  const made = await tx.project.create({
    data: { name: "My first project", slug: "my-first-project" },
    select: { id: true },
  });
  return made.id;
}
