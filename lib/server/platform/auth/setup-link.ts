import { randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import * as z from "zod";
import { pool } from "../database/pool.ts";
import { maybeRow, rowCountOf } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { withTx } from "../database/with-transaction.ts";
import { hashUserToken, newToken } from "./token.ts";

/**
 * A week, so that a person who starts an installation on Friday can finish on Monday. Each restart creates a new link.
 */
const lifetimeDays = 7;

/**
 * The path of a link that creates the first owner; null if there is an owner. Only a hash of the token is stored, so
 * only the return value contains the token. Each call creates another token; all tokens become invalid as soon as one
 * of them has been used.
 */
export async function ensureSetupLink(): Promise<string | null> {
  return await withTx(async (client) => {
    await lockSetup(client);
    if (await hasOwner(client)) return null;
    const token = newToken();
    const expiresAt = new Date(Date.now() + lifetimeDays * 24 * 3_600_000);
    await client.query(sql`
      INSERT INTO setup_token (id, token_hash, expires_at) VALUES (${randomUUID()}::uuid, ${hashUserToken(token)}, ${expiresAt})
    `);
    return `/setup?token=${token}`;
  });
}

/** Whether the link is currently valid. A wrong and an expired link get the same response. */
export async function isSetupOpen(token: string): Promise<boolean> {
  return (await findSetupToken(pool(), token)) !== null && !(await hasOwner(pool()));
}

/** Allows one set-up at a time across all processes. Released when the transaction ends. */
export async function lockSetup(client: PoolClient): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(7203311906)");
}

/** Whether the installation has an owner. */
export async function hasOwner(client: Pool | PoolClient): Promise<boolean> {
  const rows = await rowCountOf(client, "SELECT FROM app_user WHERE is_owner LIMIT 1");
  return rows > 0;
}

const idRow = z.strictObject({ id: z.string() });

/** The unused, unexpired token, or null. */
export async function findSetupToken(client: Pool | PoolClient, token: string): Promise<{ id: string } | null> {
  const row = await maybeRow(
    client,
    idRow,
    sql`
    SELECT id FROM setup_token
    WHERE token_hash = ${hashUserToken(token)} AND used_at IS NULL AND expires_at > clock_timestamp()
  `,
  );
  return row ?? null;
}
