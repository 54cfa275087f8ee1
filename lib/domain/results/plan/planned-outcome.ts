import { type ItemSelection, selectItems, textOfSelection } from "../../items/item-selection.ts";
import type { StudyResults } from "../model/study-results.ts";
import type { AnalysisPlan } from "./analysis-plan.ts";

type PlanOutcome = AnalysisPlan["outcome"];
export type OutcomeMeasure = PlanOutcome["measure"];

/**
 * Limits results to the items of a plan's outcome, and counts the outcome as right. For the share of one answer, that
 * answer replaces the key on the items that offer it, so every share, difference and test is about that answer.
 */
export function withOutcome(results: StudyResults, { measure, answer, items: selection }: PlanOutcome): StudyResults {
  const selectedResults = withItems(results, selection);
  if (measure !== "share-of-answer") return selectedResults;
  const items = selectedResults.items.flatMap((item) => {
    const outcomeOption = item.options.find(({ value, label }) => value === answer || label === answer);
    return outcomeOption ? [{ ...item, rightAnswers: [outcomeOption.value] }] : [];
  });
  return keepItems(selectedResults, items);
}

/** Results on the selected items only; the same object if there is no selection. */
export function withItems(results: StudyResults, selection: ItemSelection | undefined): StudyResults {
  return selection ? keepItems(results, selectItems(results.items, selection)) : results;
}

function keepItems(results: StudyResults, items: StudyResults["items"]): StudyResults {
  const itemIds = new Set(items.map(({ id }) => id));
  return {
    ...results,
    items,
    counts: results.counts.filter(({ itemId }) => itemIds.has(itemId)),
    answers: results.answers.filter(({ itemId }) => itemIds.has(itemId)),
  };
}

/** The answer whose share is a plan's outcome; null for any other outcome. */
export function plannedAnswer({ measure, answer }: PlanOutcome): string | null {
  return measure === "share-of-answer" ? answer : null;
}

/** The outcome of a plan's tests, as text. */
export function formatOutcome({ measure, answer, items }: PlanOutcome): string {
  return `${formatMeasure({ measure, answer })}${items ? ` (items with ${textOfSelection(items)})` : ""}`;
}

function formatMeasure({ measure, answer }: Pick<PlanOutcome, "measure" | "answer">): string {
  switch (measure) {
    case "accuracy":
      return "the share of right answers";
    case "share-of-answer":
      return `the share of answers “${answer}”, right or wrong`;
    case "localisation":
      return "the overlap of the marked words with those of the key (localisation)";
  }
}
