import type { RatingVerdict } from "./rated-answer.ts";

/** The two verdicts of an answer, by person, in the order in which they were given. */
export interface RatedPair {
  raters: readonly [string, string];
  verdicts: readonly [RatingVerdict, RatingVerdict];
}

/**
 * The verdicts of all raters as a raters x answers table, as measures of agreement read it: each answer has two values,
 * and pairs of raters may differ from answer to answer.
 */
export function ratingTable(pairs: readonly RatedPair[]): (RatingVerdict | null)[][] {
  const raters = [...new Set(pairs.flatMap((pair) => pair.raters))].sort();
  return raters.map((rater) =>
    pairs.map(({ raters: own, verdicts }) => {
      const place = own.indexOf(rater);
      return place < 0 ? null : verdicts[place]!;
    }),
  );
}
