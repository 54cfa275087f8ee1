import {
  type ArrivalProof,
  type ArrivalRefusal,
  type ArrivalRules,
  type ArrivalSource,
  isProven,
} from "./arrival-rules.ts";
import type { Entry } from "./entry.ts";
import { isParticipantId } from "./participant-id.ts";

/** Why an arrival does not fit the rules, judged by its link; null if it does. */
export function refuseArrival(rules: ArrivalRules, entry: Entry | null, proof: ArrivalProof): ArrivalRefusal | null {
  const source: ArrivalSource = entry?.source ?? "anonymous";
  if (rules.sources.length > 0 && !rules.sources.includes(source)) return "source";
  if (rules.identity !== "none" && entry === null) return "no-id";
  if (entry && !isParticipantId(entry, rules.idPattern)) return "id-format";
  if (rules.identity === "signed" && !isProven(proof)) return proof === "no-keys" ? "no-keys" : "unsigned";
  return null;
}
