import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { readInstallationSecret } from "./installation-secret.ts";

/**
 * Encrypts a secret for the database (AES-256-GCM) with the installation secret.
 *
 * @param purpose a value encrypted for one purpose cannot be decrypted for another
 */
export async function encryptSecret(purpose: string, text: string): Promise<string> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", await deriveCipherKey(purpose), nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** Returns null if the installation secret has changed since then; the user must enter the value again. */
export async function decryptSecret(purpose: string, encrypted: string): Promise<string | null> {
  const bytes = Buffer.from(encrypted, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", await deriveCipherKey(purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

async function deriveCipherKey(purpose: string): Promise<Buffer> {
  return createHash("sha256")
    .update(`${purpose}/${await readInstallationSecret()}`)
    .digest();
}
