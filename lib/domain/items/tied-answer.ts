const tiePrefix = "tie:";

/**
 * The answer key for a tie: several options with equal summed log-probabilities. The tie rule decides how it counts, as
 * for a tie of people.
 */
export function tiedKey(options: readonly string[]): string {
  return tiePrefix + [...options].sort().join("|");
}

/** The tied options of an answer; null for an answer with one option. */
export function tiedOptions(answerKey: string | null): string[] | null {
  return answerKey?.startsWith(tiePrefix) ? answerKey.slice(tiePrefix.length).split("|") : null;
}

/** Counts answers by option; a tie counts an equal fraction for each of its options. */
export function spreadTies(given: readonly { answerKey: string; count: number }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { answerKey, count } of given) {
    const options = tiedOptions(answerKey) ?? [answerKey];
    for (const option of options) counts.set(option, (counts.get(option) ?? 0) + count / options.length);
  }
  return counts;
}

/** The score of one answer: 1, 0, or for a tie the fraction of its options that are right. */
export function creditOf(answerKey: string | null, rightAnswers: readonly string[]): number {
  if (answerKey === null) return 0;
  const options = tiedOptions(answerKey) ?? [answerKey];
  return options.filter((option) => rightAnswers.includes(option)).length / options.length;
}
