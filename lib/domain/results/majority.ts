/** What people answered to one item under one condition. */
export interface Vote {
  /** Answers given, without those that have no word for a table. */
  n: number;
  /** Per option, in the item's order; answers that are no option come last. */
  counts: { value: string; count: number }[];
  /** The option that most people chose; null for a tie at the top and without answers. */
  majority: string | null;
  isTie: boolean;
}

/** Counts the votes of a cell. The majority is more answers than any other option has (for two options: more than half). */
export function countVote(options: readonly string[], given: ReadonlyMap<string, number>): Vote {
  const others = [...given.keys()].filter((value) => value !== "" && !options.includes(value)).sort();
  const counts = [...options, ...others].map((value) => ({ value, count: given.get(value) ?? 0 }));
  const n = counts.reduce((sum, { count }) => sum + count, 0);
  const top = counts.reduce((most, { count }) => Math.max(most, count), 0);
  const leaders = counts.filter(({ count }) => count === top);
  const isTie = n > 0 && leaders.length > 1;
  return { n, counts, majority: n === 0 || isTie ? null : leaders[0]!.value, isTie };
}

/**
 * What a tie in a majority counts as. `false` is the paper's rule for models (true only above one half; Street et al.
 * 2024 do not say what they did with ties of people); `incorrect` is for kinds without a false; `exclude` leaves ties
 * out.
 */
export const resultTiePolicies = ["false", "incorrect", "exclude"] as const;
export type ResultTiePolicy = (typeof resultTiePolicies)[number];

/** Whether the majority was right; null where it has no answer, the key decides nothing, or ties are left out. */
export function isMajorityRight(vote: Vote, rightAnswers: readonly string[], policy: ResultTiePolicy): boolean | null {
  if (vote.n === 0 || rightAnswers.length === 0) return null;
  if (!vote.isTie) return rightAnswers.includes(vote.majority!);
  switch (policy) {
    case "exclude":
      return null;
    case "incorrect":
      return false;
    case "false":
      return rightAnswers.includes("false");
  }
}
