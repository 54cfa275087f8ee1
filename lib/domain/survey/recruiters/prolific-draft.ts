import { listEnds } from "../exit.ts";
import type { Outcome, Protocol } from "../protocol.ts";
import type { Recruitment } from "./recruiter-text.ts";

/** A draft study in the format of Prolific's API (docs.prolific.com, "Create a study"). */
export interface ProlificDraft {
  name: string;
  internal_name: string;
  description: string;
  external_study_url: string;
  prolific_id_option: "url_parameters";
  completion_codes: { code: string; code_type: string; actions: { action: "MANUALLY_REVIEW" }[] }[];
  /** In minutes. */
  estimated_completion_time: number;
  /** Reward for each participant, in hundredths of the account's currency. */
  reward: number;
  total_available_places: number;
}

/** Prolific's type of code for each outcome of a session. */
const codeTypes: Record<Outcome, string> = {
  complete: "COMPLETED",
  "screened-out": "INCOMPATIBLE_DEVICE",
  "over-quota": "OTHER",
  "no-consent": "NO_CONSENT",
  quality: "FAILED_ATTENTION_CHECK",
  withdrawn: "OTHER",
};

/** The values that a researcher enters in addition to the texts of the recruiter's form. */
export interface ProlificOffer {
  places: number;
  /** For each participant, in hundredths. */
  rewardCents: number;
}

/**
 * Creates the draft of a study. The researcher reviews every submission; the ledger shows which ones to approve.
 *
 * @param link the study's entry link with Prolific's placeholders
 * @returns the draft, or the missing field of the recruiter's form, with the remedy
 */
export function buildProlificDraft(
  study: { name: string; protocol: Pick<Protocol, "ends" | "steps"> },
  { title, description, minutes }: Recruitment,
  link: string,
  { places, rewardCents }: ProlificOffer,
): { draft: ProlificDraft } | { field: string; problem: string } {
  if (title.trim() === "") return { field: "title", problem: "The text for the recruiter’s form has no title." };
  if (description.trim() === "")
    return { field: "description", problem: "The text for the recruiter’s form has no description." };
  if (minutes === null) return { field: "minutes", problem: "The text for the recruiter’s form states no duration." };
  const codes = listCodes(study.protocol);
  if (!codes.some(({ code_type }) => code_type === "COMPLETED"))
    return {
      field: "places",
      problem: "The end page of completed sessions has no fixed code. Enter one under Design, end pages.",
    };
  return {
    draft: {
      name: title.trim(),
      internal_name: study.name,
      description: description.trim(),
      external_study_url: link,
      prolific_id_option: "url_parameters",
      completion_codes: codes,
      estimated_completion_time: minutes,
      reward: rewardCents,
      total_available_places: places,
    },
  };
}

/**
 * Lists each code once, because a study at Prolific cannot have the same code twice; the first outcome with a code
 * determines its type.
 */
function listCodes(protocol: Pick<Protocol, "ends" | "steps">): ProlificDraft["completion_codes"] {
  const codes = new Map<string, string>();
  for (const { outcome, end } of listEnds(protocol)) {
    const code = end.code?.trim() ?? "";
    const type = codeTypes[outcome];
    if (code !== "" && !codes.has(code)) codes.set(code, type);
  }
  return [...codes].map(([code, code_type]) => ({ code, code_type, actions: [{ action: "MANUALLY_REVIEW" }] }));
}

/** The bonus of one submission or participant, in hundredths of the currency. */
export interface BonusLine {
  id: string;
  cents: number;
}

/** The maximum number of bonuses in one request to Prolific. */
export const maxBonuses = 200;

/**
 * Parses bonuses, one `ID, amount` per line, such as `60ffe5c8371090c7041d43f8, 1.50`: the ID of a participant or of a
 * submission, and an amount in the study's currency with at most two decimals. Empty lines are ignored.
 */
export function readBonuses(text: string): { bonuses: BonusLine[] } | { problem: string } {
  const bonuses = new Map<string, BonusLine>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [, id = "", amount = ""] = /^\s*([0-9a-f]{24})\s*[,;\t](.*)$/.exec(line) ?? [];
    const cents = readCents(amount);
    if (id === "" || !cents)
      return { problem: `Line ${index + 1} must be an ID and an amount, such as 60ffe5c8371090c7041d43f8, 1.50.` };
    if (bonuses.has(id)) return { problem: `Line ${index + 1} repeats the ID ${id}.` };
    bonuses.set(id, { id, cents });
  }
  if (bonuses.size === 0) return { problem: "Please enter at least one line." };
  if (bonuses.size > maxBonuses) return { problem: `At most ${maxBonuses} bonuses can be set up in one step.` };
  return { bonuses: [...bonuses.values()] };
}

/** An amount with at most two decimals, in hundredths: "1.5" gives 150; null for anything else. */
export function readCents(text: string): number | null {
  const [, whole, part = ""] = /^\s*(\d{1,4})(?:\.(\d{1,2}))?\s*$/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** Bonuses in the format of Prolific's API: amounts are decimals in the study's currency, not hundredths. */
export function formatBonusesAsCsv(bonuses: readonly BonusLine[]): string {
  return bonuses
    .map(({ id, cents }) => `${id},${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`)
    .join("\n");
}
