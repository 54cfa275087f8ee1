import * as z from "zod";
import type { Entry } from "./entry.ts";

/** The source of a participant; "anonymous" has no ID. */
export const arrivalSources = ["prolific", "mturk", "panel", "pid", "anonymous"] as const;
export type ArrivalSource = (typeof arrivalSources)[number];

/** Default pattern of the participant IDs of a study's own list or of a panel. */
export const defaultIdPattern = "[A-Za-z0-9._~-]{1,64}";

/** Default maximum number of slots without an answer for each network. */
export const defaultNetworkCap = 20;

/** Maximum length of a pattern of participant IDs, in characters. */
export const maxIdPatternLength = 200;

/** Who may start a session of a study. */
export const arrivalRulesSchema = z.strictObject({
  /** Whether an ID is required, and whether it must be signed with the study's secret. */
  identity: z.enum(["none", "id", "signed"]),
  /** The accepted sources; an empty list accepts all. */
  sources: z.array(z.enum(arrivalSources)).max(arrivalSources.length),
  /**
   * Maximum number of slots without an answer per network, if a proxy is configured; null: no limit. The database
   * function is `unanswered_slot_limit`.
   */
  networkCap: z.int().min(1).max(100_000).nullable(),
  /** The pattern of IDs of a list or a panel (`isParticipantId`); Prolific and MTurk have their own formats. */
  idPattern: z.string().max(maxIdPatternLength).default(defaultIdPattern),
});
export type ArrivalRules = z.infer<typeof arrivalRulesSchema>;

/** The default accepts everyone. */
export const openArrivalRules: ArrivalRules = {
  identity: "none",
  sources: [],
  networkCap: defaultNetworkCap,
  idPattern: defaultIdPattern,
};

/** A simulation accepts only scripted participants, whose links Parallax signs itself. */
export const simulationArrivalRules: ArrivalRules = { ...openArrivalRules, identity: "signed", networkCap: null };

/**
 * The rules for starting sessions of a study, from its row. A simulation has fixed rules, whatever is stored. A stored
 * value with an invalid format is ignored.
 */
export function readArrivalRules(study: { stage: string; arrival_rules: unknown }): ArrivalRules {
  if (study.stage === "simulation") return simulationArrivalRules;
  return arrivalRulesSchema.safeParse(study.arrival_rules).data ?? openArrivalRules;
}

/** Shown instead of the links and the secret of a simulation. */
export const noSimulationLinks =
  "A simulation has no links and no secret, because only scripted participants take part.";

/** Why an arrival is refused. */
export const arrivalRefusals = ["no-id", "id-format", "unsigned", "no-keys", "source"] as const;
export type ArrivalRefusal = (typeof arrivalRefusals)[number];

/**
 * The proof of the identity in the link: the study's signature, a verified token of the recruiter, or none. "no-keys"
 * means that there is a token, but the recruiter's keys are not available.
 */
export type ArrivalProof = "signature" | "token" | "none" | "no-keys";

/** Whether an arrival has a proof of identity, so that it may also continue an existing session. */
export function isProven(proof: ArrivalProof): boolean {
  return proof === "signature" || proof === "token";
}

/** Recruiters whose IDs use only one case. An ID in another case therefore belongs to the same person. */
const caselessSources: readonly string[] = ["prolific", "mturk"];

/**
 * Normalises an ID for comparison: Unicode's compatibility forms are unified (NFKC) and invisible characters are
 * removed, so that no one can take part twice with IDs that look the same. `folded` is equal for IDs that differ only
 * in case.
 */
export function toComparableId({ source, externalId }: Pick<Entry, "source" | "externalId">): {
  compared: string;
  folded: string;
} {
  const plain = externalId
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim();
  const folded = plain.toLowerCase();
  return { compared: caselessSources.includes(source) ? folded : plain, folded };
}
