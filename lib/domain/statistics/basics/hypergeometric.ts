/**
 * ln n! for n = 0, 1, 2, ..., extended as needed. Computed as a sum of logarithms, which equals R's lgamma to 1e-14.
 */
const logFactorials = [0];

/** ln n!. */
export function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next += 1)
    logFactorials.push(logFactorials[next - 1]! + Math.log(next));
  return logFactorials[n]!;
}

/** ln of the binomial coefficient "n choose k". */
export function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** Probabilities below this value are skipped, because they are negligible in a sum near 1. */
const negligible = 1e-25;

/**
 * The distribution of the number of marked people among k people who are drawn without replacement from `marked` and
 * `unmarked` people: every possible count in ascending order, with its probability (R `dhyper`). Counts with a
 * probability below 1e-25 are skipped, so that the time hardly grows with the number of people. Empty if k exceeds the
 * number of people.
 */
export function hypergeometricDistribution(
  marked: number,
  unmarked: number,
  k: number,
): { drawn: number; probability: number }[] {
  const [least, most] = [Math.max(0, k - unmarked), Math.min(marked, k)];
  if (least > most) return [];
  const people = marked + unmarked;
  const mode = Math.min(most, Math.max(least, Math.floor(((k + 1) * (marked + 1)) / (people + 2))));
  const peak = Math.exp(logChoose(marked, mode) + logChoose(unmarked, k - mode) - logChoose(people, k));
  const below: { drawn: number; probability: number }[] = [];
  for (let drawn = mode, probability = peak; drawn > least; ) {
    probability *= (drawn * (unmarked - k + drawn)) / ((marked - drawn + 1) * (k - drawn + 1));
    if (probability < negligible) break;
    drawn -= 1;
    below.push({ drawn, probability });
  }
  const outcomes = below.reverse();
  outcomes.push({ drawn: mode, probability: peak });
  for (let drawn = mode, probability = peak; drawn < most; ) {
    probability *= ((marked - drawn) * (k - drawn)) / ((drawn + 1) * (unmarked - k + drawn + 1));
    if (probability < negligible) break;
    drawn += 1;
    outcomes.push({ drawn, probability });
  }
  return outcomes;
}
