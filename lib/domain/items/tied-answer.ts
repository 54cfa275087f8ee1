const mark = "tie:";

/**
 * The one word that tables count for an answer that says several options equally: log-probabilities whose sums are
 * the same. Who reads it decides by its tie rule, as for a tie of people.
 */
export function tiedKey(options: readonly string[]): string {
  return mark + [...options].sort().join("|");
}

/** The options between which an answer ties; null for an answer that says one thing. */
export function tiedOptions(answerKey: string | null): string[] | null {
  return answerKey?.startsWith(mark) ? answerKey.slice(mark.length).split("|") : null;
}

/** How many answers say which option; a tie gives each of its options the same part. */
export function spreadTies(given: readonly { answerKey: string; count: number }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { answerKey, count } of given) {
    const options = tiedOptions(answerKey) ?? [answerKey];
    for (const option of options) counts.set(option, (counts.get(option) ?? 0) + count / options.length);
  }
  return counts;
}

/** How right one answer is: 1, 0, or for a tie the part of its options that are right. */
export function creditOf(answerKey: string | null, rightAnswers: readonly string[]): number {
  if (answerKey === null) return 0;
  const options = tiedOptions(answerKey) ?? [answerKey];
  return options.filter((option) => rightAnswers.includes(option)).length / options.length;
}
