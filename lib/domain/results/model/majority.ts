/** Below this number of people in a cell a majority is unreliable. */
export const minPeopleForMajority = 10;

/** People's answers to one item under one condition. */
export interface Vote {
  /** Number of answers; answers without a single-word form are excluded. */
  n: number;
  /** Counts by option, in the item's order; answers that are not an option come last. */
  counts: { value: string; count: number }[];
  /** The most frequent option; null if several options are most frequent, or without answers. */
  majority: string | null;
  isTie: boolean;
}

/** Counts a majority vote: the option with more answers than any other (for two options: more than half). */
export function countVote(options: readonly string[], given: ReadonlyMap<string, number>): Vote {
  const otherValues = [...given.keys()].filter((value) => value !== "" && !options.includes(value)).sort();
  const counts = [...options, ...otherValues].map((value) => ({ value, count: given.get(value) ?? 0 }));
  const n = counts.reduce((sum, { count }) => sum + count, 0);
  const top = counts.reduce((most, { count }) => Math.max(most, count), 0);
  const leaders = counts.filter(({ count }) => count === top);
  const isTie = n > 0 && leaders.length > 1;
  return { n, counts, majority: n === 0 || isTie ? null : leaders[0]!.value, isTie };
}

/**
 * The score of a tie in a majority, for people and for the repeats of a model. `half`, the default for accuracies,
 * divides the point among the leading options. `false` is the paper's rule for models: true only above one half (Street
 * et al. 2024 do not state their rule for people). `incorrect` is for items without “false”; `exclude` excludes ties.
 */
export const resultTiePolicies = ["half", "false", "incorrect", "exclude"] as const;
export type ResultTiePolicy = (typeof resultTiePolicies)[number];

const tieLabels: Record<ResultTiePolicy, string> = {
  half: "count as half a point",
  false: "count as “false”",
  incorrect: "count as wrong",
  exclude: "are excluded",
};

/** The treatment of ties, to complete a sentence that begins with "Ties". */
export function tieWording(policy: ResultTiePolicy): string {
  return tieLabels[policy];
}

/**
 * The score of a vote: 1, 0, or a fraction for a tie under `half`. Null if the vote has no answer, if the key is not
 * decisive, or if ties are excluded.
 */
export function majorityScore(vote: Vote, rightAnswers: readonly string[], policy: ResultTiePolicy): number | null {
  if (vote.n === 0 || rightAnswers.length === 0) return null;
  if (!vote.isTie) return Number(rightAnswers.includes(vote.majority!));
  switch (policy) {
    case "half": {
      const top = Math.max(...vote.counts.map(({ count }) => count));
      const leaders = vote.counts.filter(({ count }) => count === top);
      return leaders.filter(({ value }) => rightAnswers.includes(value)).length / leaders.length;
    }
    case "exclude":
      return null;
    case "incorrect":
      return 0;
    case "false":
      return Number(rightAnswers.includes("false"));
  }
}

/** Whether a majority was right; null if it has no score, or if a tie counts as a fraction. */
export function isMajorityRight(vote: Vote, rightAnswers: readonly string[], policy: ResultTiePolicy): boolean | null {
  const score = majorityScore(vote, rightAnswers, policy);
  return score === 1 ? true : score === 0 ? false : null;
}

/**
 * The tie rule of tests that require binary scores (McNemar's test, exact tests). It is the policy itself, except for
 * `half`: then a tie counts as "false" if every item offers that option, otherwise as wrong.
 */
export function binaryTieRule(
  items: readonly { options: readonly { value: string }[] }[],
  policy: ResultTiePolicy,
): Exclude<ResultTiePolicy, "half"> {
  if (policy !== "half") return policy;
  return items.every(({ options }) => options.some(({ value }) => value === "false")) ? "false" : "incorrect";
}

/** Resolves a fractional score of a majority to correct, wrong or null by a tie rule, for people and for repeats. */
export function strictScore(
  score: number | null,
  rightAnswers: readonly string[],
  rule: Exclude<ResultTiePolicy, "half">,
): number | null {
  if (score === null || score === 0 || score === 1) return score;
  if (rule === "exclude") return null;
  return rule === "false" ? Number(rightAnswers.includes("false")) : 0;
}
