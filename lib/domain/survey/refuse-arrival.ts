import {
  type ArrivalProof,
  type ArrivalRefusal,
  type ArrivalRules,
  type ArrivalSource,
  isProven,
} from "./arrival-rules.ts";
import type { Entry } from "./entry.ts";
import { isParticipantId } from "./participant-id.ts";
import { type RecruiterKind, sourceOfRecruiter } from "./recruiters/recruiter.ts";

/**
 * Why an arrival does not satisfy the arrival rules, as far as its link shows; null if it does. If an ID is required
 * and no source is selected, an ID without a proof must come from the study's recruiter. Otherwise anyone could take
 * part in a study on Prolific with any text as `pid`.
 */
export function findArrivalRefusal(
  rules: ArrivalRules,
  entry: Entry | null,
  proof: ArrivalProof,
  recruiter: RecruiterKind,
): ArrivalRefusal | null {
  const source: ArrivalSource = entry?.source ?? "anonymous";
  if (rules.sources.length > 0 && !rules.sources.includes(source)) return "source";
  if (rules.identity !== "none" && entry === null) return "no-id";
  const isOtherSource = recruiter !== "none" && source !== sourceOfRecruiter(recruiter);
  if (rules.identity === "id" && rules.sources.length === 0 && isOtherSource && !isProven(proof)) return "source";
  if (entry && !isParticipantId(entry, rules.idPattern)) return "id-format";
  if (rules.identity === "signed" && !isProven(proof)) return proof === "no-keys" ? "no-keys" : "unsigned";
  return null;
}
