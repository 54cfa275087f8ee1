import * as z from "zod";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

/** A token as its session has it now. */
export interface OwnToken {
  tokenHash: string;
  /** Whether it was asked for by a token that a signed return has replaced since. */
  isEarlier: boolean;
}

const ownTokenRow = z.strictObject({ token_hash: z.string(), is_earlier: z.boolean() });

/**
 * The present token of the session that a token belongs or belonged to; null for an unknown one. For a person's own data
 * and for withdrawing alone: screens are shown to the present token only.
 */
export async function findOwnToken(tokenHash: string): Promise<OwnToken | null> {
  const row = await maybeRow(
    pool(),
    ownTokenRow,
    sql`
    SELECT token_hash, false AS is_earlier FROM session WHERE token_hash = ${tokenHash}
    UNION ALL
    SELECT session.token_hash, true FROM earlier_token
    JOIN session ON session.id = earlier_token.session_id WHERE earlier_token.token_hash = ${tokenHash}
    ORDER BY is_earlier LIMIT 1
  `,
  );
  return row ? { tokenHash: row.token_hash, isEarlier: row.is_earlier } : null;
}
