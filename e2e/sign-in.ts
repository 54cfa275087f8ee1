import type { BrowserContext } from "@playwright/test";
import { cookieAttributes } from "../lib/server/platform/auth/session-cookie.ts";
import { encodeSessionToken } from "../lib/server/platform/auth/session-token.ts";

/** Gives a browser the cookie that the sign-in form would have set. */
export async function signIn(context: BrowserContext, claims: Parameters<typeof encodeSessionToken>[0]): Promise<void> {
  const value = await encodeSessionToken(claims);
  await context.addCookies([
    { name: cookieAttributes("session").name, value, url: process.env.PARALLAX_URL as string },
  ]);
}
