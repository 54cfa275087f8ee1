import { requireFinite } from "./require-number.ts";

/**
 * Ranks of a row of scores; the highest score has rank 1 and ties have their average rank. Ranks are doubled, so that
 * they are integers. A missing score (null) has no rank. Throws RangeError for scores that are not finite.
 */
export function doubledRanks(scores: readonly (number | null)[]): (number | null)[] {
  const present = scores.flatMap((score, index) =>
    score === null ? [] : [{ index, score: requireFinite("scores", score) }],
  );
  const descending = present.toSorted((left, right) => right.score - left.score);
  const ranks: (number | null)[] = scores.map(() => null);
  let start = 0;
  while (start < descending.length) {
    let end = start;
    while (end + 1 < descending.length && descending[end + 1]!.score === descending[start]!.score) end += 1;
    // Positions start + 1 to end + 1 share the mean rank (start + end + 2) / 2.
    for (let position = start; position <= end; position += 1) ranks[descending[position]!.index] = start + end + 2;
    start = end + 1;
  }
  return ranks;
}
