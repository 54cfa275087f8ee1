import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** Creates a signing key in the notation of Standard Webhooks (standardwebhooks.com): base64 of 256 random bits. */
export function mintEventSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

/**
 * The headers that sign a webhook under Standard Webhooks 1.0.0: HMAC-SHA256, in base64, over ID, time in seconds and
 * body, separated by dots. The ID is the same for every attempt.
 */
export function createSignatureHeaders(secret: string, id: string, now: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
