import { randomBytes } from "node:crypto";
import { Secret } from "otpauth";
import { hashUserToken } from "../../platform/auth/token.ts";
import type { Connection } from "../../platform/database/rows.ts";
import { rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const codeCount = 10;
/** 80 random bits; a plain hash is sufficient for them. */
const codeBytes = 10;

/** Replaces a user's recovery codes. Returns the new codes, which cannot be displayed again. */
export async function replaceRecoveryCodes(client: Connection, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  const hashes = codes.map((code) => hashUserToken(normaliseRecoveryCode(code)));
  await client.query(sql`DELETE FROM recovery_code WHERE user_id = ${userId}`);
  await client.query(sql`
    INSERT INTO recovery_code (code_hash, user_id) SELECT unnest(${hashes}::text[]), ${userId}::uuid`);
  return codes;
}

/** Uses a code; false if it is not one of this user's unused codes. */
export async function consumeRecoveryCode(client: Connection, userId: string, code: string): Promise<boolean> {
  const usedCount = await rowCountOf(
    client,
    sql`UPDATE recovery_code SET used_at = clock_timestamp()
        WHERE code_hash = ${hashUserToken(normaliseRecoveryCode(code))} AND user_id = ${userId} AND used_at IS NULL`,
  );
  return usedCount === 1;
}

/** "K7QF-2MZA-PX4L-9HWT" in Base32, which has no characters that look alike. */
function newCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(codeBytes)).buffer }).base32;
  return text.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** Normalizes an entered code: with or without hyphens and spaces, in lower case. */
function normaliseRecoveryCode(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toUpperCase();
}
