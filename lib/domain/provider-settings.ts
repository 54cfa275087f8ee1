import * as z from "zod";
import { type GroupRule, parseGroupRules } from "./group-rules.ts";

/** An identity provider (OpenID Connect) through which people may sign in. */
export interface ProviderSettings {
  /** In the provider's notation, because issuers are compared exactly. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The provider's name on the button. */
  name: string;
  scope: string;
  /** The claim with a person's groups. */
  groupsClaim: string;
  /** Domains of e-mail addresses, in lower case. Only for these, a user may be found by address or created. */
  domains: string[];
  rules: GroupRule[];
}

const text = z.string().trim().min(1);

const schema = z
  .object({
    PARALLAX_OIDC_ISSUER: z
      .url({ protocol: /^https?$/, error: "must be an address such as https://id.example.org" })
      .refine((address) => !URL.canParse(address) || isSafe(new URL(address)), "must begin with https://"),
    PARALLAX_OIDC_CLIENT_ID: text,
    PARALLAX_OIDC_CLIENT_SECRET: text,
    PARALLAX_OIDC_DOMAINS: z
      .string()
      .regex(/^[\w.-]+(?:\s*,\s*[\w.-]+)*$/, "must be a list of domains such as example.org, lab.example.org"),
    PARALLAX_OIDC_GROUPS: z
      .string()
      .refine(
        (rules) => parseGroupRules(rules) !== null,
        "must be rules such as group=project:role; group2=project:role",
      ),
    PARALLAX_OIDC_GROUPS_CLAIM: text.default("groups"),
    PARALLAX_OIDC_SCOPE: text.refine((scope) => scope.split(" ").includes("openid"), "must contain openid"),
    PARALLAX_OIDC_NAME: text.max(60, "must be at most 60 characters").optional(),
  })
  .partial({ PARALLAX_OIDC_SCOPE: true });

/** The environment variables that configure the provider. */
export const providerVariables = Object.keys(schema.shape) as (keyof typeof schema.shape)[];

/**
 * Reads the provider from environment variables; null if no issuer is set.
 *
 * @returns the provider, or the problem in a sentence that names the variable
 */
export function readProvider(
  environment: Readonly<Record<string, string | undefined>>,
): { ok: true; provider: ProviderSettings | null } | { ok: false; problem: string } {
  const statedVariables = Object.fromEntries(
    providerVariables.map((name) => [name, environment[name]?.trim() || undefined]),
  );
  if (statedVariables.PARALLAX_OIDC_ISSUER === undefined) return { ok: true, provider: null };
  const parsed = schema.safeParse(statedVariables);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = issue?.path.join(".") ?? "";
    const problem = statedVariables[name] === undefined ? "is missing" : issue?.message;
    return { ok: false, problem: `The environment variable ${name} ${problem}.` };
  }
  const { data } = parsed;
  return {
    ok: true,
    provider: {
      issuer: data.PARALLAX_OIDC_ISSUER,
      clientId: data.PARALLAX_OIDC_CLIENT_ID,
      clientSecret: data.PARALLAX_OIDC_CLIENT_SECRET,
      name: data.PARALLAX_OIDC_NAME ?? new URL(data.PARALLAX_OIDC_ISSUER).hostname,
      scope: data.PARALLAX_OIDC_SCOPE ?? "openid email profile",
      groupsClaim: data.PARALLAX_OIDC_GROUPS_CLAIM,
      domains: data.PARALLAX_OIDC_DOMAINS.toLowerCase()
        .split(",")
        .map((domain) => domain.trim()),
      rules: parseGroupRules(data.PARALLAX_OIDC_GROUPS) ?? [],
    },
  };
}

/** Whether tokens and secrets are encrypted (TLS), or the provider runs on this machine. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
