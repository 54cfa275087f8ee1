import { createHmac, randomBytes } from "node:crypto";
import * as z from "zod";
import { networkPrefix } from "@/lib/domain/network/address.ts";
import { formatDay } from "../../../domain/format/times.ts";
import { pool } from "../database/pool.ts";
import { oneRow } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { environment } from "../environment.ts";

let cachedKey: { day: string; databaseUrl: string; key: string } | null = null;

/**
 * A hash of the network of a request (/24 of IPv4, /48 of IPv6) under a key that is replaced every day, so that the
 * network cannot be determined afterwards. Null if the network is unknown: behind a proxy that is not configured, every
 * request has the proxy's own address.
 */
export async function networkHash(headers: Headers): Promise<string | null> {
  const address = headers.get("x-forwarded-for") ?? "";
  const prefix = networkPrefix(address);
  if (prefix === null || !environment().hasNamedProxy) return null;
  return createHmac("sha256", await readKeyOfToday())
    .update(prefix)
    .digest("base64url");
}

const keyRow = z.strictObject({ key: z.string() });

async function readKeyOfToday(): Promise<string> {
  const day = formatDay(new Date());
  const { databaseUrl } = environment();
  if (cachedKey?.day === day && cachedKey.databaseUrl === databaseUrl) return cachedKey.key;
  await pool().query(
    sql`INSERT INTO network_key AS known (id, day, key)
     VALUES (1, ${day}::date, ${randomBytes(32).toString("base64url")})
     ON CONFLICT (id) DO UPDATE SET day = excluded.day, key = excluded.key WHERE known.day < excluded.day`,
  );
  const row = await oneRow(pool(), keyRow, "SELECT key FROM network_key WHERE id = 1");
  cachedKey = { day, databaseUrl, key: row.key };
  return cachedKey.key;
}
