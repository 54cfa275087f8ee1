import * as z from "zod";
import type { Entry } from "./entry.ts";

/** Where someone may come from; "anonymous" brings no id. */
export const arrivalSources = ["prolific", "mturk", "panel", "pid", "anonymous"] as const;
export type ArrivalSource = (typeof arrivalSources)[number];

/** What participant IDs of a study's own list or panel consist of where the researcher states nothing else. */
export const defaultIdPattern = "[A-Za-z0-9._~-]{1,64}";

/** How many slots without an answer one network may hold where the researcher states nothing else. */
export const defaultNetworkCap = 20;

/** Longest pattern of participant IDs, in characters. */
export const longestIdPattern = 200;

/** Who may begin a session of a study. */
const arrivalRulesSchema = z.strictObject({
  /** Whether an id is demanded, and whether it must be signed with the study's secret. */
  identity: z.enum(["none", "id", "signed"]),
  /** The sources that are accepted; all of them where none is listed. */
  sources: z.array(z.enum(arrivalSources)).max(arrivalSources.length),
  /**
   * Slots without an answer that one network may hold at a time, where a proxy is named; null: no limit. The database
   * decides by `unanswered_slot_limit`.
   */
  networkCap: z.int().min(1).max(100_000).nullable(),
  /** What IDs of a list or a panel consist of (`isParticipantId`); those of Prolific and MTurk have formats of their own. */
  idPattern: z.string().max(longestIdPattern).default(defaultIdPattern),
});
export type ArrivalRules = z.infer<typeof arrivalRulesSchema>;

/** A study that says nothing lets everyone in. */
export const openArrivalRules: ArrivalRules = {
  identity: "none",
  sources: [],
  networkCap: defaultNetworkCap,
  idPattern: defaultIdPattern,
};

/** No one comes into a simulation but scripted participants, whose links Parallax signs itself. */
export const simulationArrivalRules: ArrivalRules = { ...openArrivalRules, identity: "signed", networkCap: null };

/**
 * Who may begin sessions of a study, read from its row. A simulation has rules of its own, whatever is stored; a stored
 * value of another form counts as none.
 */
export function readArrivalRules(study: { stage: string; arrival_rules: unknown }): ArrivalRules {
  if (study.stage === "simulation") return simulationArrivalRules;
  return arrivalRulesSchema.safeParse(study.arrival_rules).data ?? openArrivalRules;
}

/** What is said in place of a simulation's links and secret. */
export const noSimulationLinks = "Only scripted participants enter a simulation, so it has no links and no secret.";

/** Why an arrival does not fit. */
export const arrivalRefusals = ["no-id", "id-format", "unsigned", "no-keys", "source"] as const;
export type ArrivalRefusal = (typeof arrivalRefusals)[number];

/**
 * What proves that someone is who the link says: the study's signature, a verified token of the recruiter, or nothing;
 * "no-keys" where there is a token and the recruiter's keys could not be had.
 */
export type ArrivalProof = "signature" | "token" | "none" | "no-keys";

/** Whether an arrival is proved, so that it may also continue a session that exists. */
export function isProved(proof: ArrivalProof): boolean {
  return proof === "signature" || proof === "token";
}

/** Recruiters whose ids are of one case only, so that another case is the same person's id typed again. */
const caselessSources: readonly string[] = ["prolific", "mturk"];

/**
 * An id as ids are compared. Unicode's compatibility forms are one (NFKC) and signs that no one sees are left out, so
 * that one person cannot come twice with ids that look the same. `folded` is equal for ids that differ in case only.
 */
export function comparableId({ source, externalId }: Pick<Entry, "source" | "externalId">): {
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
