import { formatNumber } from "../../format/figures.ts";
import type { ResultState } from "../../result-state.ts";
import { cleaningRuleTexts, type PlannedCleaningRule } from "./cleaning-rules.ts";
import type { AnswerFlag, FlagsOfStudy } from "./fold-flags.ts";
import type { RatedPair } from "./review-agreement.ts";

/** A flag as shown on the page of a study. */
export interface FlagExample extends Omit<AnswerFlag, "response"> {
  session: string;
}

/** The cleaning of a study: the flags of its rules, the progress of the review, and the exclusions. */
export interface CleaningOverview {
  rules: PlannedCleaningRule[];
  flags: ResultState<Omit<FlagsOfStudy, "flags">> | null;
  examples: FlagExample[];
  review: {
    answers: number;
    /** Number of answers in the random sample. */
    sampled: number;
    unrated: number;
    ratedOnce: number;
    /** Number of answers that wait for an adjudicator. */
    disputed: number;
    kept: number;
    excluded: number;
    /** Number of answers that an adjudicator could not decide; they are kept and counted. */
    unresolved: number;
    excludedOfSample: number;
    raters: number;
  };
  /** Answers with two verdicts. */
  pairs: RatedPair[];
  /** `by` is empty for a rule of the plan. */
  exclusions: {
    rule: string;
    by: string;
    answers: number;
    people: number;
    reversed: number;
    first: Date;
    last: Date;
  }[];
  /** Whether the data are locked; further exclusions are then amendments. */
  isLocked: boolean;
}

/**
 * The evidence of a flag, such as "0.8 seconds; limit 1.5", with the words that were found or the ID of the equal
 * answer.
 */
export function formatEvidence({ rule, value, evidence }: Omit<FlagExample, "session">, limit: number): string {
  const { unit } = cleaningRuleTexts[rule];
  const digits = Number.isInteger(value) ? 0 : 1;
  const measuredText =
    rule === "failed-checks"
      ? `at least ${formatNumber(limit, 0)} ${unit}`
      : `${formatNumber(value, digits)} ${unit}; limit ${formatNumber(limit, Number.isInteger(limit) ? 0 : 1)}`;
  const words = evidence.words ? `; ${evidence.words.map((word) => `“${word}”`).join(", ")}` : "";
  return `${measuredText}${words}${evidence.of ? `; equal to answer ${evidence.of.slice(0, 8)}` : ""}`;
}
