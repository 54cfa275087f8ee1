import type { ArrivalProof, ArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import type { FormFields } from "@/lib/domain/survey/parse-answers.ts";
import { findTokens } from "@/lib/domain/survey/recruiters/signed-arrival.ts";
import { isSigned } from "./entry-signature.ts";
import { verifyTokens } from "./verify-token.ts";

/**
 * The proof of arrival in a link: the study's own signature or, in a study that requires signed arrivals, a Prolific
 * token. For other studies no keys are fetched.
 */
export async function proveArrival(
  study: { slug: string; entrySecret: string; arrivalRules: ArrivalRules },
  entry: Entry | null,
  fields: FormFields,
): Promise<ArrivalProof> {
  if (entry === null) return "none";
  if (isSigned(study, entry)) return "signature";
  if (study.arrivalRules.identity !== "signed" || entry.source !== "prolific") return "none";
  const tokens = findTokens(fields);
  return tokens.length === 0 ? "none" : await verifyTokens(tokens, entry, study.slug);
}
