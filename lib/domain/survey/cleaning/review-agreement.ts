import type { RatingVerdict } from "./rated-answer.ts";

/** The two verdicts of an answer, by person, in the order in which they were given. */
export interface RatedPair {
  raters: readonly [string, string];
  verdicts: readonly [RatingVerdict, RatingVerdict];
}

/**
 * The verdicts as a raters x answers table, the input of the agreement measures: each answer has two
 * verdicts, and different answers can have different pairs of raters.
 */
export function ratingTable(pairs: readonly RatedPair[]): (RatingVerdict | null)[][] {
  const raters = [...new Set(pairs.flatMap((pair) => pair.raters))].sort();
  return raters.map((rater) =>
    pairs.map(({ raters: own, verdicts }) => {
      const verdictIndex = own.indexOf(rater);
      return verdictIndex < 0 ? null : verdicts[verdictIndex]!;
    }),
  );
}
