import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { pool } from "../database/pool.ts";
import { type Connection, maybeRow } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { environment } from "../environment.ts";
import { AppError } from "../errors/app-error.ts";

/**
 * The secret for cookies, keyed hashes and stored secrets. It is never in the database, and therefore in no backup:
 * `npm start` reads it from `PARALLAX_SECRET` or from the file `secret` of the data directory. Throws if neither
 * exists.
 */
export async function readInstallationSecret(): Promise<string> {
  const { secret } = environment();
  if (secret) return secret;
  throw new AppError(
    "unavailable",
    "The installation secret is missing; set PARALLAX_SECRET, or set PARALLAX_DATA_DIR to the directory with the file `secret`.",
  );
}

/** The setting in which earlier versions stored the secret itself. */
export const earlierSecretKey = "installation-secret";
/**
 * The setting with the digest of the secret, so that a different secret is detected before anything is encrypted with
 * it.
 */
const digestKey = "installation-secret-digest";

/** What a database records about its secret. */
export interface StoredSecretFacts {
  /** The secret itself, if a version that did not use the file stored it there. */
  earlierSecret: string | null;
  /** `digestOfSecret` of the secret in use; null if no start has recorded it yet. */
  digest: string | null;
}

const factsRow = z.strictObject({ earlier: z.string().nullable(), digest: z.string().nullable() });

/** Reads what a database records about its secret. The tables must exist. */
export async function readSecretFacts(client: Connection = pool()): Promise<StoredSecretFacts> {
  const row = await maybeRow(
    client,
    factsRow,
    sql`SELECT (SELECT value #>> '{}' FROM setting WHERE key = ${earlierSecretKey}) AS earlier,
               (SELECT value #>> '{}' FROM setting WHERE key = ${digestKey}) AS digest`,
  );
  return { earlierSecret: row?.earlier ?? null, digest: row?.digest ?? null };
}

/** A keyed digest that distinguishes secrets without revealing them; secrets have at least 16 characters. */
export function digestOfSecret(secret: string): string {
  return createHmac("sha256", secret).update("parallax installation secret").digest("hex");
}

/** Whether a digest, as recorded in a database, is that of this secret. */
export function hasDigest(secret: string, digest: string): boolean {
  const [actualDigest, recordedDigest] = [Buffer.from(digestOfSecret(secret)), Buffer.from(digest)];
  return actualDigest.length === recordedDigest.length && timingSafeEqual(actualDigest, recordedDigest);
}

/** Records the secret with which a database is written. */
export async function recordSecretDigest(client: Connection, secret: string): Promise<void> {
  await client.query(sql`
    INSERT INTO setting (key, value) VALUES (${digestKey}, to_jsonb(${digestOfSecret(secret)}::text))
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = clock_timestamp()`);
}

/** Removes the copy of the secret that an earlier version kept in the database. */
export async function removeEarlierSecret(client: Connection): Promise<void> {
  await client.query(sql`DELETE FROM setting WHERE key = ${earlierSecretKey}`);
}
