import { createHmac, randomUUID } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import * as z from "zod";
import { readInstallationSecret } from "../settings/installation-secret.ts";
import { cookieAttributes } from "./session-cookie.ts";

/**
 * The key differs from that of sessions, because this token grants no access. It only states that the browser has
 * signed in before.
 */
const salt = "known browser";
const lifetimeSeconds = 400 * 24 * 3_600;
const claimsSchema = z.object({ user: z.string(), browser: z.uuid() });

/**
 * The cookie by which a browser that has signed in to a user's account is recognized; its name depends on the account.
 */
export async function knownBrowserCookie(email: string) {
  const { name, options } = cookieAttributes(`known.${(await hashEmail(email)).slice(0, 10)}`);
  return { name, options: { ...options, maxAge: lifetimeSeconds } };
}

/** A new token for a browser that has just signed in. */
export async function makeKnownBrowserToken(email: string): Promise<string> {
  return await encode({
    token: { user: await hashEmail(email), browser: randomUUID() },
    secret: await readInstallationSecret(),
    maxAge: lifetimeSeconds,
    salt,
  });
}

/**
 * The ID of a browser that signed in to this account before, or null. Its attempts are counted separately, so that
 * attempts from elsewhere cannot lock the user out.
 */
export async function readKnownBrowser(email: string, token: string | undefined): Promise<string | null> {
  if (!token) return null;
  const payload = await decode({ token, secret: await readInstallationSecret(), salt }).catch(() => null);
  const parsed = claimsSchema.safeParse(payload);
  return parsed.success && parsed.data.user === (await hashEmail(email)) ? parsed.data.browser : null;
}

/** The email address is not stored in a cookie. */
async function hashEmail(email: string): Promise<string> {
  return createHmac("sha256", `${await readInstallationSecret()}:${salt}`)
    .update(email)
    .digest("hex");
}
