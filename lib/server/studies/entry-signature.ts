import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The proof that a link for a person was made by somebody who has the study's secret: HMAC-SHA256 of the id's UTF-8
 * bytes under the secret's own characters, in lower-case hexadecimal digits, so that any language can make it in a line.
 */
export function signExternalId(secret: string, externalId: string): string {
  return createHmac("sha256", secret).update(externalId, "utf8").digest("hex");
}

/** Whether a signature is the right one, told in the same time for every wrong one. */
export function isSignedId(secret: string, externalId: string, signature: string): boolean {
  const expected = Buffer.from(signExternalId(secret, externalId));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
