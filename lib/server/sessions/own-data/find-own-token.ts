import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

/** The current token of a session. */
export interface OwnToken {
  tokenHash: string;
  /** Whether the request used an earlier token, which was replaced when the participant returned by a signed link. */
  isEarlier: boolean;
}

const ownTokenRow = z.strictObject({ token_hash: z.string(), is_earlier: z.boolean() });

/**
 * The current token of the session to which a token belongs or belonged; null for an unknown token. Only for showing
 * stored data and withdrawing: screens require the current token.
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
