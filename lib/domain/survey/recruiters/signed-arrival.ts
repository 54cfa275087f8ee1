import * as z from "zod";
import type { Entry } from "../entry.ts";
import type { FormFields } from "../parse-answers.ts";
import { proofName, tokenName } from "./recruiter.ts";

/** Maximum length of a token, in characters; Prolific's tokens have about 1,000. */
const maxTokenLength = 4_096;

/** Maximum number of values in one link that are tried as tokens. */
const maxTokens = 3;

/**
 * The values of a link that may be a recruiter's JSON Web Token, the usual parameter first. Prolific documents the
 * token but not the parameter, so every parameter is searched.
 */
export function findTokens(fields: FormFields): string[] {
  const candidates = Object.entries(fields)
    .filter((field): field is [string, string] => typeof field[1] === "string" && field[0] !== proofName)
    .filter(([, value]) => value.length <= maxTokenLength && /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(value))
    .sort(([left], [right]) => Number(right === tokenName) - Number(left === tokenName));
  return candidates.slice(0, maxTokens).map(([, value]) => value);
}

const claimsSchema = z.looseObject({
  aud: z.union([z.string(), z.array(z.string())]),
  iss: z.string().optional(),
  prolific: z.record(z.string(), z.unknown()),
});

/**
 * Why the claims of a token do not prove an arrival, or null if they do. The signature and the times must already be
 * verified. The audience must be this installation, including the study if the audience has a path. The issuer, if
 * stated, must be Prolific. The claim `prolific` must have a workspace, the participant, and the same value for every
 * parameter of the link.
 */
export function findClaimProblem(
  claims: unknown,
  entry: Pick<Entry, "source" | "externalId" | "parameters">,
  site: { publicUrl: string; slug: string },
): "claims" | "audience" | "issuer" | "person" | null {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) return "claims";
  const { aud, iss, prolific } = parsed.data;
  if (![aud].flat().some((audience) => isAudienceOfStudy(audience, site))) return "audience";
  if (iss !== undefined && !isProlific(iss)) return "issuer";
  const isNamed = typeof prolific.workspace_id === "string" && prolific.workspace_id !== "";
  const isSame = Object.entries(entry.parameters).every(([name, value]) => prolific[name] === value);
  const isSamePerson = entry.source === "prolific" && prolific.PROLIFIC_PID === entry.externalId;
  return isNamed && isSame && isSamePerson ? null : "person";
}

/** A host name, an origin, or a URL of the study on this host. */
function isAudienceOfStudy(audience: string, { publicUrl, slug }: { publicUrl: string; slug: string }): boolean {
  const installationUrl = new URL(publicUrl);
  if (audience === installationUrl.hostname || audience === installationUrl.host) return true;
  const audienceUrl = readUrl(audience);
  if (audienceUrl?.origin !== installationUrl.origin) return false;
  return audienceUrl.pathname === "/" || audienceUrl.pathname === `/s/${slug}`;
}

function isProlific(issuer: string): boolean {
  const issuerUrl = readUrl(issuer);
  return issuerUrl?.protocol === "https:" && /^(?:[a-z0-9-]+\.)*prolific\.com$/.test(issuerUrl.hostname);
}

function readUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
