import { createHmac } from "node:crypto";
import * as z from "zod";
import { isLocalAddress, networkPrefix, normalizeAddress } from "@/lib/domain/network/address.ts";
import { formatDay } from "../../../domain/format/times.ts";
import { pool } from "../database/pool.ts";
import { maybeRow } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { environment } from "../environment.ts";
import { AppError } from "../errors/app-error.ts";
import { readInstallationSecret } from "../settings/installation-secret.ts";

export interface RateRule {
  /** Maximum number of attempts within one window. */
  limit: number;
  windowSeconds: number;
}

const attemptRow = z.strictObject({ count: z.number(), seconds_left: z.number() });

/**
 * Counts one attempt for a subject and throws `too-many` if there were too many. The count is in the database, so all
 * processes share it; the subject is stored only as a keyed hash.
 */
export async function countAttempt(kind: string, subject: string, rule: RateRule): Promise<void> {
  const row = await maybeRow(
    pool(),
    attemptRow,
    sql`INSERT INTO rate_limit AS r (key, window_start, count)
     VALUES (${await hashSubject(kind, subject)}, clock_timestamp(), 1)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN r.window_start < clock_timestamp() - make_interval(secs => ${rule.windowSeconds}) THEN 1 ELSE
       r.count + 1 END,
       window_start = CASE WHEN r.window_start < clock_timestamp() - make_interval(secs => ${rule.windowSeconds})
                      THEN clock_timestamp() ELSE r.window_start END
     RETURNING count, extract(epoch
     FROM window_start - clock_timestamp())::float8 + ${rule.windowSeconds}::float8 AS seconds_left`,
  );
  if (!row || row.count <= rule.limit) return;
  const minutes = Math.max(1, Math.ceil(row.seconds_left / 60));
  throw new AppError(
    "too-many",
    `Too many attempts. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`,
    undefined,
    row.seconds_left,
  );
}

/** Deletes the counted attempts of a subject after a successful one. */
export async function deleteAttempts(kind: string, subject: string): Promise<void> {
  await pool().query(sql`DELETE FROM rate_limit WHERE key = ${await hashSubject(kind, subject)}`);
}

/** Deletes expired attempts; no network data are kept for more than a day. */
export async function deleteOldAttempts(): Promise<void> {
  await pool().query("DELETE FROM rate_limit WHERE window_start < clock_timestamp() - interval '1 day'");
}

/**
 * The network of a request, only for counting: the address that Parallax's listener determined (it rewrites the header,
 * `lib/supervisor/listener`). An IPv6 address is truncated to its network, because one household has a whole network.
 * Empty if the network is unknown: behind a proxy that is not configured, all requests seem to come from the proxy.
 */
export function networkOf(headers: Headers): string {
  const address = normalizeAddress(headers.get("x-forwarded-for") ?? "");
  if (address === null || (!environment().hasNamedProxy && isLocalAddress(address))) return "";
  return networkPrefix(address, { ipv4: 32, ipv6: 64 }) ?? "";
}

/** A keyed hash of the subject. The key changes every day, so that counts of different days cannot be linked. */
async function hashSubject(kind: string, subject: string): Promise<string> {
  const day = formatDay(new Date());
  const hash = createHmac("sha256", `${await readInstallationSecret()}:rate-limit:${day}`).update(`${kind}:${subject}`);
  return `${kind}:${hash.digest("base64url")}`;
}
