import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import { recordAudit } from "../audit/record-audit.ts";
import { manyRows } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { withTx } from "../database/with-transaction.ts";
import { AppError } from "../errors/app-error.ts";
import { type NewUser, prepareUser, storeUser } from "./new-user.ts";
import type { SessionClaims } from "./session-token.ts";
import { findSetupToken, hasOwner, isSetupOpen, lockSetup } from "./setup-link.ts";
import { startSession } from "./start-session.ts";

/**
 * Creates the first owner, who is also admin of the installation's first project, and signs them in. Works exactly
 * once, also with concurrent requests.
 */
export async function completeSetup(token: string, user: NewUser): Promise<SessionClaims> {
  // The token is checked before the password is hashed: hashing is expensive, and a request without a token must not
  // cause it.
  if (!(await isSetupOpen(token))) throw invalidLinkError();
  const preparedUser = await prepareUser(user);
  const userId = await withTx(async (client) => {
    await lockSetup(client);
    const setupToken = await findSetupToken(client, token);
    if (!setupToken || (await hasOwner(client))) throw invalidLinkError();
    await client.query(sql`UPDATE setup_token SET used_at = clock_timestamp() WHERE id = ${setupToken.id}::uuid`);
    const id = await storeUser(client, preparedUser, { isOwner: true });
    const projectId = await ensureFirstProject(client);
    await client.query(sql`
      INSERT INTO membership (user_id, project_id, role) VALUES (${id}::uuid, ${projectId}::uuid, 'admin')
    `);
    await recordAudit(client, {
      actorId: id,
      projectId,
      action: "account.set-up",
      subjectType: "account",
      subjectId: id,
    });
    return id;
  });
  const claims = await startSession(userId);
  if (!claims) throw new Error("the account that was just created no longer exists");
  return claims;
}

function invalidLinkError(): AppError {
  return new AppError("gone", "This link was already used or has expired. Restart Parallax to get a new link.");
}

const idRow = z.strictObject({ id: z.string() });

/** The project of the demo, or an empty one. */
async function ensureFirstProject(client: PoolClient): Promise<string> {
  const rows = await manyRows(client, idRow, "SELECT id FROM project ORDER BY created_at LIMIT 1");
  const [oldest] = rows;
  if (oldest) return oldest.id;
  const id = randomUUID();
  await client.query(sql`
    INSERT INTO project (id, name, slug) VALUES (${id}::uuid, 'My first project', 'my-first-project')
  `);
  return id;
}
