import * as client from "openid-client";
import type { ProviderSettings } from "@/lib/domain/provider-settings.ts";

/** How long the provider's discovery document is cached. */
const lifetimeMilliseconds = 3_600_000;
/** How long one request to the provider may take, in seconds. */
const timeoutSeconds = 10;

let cachedEntry: { settings: string; until: number; configuration: Promise<client.Configuration> } | null = null;

/**
 * The provider's endpoints and keys from its discovery document, which is read again every hour and after a failure.
 *
 * Uses openid-client, on which next-auth is also based. next-auth itself is not used, because it starts a flow only by
 * a POST request with its own CSRF cookie: this needs a script, and `form-action 'self'` blocks the redirect of such a
 * form to the provider.
 */
export async function getProviderClient(provider: ProviderSettings): Promise<client.Configuration> {
  const settings = JSON.stringify(provider);
  if (cachedEntry?.settings === settings && cachedEntry.until > Date.now()) return await cachedEntry.configuration;
  const configuration = discover(provider);
  const newEntry = { settings, until: Date.now() + lifetimeMilliseconds, configuration };
  cachedEntry = newEntry;
  configuration.catch(() => {
    if (cachedEntry === newEntry) cachedEntry = null;
  });
  return await configuration;
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<client.Configuration> {
  const usesHttp = issuer.startsWith("http:");
  return await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    // Settings allow plain http only for a provider on this machine. The ID token's signature is always verified.
    execute: [client.enableNonRepudiationChecks, ...(usesHttp ? [client.allowInsecureRequests] : [])],
  });
}
