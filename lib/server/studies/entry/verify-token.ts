import { createLocalJWKSet, decodeProtectedHeader, errors, jwtVerify } from "jose";
import type { ArrivalProof } from "@/lib/domain/survey/arrival-rules.ts";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { findClaimProblem } from "@/lib/domain/survey/recruiters/signed-arrival.ts";
import { environment } from "../../platform/environment.ts";
import { findKeysForToken } from "./prolific-keys.ts";

/** Maximum difference between the clocks of Prolific and of this machine, in seconds. */
const clockToleranceSeconds = 60;

/**
 * Whether one of a link's tokens proves that Prolific sent this participant to this study. Such a token is signed with
 * RS256 by a key of Prolific, has not expired, and is for this installation and this person. "no-keys" if the keys are
 * unavailable.
 */
export async function verifyTokens(
  tokens: readonly string[],
  entry: Entry,
  slug: string,
): Promise<Extract<ArrivalProof, "token" | "none" | "no-keys">> {
  let verdict: "none" | "no-keys" = "none";
  for (const token of tokens) {
    const keyId = readKeyId(token);
    if (keyId === null) continue;
    const { keys, isCurrent } = await findKeysForToken(keyId);
    if (!keys.some(({ kid }) => kid === keyId)) {
      if (!isCurrent) verdict = "no-keys";
      continue;
    }
    const claims = await readClaims(token, keys);
    if (claims && findClaimProblem(claims, entry, { publicUrl: environment().publicUrl, slug }) === null)
      return "token";
  }
  return verdict;
}

/** The key ID in a token's header; null for algorithms other than RS256 and for malformed tokens. */
function readKeyId(token: string): string | null {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return alg === "RS256" && typeof kid === "string" && kid.length <= 200 ? kid : null;
  } catch {
    return null;
  }
}

async function readClaims(token: string, keys: Parameters<typeof createLocalJWKSet>[0]["keys"]): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
      algorithms: ["RS256"],
      requiredClaims: ["exp", "aud"],
      clockTolerance: clockToleranceSeconds,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
