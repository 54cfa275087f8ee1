import type { PoolClient } from "pg";
import * as z from "zod";
import { nextSlug } from "@/lib/domain/survey/studies/slug.ts";
import { classifyDatabaseError } from "../../platform/database/classify-error.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";

/**
 * Runs a transaction that creates a study with a free slug, and retries it if a concurrent transaction used the same
 * slug.
 */
export async function withFreeSlug<Made>(
  make: (client: PoolClient, freeSlug: (wanted: string) => Promise<string>) => Promise<Made>,
): Promise<Made> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withTx((client) => make(client, (wanted) => readFreeSlug(client, wanted)));
    } catch (error) {
      if (attempt >= 5 || classifyDatabaseError(error) !== "unique") throw error;
    }
  }
}

const slugRow = z.strictObject({ slug: z.string() });

async function readFreeSlug(client: PoolClient, wanted: string): Promise<string> {
  const base = nextSlug(wanted, []);
  const rows = await manyRows(client, slugRow, sql`SELECT slug FROM study WHERE slug LIKE ${base} || '%'`);
  return nextSlug(
    base,
    rows.map(({ slug }) => slug),
  );
}
