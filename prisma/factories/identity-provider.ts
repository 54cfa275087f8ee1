import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** A local identity provider that signs in the user `isHere` without asking. */
export interface IdentityProvider {
  issuer: string;
  /** The subject of the user who is signed in at the provider. */
  isHere: string;
  /** The claims about each user, by subject. */
  people: Record<string, Record<string, unknown>>;
  /** Starts to listen; before that, its address is known but not in use. */
  open: (client: { clientId: string; clientSecret: string; redirectUri: string }) => void;
  close: () => Promise<void>;
}

const scope = "openid email profile groups";

/** Prepares a provider on a free port. PKCE is required, as by providers that follow OAuth 2.1. */
export async function makeIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: IdentityProvider = {
    issuer,
    isHere: "",
    people: {},
    open: ({ clientId, clientSecret, redirectUri }) => {
      const provider = new Provider(issuer, {
        clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
        scopes: scope.split(" "),
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
        findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...made.people[id] }) }),
        features: { devInteractions: { enabled: false } },
        cookies: { keys: ["a key of the tests"] },
        pkce: { required: () => true },
        interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
        loadExistingGrant: async ({ oidc }) => {
          const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId as string });
          grant.addOIDCScope(scope);
          await grant.save();
          return grant;
        },
      });
      provider.use(async (context, next) => {
        if (!context.path.startsWith("/interaction/")) return await next();
        context.respond = false;
        await provider.interactionFinished(context.req, context.res, { login: { accountId: made.isHere } });
      });
      server.on("request", provider.callback());
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}
