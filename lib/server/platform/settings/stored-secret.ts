import * as z from "zod";
import { type Connection, manyRows } from "../database/rows.ts";
import { fragment, sql } from "../database/sql.ts";
import { decryptSecret, encryptSecret } from "./secret-box.ts";

/** The purpose of a stored secret. A secret of one purpose cannot be decrypted for another. */
export type StoredSecretPurpose = "webhook" | "entry-links" | "event-address" | "pool-key";

/** Prefix of every encrypted value; a value without it was stored unencrypted by an earlier version. */
const encryptedPrefix = "aes1:";

/** Encrypts a secret for a table with the installation secret. */
export async function encryptStoredSecret(purpose: StoredSecretPurpose, text: string): Promise<string> {
  return encryptedPrefix + (await encryptSecret(purpose, text));
}

/** Decrypts a secret of a table. Throws if it was encrypted with another installation secret. */
export async function decryptStoredSecret(purpose: StoredSecretPurpose, stored: string): Promise<string> {
  if (!stored.startsWith(encryptedPrefix)) return stored;
  const text = await decryptSecret(purpose, stored.slice(encryptedPrefix.length));
  if (text === null) throw new Error("A stored secret was encrypted with another installation secret.");
  return text;
}

const secretColumns = [
  { purpose: "webhook", table: fragment`recruiter_account`, column: fragment`webhook_secret` },
  { purpose: "entry-links", table: fragment`study`, column: fragment`entry_secret` },
] as const;

const plainRow = z.strictObject({ plain: z.string() });

/** Encrypts the secrets that an earlier version stored unencrypted; returns their number. Idempotent. */
export async function encryptEarlierSecrets(client: Connection): Promise<number> {
  let encryptedCount = 0;
  for (const { purpose, table, column } of secretColumns) {
    const rows = await manyRows(
      client,
      plainRow,
      sql`SELECT DISTINCT ${column} AS plain FROM ${table} WHERE NOT starts_with(${column}, ${encryptedPrefix})`,
    );
    for (const { plain } of rows) {
      const value = await encryptStoredSecret(purpose, plain);
      await client.query(sql`UPDATE ${table} SET ${column} = ${value} WHERE ${column} = ${plain}`);
    }
    encryptedCount += rows.length;
  }
  return encryptedCount;
}
