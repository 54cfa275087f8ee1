import { medianOf } from "../../statistics/basics/percentiles.ts";
import { wordsOf } from "../../words/words.ts";

/** How much the length of a story reveals about whether it has an error. */
export interface LengthBalance {
  pairs: number;
  /** Pairs in which the erroneous story is longer, and pairs of equal length (words). */
  erroneousLonger: number;
  equal: number;
  /** Median of the length difference in words, erroneous minus original; null without pairs. */
  medianDifference: number | null;
}

/**
 * Compares the length of each erroneous story with the length of its original. In the released data, 94% of the
 * erroneous stories are longer.
 */
export function lengthBalance(pairs: readonly { original: string; erroneous: string }[]): LengthBalance {
  const differences = pairs.map((pair) => wordsOf(pair.erroneous).length - wordsOf(pair.original).length);
  return {
    pairs: differences.length,
    erroneousLonger: differences.filter((difference) => difference > 0).length,
    equal: differences.filter((difference) => difference === 0).length,
    medianDifference: medianOf(differences).median,
  };
}
