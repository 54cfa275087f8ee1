import * as z from "zod";
import type { Entry } from "../entry.ts";
import type { FormFields } from "../parse-answers.ts";
import { proofName, tokenName } from "./recruiter.ts";

/** Maximum length of a token, in characters; those of Prolific have about 1,000. */
const maxTokenLength = 4_096;

/** Maximum number of values of one link that are tried as tokens. */
const maxTokens = 3;

/**
 * The values of a link that may be the JSON Web Token of a recruiter, the usual parameter first. Prolific documents the
 * token but not the parameter, so every parameter is searched.
 */
export function findTokens(fields: FormFields): string[] {
  const found = Object.entries(fields)
    .filter((field): field is [string, string] => typeof field[1] === "string" && field[0] !== proofName)
    .filter(([, value]) => value.length <= maxTokenLength && /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(value))
    .sort(([left], [right]) => Number(right === tokenName) - Number(left === tokenName));
  return found.slice(0, maxTokens).map(([, value]) => value);
}

const claimsSchema = z.looseObject({
  aud: z.union([z.string(), z.array(z.string())]),
  iss: z.string().optional(),
  prolific: z.record(z.string(), z.unknown()),
});

/**
 * Why the claims of a token do not prove an arrival, or null if they do. The signature and the times must already be
 * verified. The audience is this installation, including the study if it has a path; the issuer, if stated, is
 * Prolific; the claim `prolific` has a workspace, the participant, and the same value for every parameter of the link.
 */
export function refuseClaims(
  claims: unknown,
  entry: Pick<Entry, "source" | "externalId" | "parameters">,
  site: { publicUrl: string; slug: string },
): "claims" | "audience" | "issuer" | "person" | null {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) return "claims";
  const { aud, iss, prolific } = parsed.data;
  if (![aud].flat().some((audience) => isAudience(audience, site))) return "audience";
  if (iss !== undefined && !isProlific(iss)) return "issuer";
  const isNamed = typeof prolific.workspace_id === "string" && prolific.workspace_id !== "";
  const isSame = Object.entries(entry.parameters).every(([name, value]) => prolific[name] === value);
  const isTheirs = entry.source === "prolific" && prolific.PROLIFIC_PID === entry.externalId;
  return isNamed && isSame && isTheirs ? null : "person";
}

/** A host name, an origin, or a URL of the study on this host. */
function isAudience(audience: string, { publicUrl, slug }: { publicUrl: string; slug: string }): boolean {
  const own = new URL(publicUrl);
  if (audience === own.hostname || audience === own.host) return true;
  const named = readUrl(audience);
  if (named?.origin !== own.origin) return false;
  return named.pathname === "/" || named.pathname === `/s/${slug}`;
}

function isProlific(issuer: string): boolean {
  const named = readUrl(issuer);
  return named?.protocol === "https:" && /^(?:[a-z0-9-]+\.)*prolific\.com$/.test(named.hostname);
}

function readUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
