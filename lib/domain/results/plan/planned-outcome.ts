import type { StudyResults } from "../model/study-results.ts";
import type { AnalysisPlan } from "./analysis-plan.ts";

type Outcome = AnalysisPlan["outcome"];
export type OutcomeMeasure = Outcome["measure"];

/**
 * Results in which the right answer of an item is what a plan's outcome asks for: for the share of one answer that answer
 * instead of the key's, on the items that offer it, so that every share, difference and test is one of that answer. For
 * accuracy the results as they are.
 */
export function withOutcome(results: StudyResults, { measure, answer }: Outcome): StudyResults {
  if (measure !== "share-of-answer") return results;
  const items = results.items.flatMap((item) => {
    const meant = item.options.find(({ value, label }) => value === answer || label === answer);
    return meant ? [{ ...item, rightAnswers: [meant.value] }] : [];
  });
  const kept = new Set(items.map(({ id }) => id));
  return {
    ...results,
    items,
    counts: results.counts.filter(({ itemId }) => kept.has(itemId)),
    answers: results.answers.filter(({ itemId }) => kept.has(itemId)),
  };
}

/** The answer whose share a plan asks for; null for any other outcome. */
export function plannedAnswer({ measure, answer }: Outcome): string | null {
  return measure === "share-of-answer" ? answer : null;
}

/** What a plan's tests are about, in words. */
export function outcomeWords({ measure, answer }: Outcome): string {
  switch (measure) {
    case "accuracy":
      return "the share of right answers";
    case "share-of-answer":
      return `the share of answers “${answer}”, right or wrong`;
    case "localisation":
      return "how far the marked words are those of the key (localisation)";
  }
}
