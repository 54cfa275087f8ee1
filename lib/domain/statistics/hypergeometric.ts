/** ln n! for n = 0, 1, 2, ..., extended as needed: a sum of logarithms, which R's lgamma matches to 1e-14. */
const logFactorials = [0];

/** ln n!. */
export function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next += 1)
    logFactorials.push(logFactorials[next - 1]! + Math.log(next));
  return logFactorials[n]!;
}

/** ln of the number of ways to choose k of n. */
export function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/**
 * How many of k people, drawn without replacement from `marked` and `unmarked` ones, are marked: every possible count
 * with its probability (R `dhyper`). Nothing when k exceeds the number of people.
 */
export function drawnWithoutReplacement(
  marked: number,
  unmarked: number,
  k: number,
): { drawn: number; probability: number }[] {
  const all = logChoose(marked + unmarked, k);
  const outcomes: { drawn: number; probability: number }[] = [];
  for (let drawn = Math.max(0, k - unmarked); drawn <= Math.min(marked, k); drawn += 1)
    outcomes.push({
      drawn,
      probability: Math.exp(logChoose(marked, drawn) + logChoose(unmarked, k - drawn) - all),
    });
  return outcomes;
}
