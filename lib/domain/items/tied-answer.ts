const tiePrefix = "tie:";

/**
 * The answer key of a tie: several options with equal summed log-probabilities. The tie rule decides how the answer
 * counts, as for a tie of people.
 */
export function formatTiedKey(options: readonly string[]): string {
  return tiePrefix + [...options].sort().join("|");
}

/** The tied options of an answer; null for an answer with one option. */
export function parseTiedOptions(answerKey: string | null): string[] | null {
  return answerKey?.startsWith(tiePrefix) ? answerKey.slice(tiePrefix.length).split("|") : null;
}

/** Counts answers by option. A tie adds an equal fraction to each tied option. */
export function spreadTies(given: readonly { answerKey: string; count: number }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { answerKey, count } of given) {
    const options = parseTiedOptions(answerKey) ?? [answerKey];
    for (const option of options) counts.set(option, (counts.get(option) ?? 0) + count / options.length);
  }
  return counts;
}

/** The score of an answer: 1 or 0; for a tie, the fraction of its options that are right. */
export function scoreOfKey(answerKey: string | null, rightAnswers: readonly string[]): number {
  if (answerKey === null) return 0;
  const options = parseTiedOptions(answerKey) ?? [answerKey];
  return options.filter((option) => rightAnswers.includes(option)).length / options.length;
}
