import { decode, encode } from "next-auth/jwt";
import * as client from "openid-client";
import * as z from "zod";
import type { ProviderSettings } from "@/lib/domain/provider-settings.ts";
import type { SessionClaims } from "../../platform/auth/session-token.ts";
import { startSession } from "../../platform/auth/start-session.ts";
import { environment } from "../../platform/environment.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { countAttempt } from "../../platform/http/rate-limit.ts";
import { log } from "../../platform/log/log.ts";
import { readInstallationSecret } from "../../platform/settings/installation-secret.ts";
import { findProviderUser } from "./find-provider-person.ts";
import { getProviderClient } from "./provider-client.ts";
import { ProviderProblem } from "./provider-problem.ts";

/** The path to which the provider redirects. */
export const callbackPath = "/api/auth/oidc/callback";

/** Maximum duration of a sign-in at the provider. */
export const flowSeconds = 10 * 60;
/** The key differs from that of sessions, so that neither kind of token is accepted in place of the other. */
const salt = "provider sign-in";

const flowSchema = z.object({
  issuer: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string().nullable(),
});

/** The provider of this installation. If there is none, its routes respond with "not found". */
export function requireProvider(): ProviderSettings {
  const { provider } = environment();
  if (!provider) throw notFoundError();
  return provider;
}

/**
 * Begins a sign-in: returns the provider's address, and an encrypted token for a cookie, which binds the provider's
 * response to this browser (state, nonce, PKCE), so that a response to another browser's sign-in is rejected.
 */
export async function beginProviderSignIn(
  provider: ProviderSettings,
  to: string | null,
): Promise<{ url: URL; flow: string }> {
  const flow = {
    issuer: provider.issuer,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    to,
  };
  const configuration = await withProviderErrors(() => getProviderClient(provider));
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: environment().publicUrl + callbackPath,
    scope: provider.scope,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
  });
  return {
    url,
    flow: await encode({ token: flow, secret: await readInstallationSecret(), maxAge: flowSeconds, salt }),
  };
}

/**
 * Completes a sign-in: verifies the provider's response and starts a session for the person that it names, as after a
 * password; a second factor is requested afterwards.
 *
 * @param search the query of the provider's redirect
 * @param flow the cookie's token
 */
export async function finishProviderSignIn(
  provider: ProviderSettings,
  { search, flow: token, network }: { search: string; flow: string | undefined; network: string },
): Promise<{ claims: SessionClaims; to: string | null }> {
  const flow = token ? await openFlow(token) : null;
  if (!flow || flow.issuer !== provider.issuer) throw new ProviderProblem("expired");
  if (network !== "")
    await withProviderErrors(() => countAttempt("provider-network", network, { limit: 60, windowSeconds: 900 }));
  // Never uses the address of the request itself, because its host is controlled by the client.
  const callbackUrl = new URL(environment().publicUrl + callbackPath + search);
  const facts = await withProviderErrors(() => readFacts(provider, callbackUrl, flow));
  const claims = await startSession(await findProviderUser(provider, facts));
  if (!claims) throw new ProviderProblem("disabled");
  return { claims, to: flow.to };
}

/** Exchanges the code, and adds the claims of the userinfo endpoint to those of the ID token. */
async function readFacts(provider: ProviderSettings, callbackUrl: URL, flow: z.infer<typeof flowSchema>) {
  const configuration = await getProviderClient(provider);
  const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new ProviderProblem("refused");
  const userInfo = configuration.serverMetadata().userinfo_endpoint
    ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {};
  return { ...userInfo, ...claims };
}

async function openFlow(token: string): Promise<z.infer<typeof flowSchema> | null> {
  const payload = await decode({ token, secret: await readInstallationSecret(), salt }).catch(() => null);
  return flowSchema.safeParse(payload).data ?? null;
}

/** Converts failures of the provider and of its response into problems that the sign-in page can explain. */
async function withProviderErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ProviderProblem) throw cause;
    if (cause instanceof AppError && cause.code === "too-many") throw new ProviderProblem("too-many", { cause });
    if (cause instanceof client.AuthorizationResponseError) throw new ProviderProblem("cancelled", { cause });
    const isUnavailable =
      cause instanceof TypeError || (cause instanceof client.ClientError && unavailableCodes.has(cause.code ?? ""));
    log(
      "warn",
      isUnavailable ? "The identity provider does not respond" : "A response of the identity provider was rejected",
      {},
      cause,
    );
    throw new ProviderProblem(isUnavailable ? "unavailable" : "refused", { cause });
  }
}

/** Codes of openid-client for requests that got no usable response. */
const unavailableCodes = new Set(["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"]);
