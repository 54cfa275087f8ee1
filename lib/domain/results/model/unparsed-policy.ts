import { formatCount } from "../../format/figures.ts";

/**
 * How a comparison treats unparsed answers. It is declared once for each comparison, and the number of such answers is
 * shown with every number computed under it.
 *
 * - `wrong`: counted as wrong answers. The default wherever there is a key: a model that refuses has not solved the
 *   item.
 * - `other`: none of the possible answers; excluded from rates. The default if there is no key (beliefs).
 * - `omit`: excluded from the denominator. Only for comparison with published figures that exclude them.
 */
export const unparsedPolicies = ["wrong", "other", "omit"] as const;
export type UnparsedPolicy = (typeof unparsedPolicies)[number];

/** The default policy of a comparison. */
export function defaultUnparsedPolicy(hasKey: boolean): UnparsedPolicy {
  return hasKey ? "wrong" : "other";
}

/**
 * The policy of the second value shown next to a share: if the first policy counts unparsed answers as wrong, the
 * second excludes them; otherwise the second counts them as wrong.
 */
export function alternativePolicy(policy: UnparsedPolicy): UnparsedPolicy {
  return policy === "wrong" ? "omit" : "wrong";
}

/** The labels of the policies in column headings. */
export const policyLabels: Readonly<Record<UnparsedPolicy, string>> = {
  wrong: "wrong",
  other: "other",
  omit: "filtered",
};

/** How unparsed answers are treated, as part of a sentence about several of them. */
export function unparsedWording(policy: UnparsedPolicy): string {
  switch (policy) {
    case "wrong":
      return "count as wrong";
    case "other":
      return "are “other” and enter no rate";
    case "omit":
      return "are excluded";
  }
}

/** Number of right, wrong and unparsed answers. Answers that were never requested are not included. */
export interface ReadingTally {
  right: number;
  wrong: number;
  unparsed: number;
}

/** A tally in the form needed for a share: `right` of `n`, with the unparsed ones. */
export interface ScoredTally {
  right: number;
  /** The denominator under the policy. */
  n: number;
  unparsed: number;
  /** Every answer that was requested and received, parsed or not. */
  asked: number;
}

/**
 * Whether one answer is right under a policy; null if it does not count in rates. `isRight` is null for an unparsed
 * answer.
 */
export function isRightUnder(isRight: boolean | null, policy: UnparsedPolicy): boolean | null {
  return isRight === null && policy === "wrong" ? false : isRight;
}

/** Correct answers and their denominator under a policy. */
export function scoredTally(tally: ReadingTally, policy: UnparsedPolicy): ScoredTally {
  const parsedCount = tally.right + tally.wrong;
  const requestedCount = parsedCount + tally.unparsed;
  return {
    right: tally.right,
    n: policy === "wrong" ? requestedCount : parsedCount,
    unparsed: tally.unparsed,
    asked: requestedCount,
  };
}

/** The tally of single answers, each right, wrong, or unparsed (null). */
export function tallyReadings(answers: readonly (boolean | null)[]): ReadingTally {
  const counts = { right: 0, wrong: 0, unparsed: 0 };
  for (const isRight of answers) counts[isRight === null ? "unparsed" : isRight ? "right" : "wrong"] += 1;
  return counts;
}

/**
 * The share of right answers if every unparsed answer had been wrong, and if every one had been right; null without
 * answers.
 */
export function worstCaseShares(tally: ReadingTally): { low: number; high: number } | null {
  const { right, unparsed, asked } = scoredTally(tally, "wrong");
  return asked === 0 ? null : { low: right / asked, high: (right + unparsed) / asked };
}

/** The note next to a number that includes unparsed answers; null if all were parsed. */
export function unparsedSentence(unparsed: number, asked: number, policy: UnparsedPolicy): string | null {
  if (unparsed === 0) return null;
  const countText = `${formatCount(unparsed)} of ${formatCount(asked)}`;
  const isOne = unparsed === 1;
  switch (policy) {
    case "wrong":
      return `${countText} could not be read and ${isOne ? "counts" : "count"} as wrong.`;
    case "other":
      return `${countText} could not be read: ${isOne ? "it is" : "they are"} “other” and ${isOne ? "enters" : "enter"} no rate.`;
    case "omit":
      return `${countText} could not be read and ${isOne ? "is" : "are"} excluded.`;
  }
}
