import { createHash, randomBytes } from "node:crypto";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { environment } from "../environment.ts";
import { installationSecret } from "../settings/installation-secret.ts";
import { nextAuthOptions } from "./next-auth-options.ts";
import { cookieFrame } from "./session-cookie.ts";
import type { SessionClaims } from "./session-token.ts";
import { type SignInAttempt, signIn } from "./sign-in.ts";

/** What a browser gets for the right password. */
export interface SignedIn {
  claims: SessionClaims;
  /** The session cookie's value, made by next-auth. */
  token: string;
}

/**
 * Signs somebody in by next-auth's credentials flow, called from our own form and not over HTTP: none of its addresses
 * (`/api/auth/…`) is open to anybody, so nobody can hand it a callback address, an unknown action or a text for the log.
 * What `signIn` refuses is thrown as it is, with its sentence and its time to wait.
 */
export async function signInWithNextAuth(attempt: SignInAttempt): Promise<SignedIn> {
  const { publicUrl } = environment();
  // next-auth makes its links from this variable and would otherwise believe a header or refuse to work.
  process.env.NEXTAUTH_URL = publicUrl;
  let outcome: { ok: true; claims: SessionClaims } | { ok: false; error: unknown } | null = null;
  const options = await nextAuthOptions(async () => {
    try {
      const claims = await signIn(attempt);
      outcome = { ok: true, claims };
      return { id: claims.userId, ...claims };
    } catch (error) {
      outcome = { ok: false, error };
      return null;
    }
  });
  const cookies = await runCredentialsFlow(options, publicUrl);
  const ended = outcome as { ok: true; claims: SessionClaims } | { ok: false; error: unknown } | null;
  if (ended?.ok === false) throw ended.error;
  const prefix = `${cookieFrame("session").name}=`;
  const cookie = cookies.find((line) => line.startsWith(prefix));
  if (!ended || !cookie) throw new Error("next-auth began no session for the right password");
  return { claims: ended.claims, token: decodeURIComponent(cookie.slice(prefix.length).split(";")[0] ?? "") };
}

/** One POST to next-auth's credentials callback, with the token against forged forms that it expects; its cookies. */
async function runCredentialsFlow(
  options: Awaited<ReturnType<typeof nextAuthOptions>>,
  callbackUrl: string,
): Promise<string[]> {
  const csrfToken = randomBytes(32).toString("hex");
  const csrfHash = createHash("sha256")
    .update(`${csrfToken}${await installationSecret()}`)
    .digest("hex");
  const request = {
    method: "POST",
    query: { nextauth: ["callback", "credentials"] },
    headers: {},
    cookies: { [cookieFrame("csrf").name]: `${csrfToken}|${csrfHash}` },
    body: { csrfToken, callbackUrl, json: "true" },
  };
  const headers = new Map<string, unknown>();
  const response = {
    status: () => response,
    setHeader: (name: string, value: unknown) => {
      headers.set(name.toLowerCase(), value);
      return response;
    },
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    json: () => response,
    send: () => response,
    end: () => response,
  };
  // Only these few members are used; the types ask for a whole server.
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return [headers.get("set-cookie")].flat().filter((line): line is string => typeof line === "string");
}
