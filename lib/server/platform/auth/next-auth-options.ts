import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { log } from "../log/log.ts";
import { installationSecret } from "../settings/installation-secret.ts";
import { emailAddress } from "./email-address.ts";
import { cookieFrame, sessionLimits } from "./session-cookie.ts";
import { type SessionClaims, sessionClaims } from "./session-token.ts";

/** What a person types to sign in. */
export const credentialsSchema = z.object({ email: emailAddress, password: boundedText(200) });

/**
 * next-auth as Parallax uses it: passwords only, and a cookie that holds nothing but ids; every session is looked up
 * again at each request (`read-session.ts`), so that ending one works at once.
 *
 * @param authorize checks the credentials, which the caller holds, and begins the session
 */
export async function nextAuthOptions(
  authorize: () => Promise<(SessionClaims & { id: string }) | null>,
): Promise<NextAuthOptions> {
  return {
    secret: await installationSecret(),
    session: { strategy: "jwt", maxAge: sessionLimits.longestSeconds },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    cookies: {
      sessionToken: cookieFrame("session"),
      csrfToken: cookieFrame("csrf"),
      callbackUrl: cookieFrame("callback"),
    },
    providers: [
      CredentialsProvider({
        credentials: { email: { label: "E-mail", type: "email" }, password: { label: "Password", type: "password" } },
        authorize,
      }),
    ],
    callbacks: {
      jwt: async ({ token, user }) => sessionClaims.parse(user ?? token),
    },
    logger: {
      error: (code) => log("error", "next-auth failed.", { code: String(code) }),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}
