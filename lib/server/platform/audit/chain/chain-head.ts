import * as z from "zod";
import { type Connection, maybeRow } from "../../database/rows.ts";
import { sql } from "../../database/sql.ts";

/**
 * The head of a chain, which covers all of its batches. A copy stored elsewhere can later prove that no row was
 * changed.
 */
export interface ChainHead {
  chain: string;
  /** The number of batches in the chain. */
  number: number;
  head: string;
  madeAt: Date;
}

const headRow = z.strictObject({ number: z.number(), head: z.string(), made_at: z.date() });

/** The head of a study's chain; null before its first batch, which is created within ten seconds of its first event. */
export async function getStudyChainHead(client: Connection, studyId: string): Promise<ChainHead | null> {
  const chain = `study:${studyId}`;
  const row = await maybeRow(
    client,
    headRow,
    sql`SELECT number, head, made_at FROM audit_batch WHERE chain = ${chain} ORDER BY number DESC LIMIT 1`,
  );
  return row ? { chain, number: row.number, head: row.head, madeAt: row.made_at } : null;
}
