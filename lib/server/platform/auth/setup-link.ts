import { db } from "../database/client.ts";
import { type Tx, withTx } from "../database/with-transaction.ts";
import { hashToken, newToken } from "./token.ts";

/** A week: whoever starts an installation on Friday can finish on Monday. A restart makes a new link anyway. */
const lifetimeDays = 7;

/**
 * The path of a link that makes the first owner, or null when there is one already. The token stands in the answer and
 * nowhere else; each call makes another, and all of them are void as soon as one has been used.
 */
export async function ensureSetupLink(): Promise<string | null> {
  return await withTx(async (tx) => {
    await lockSetup(tx);
    if (await hasOwner(tx)) return null;
    const token = newToken();
    const expiresAt = new Date(Date.now() + lifetimeDays * 24 * 3_600_000);
    await tx.setupToken.create({ data: { tokenHash: hashToken(token), expiresAt } });
    return `/setup?token=${token}`;
  });
}

/** Whether the link would work now. The answer to a wrong and to an old link is the same. */
export async function isSetupOpen(token: string): Promise<boolean> {
  return (await findSetupToken(db(), token)) !== null && !(await hasOwner(db()));
}

/** One at a time through this door, in whatever process. Released when the transaction ends. */
export async function lockSetup(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(7203311906)`;
}

export async function hasOwner(tx: Tx): Promise<boolean> {
  return (await tx.user.count({ where: { isOwner: true } })) > 0;
}

/** The unused, unexpired token, or null. */
export async function findSetupToken(tx: Tx, token: string): Promise<{ id: string } | null> {
  return await tx.setupToken.findFirst({
    where: { tokenHash: hashToken(token), usedAt: null, expiresAt: { gt: new Date() } },
    select: { id: true },
  });
}
