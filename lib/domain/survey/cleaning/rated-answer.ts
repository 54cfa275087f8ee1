/** The possible verdicts of a rater about an answer. */
export const ratingVerdicts = ["keep", "exclude", "unsure"] as const;
export type RatingVerdict = (typeof ratingVerdicts)[number];

/** The outcome of a review. An unresolved answer is kept and counted. */
export const reviewOutcomes = ["kept", "excluded", "unresolved"] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];

/** Measures of how an answer was given, shown in comparison with other answers under the same condition. */
export const processMeasures = {
  responseTime: "Response time",
  readingTime: "Reading time of the story",
  explanationLength: "Length of the explanation",
  pastedShare: "Pasted share of the explanation",
  hiddenTime: "Time with the page hidden",
} as const;
export type ProcessMeasure = keyof typeof processMeasures;

/** The percentage, 0 to 100, of the answers under the same condition that have a smaller value; null if unknown. */
export type MeasurePercentiles = Record<ProcessMeasure, number | null>;

/**
 * Everything that a rater is shown about an answer. Raters are shown neither the answer nor its correctness, condition,
 * group, person
 * or agreement with models, nor whether and why it was flagged.
 */
export interface AnswerToRate {
  /** The ID of the review, from which the answer cannot be identified. */
  id: string;
  /** The statement as in the item file, or the item's text if the kind has no statement. */
  statement: string;
  explanation: string | null;
  measures: MeasurePercentiles;
}

/**
 * The outcome of two verdicts: kept or excluded if both raters agree. Null if an adjudicator must decide, which
 * includes two "unsure" verdicts.
 */
export function agreedOutcome([first, second]: readonly [RatingVerdict, RatingVerdict]): ReviewOutcome | null {
  if (first !== second || first === "unsure") return null;
  return first === "keep" ? "kept" : "excluded";
}
