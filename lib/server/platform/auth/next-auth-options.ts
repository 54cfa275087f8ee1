import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { z } from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { AppError } from "../errors/app-error.ts";
import { networkOf } from "../http/rate-limit.ts";
import { installationSecret } from "../settings/installation-secret.ts";
import { emailAddress } from "./email-address.ts";
import { endSession } from "./end-session.ts";
import { readSession } from "./read-session.ts";
import { cookieFrame, sessionLimits } from "./session-cookie.ts";
import { sessionClaims } from "./session-token.ts";
import { signIn } from "./sign-in.ts";

/** What a person types to sign in. */
export const credentialsSchema = z.object({ email: emailAddress, password: boundedText(200) });

/**
 * next-auth as this house uses it: passwords only, a cookie that holds nothing but ids, and every session looked up
 * again, so that ending one works at once. Our own pages use the functions beside this file and the same cookie.
 */
export async function nextAuthOptions(): Promise<NextAuthOptions> {
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
        async authorize(given, request) {
          const parsed = credentialsSchema.safeParse({ email: given?.email, password: given?.password });
          if (!parsed.success) return null;
          try {
            const network = networkOf(new Headers(request.headers as Record<string, string>));
            const claims = await signIn({ ...parsed.data, network });
            return { id: claims.userId, ...claims };
          } catch (error) {
            if (error instanceof AppError) return null;
            throw error;
          }
        },
      }),
    ],
    callbacks: {
      async jwt({ token, user }) {
        const claims = sessionClaims.parse(user ?? token);
        // Throwing makes next-auth answer "nobody" and take the cookie away.
        if (!user && !(await readSession(claims))) throw new Error("This session has ended.");
        return claims;
      },
      async session({ session, token }) {
        const actor = await readSession(sessionClaims.parse(token));
        return { expires: session.expires, user: { name: actor?.name ?? null, email: actor?.email ?? null } };
      },
    },
    events: {
      async signOut({ token }) {
        const claims = sessionClaims.safeParse(token);
        if (claims.success) await endSession(claims.data.sid);
      },
    },
    logger: {
      error: (code, detail) => {
        // Every browser whose session has ended comes by here once; that is not an error of ours.
        if (code !== "JWT_SESSION_ERROR") console.error(code, detail);
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}
