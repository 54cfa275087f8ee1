import type { Fold } from "../../fold.ts";
import { clusteredEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { type ItemRest, itemRestCorrelations } from "../../statistics/item-response/item-rest-correlation.ts";
import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import { finish, type Steps } from "../../steps.ts";
import { type PilotSpread, pilotSpread } from "./pilot-spread.ts";
import { type ItemSuggestion, suggestForItem } from "./suggest-item.ts";

/** One counted answer of a pilot. */
export interface PilotAnswer {
  item: string;
  person: string;
  /** Null if the key is not decisive. */
  isCorrect: boolean | null;
  /** Reference to the reason given with it; null if none was given. */
  reasonId: string | null;
}

export interface PilotItem {
  item: string;
  n: number;
  correct: number;
  estimate: number | null;
  low: number;
  high: number;
  /** Whether its accuracy is clearly below that of all items: its whole interval is below the overall share. */
  isPoor: boolean;
  /** Its correlation with the rest of the items, over people. */
  rest: ItemRest;
  suggestion: ItemSuggestion;
  /** References to the reasons of people who answered wrongly, at most `mostReasons` of them. */
  reasonIds: string[];
}

/**
 * A pilot's items and shares of correct answers. It contains no participant texts, so that erasing an answer erases
 * every copy of its text.
 */
export interface PilotReport {
  items: PilotItem[];
  accuracy: AccuracyByRewording;
  /** The spread for the planner of the next stage. */
  spread: PilotSpread;
}

export interface PilotSetup {
  items: readonly string[];
  /** The story of each item, in their order. */
  stories: readonly string[];
  /** Items that were reworded since the previous stage. */
  reworded: readonly string[];
}

const maxReasons = 5;

/**
 * The report of a pilot from its answers, all of which are in memory; `PilotAnswer`s are small, and their number is
 * limited.
 */
export function foldPilot({ items, stories, reworded }: PilotSetup): Fold<PilotAnswer, PilotReport> {
  const answers: PilotAnswer[] = [];
  const isReworded = new Set(reworded);
  const storyOf = new Map(items.map((item, index) => [item, stories[index] ?? ""]));
  return {
    add: (rows) => {
      for (const row of rows) answers.push(row);
    },
    finish: () => ({
      items: preparePilot(items, answers),
      accuracy: finish(accuracyByRewording(answers, (item) => isReworded.has(item))),
      spread: pilotSpread(answers, (item) => storyOf.get(item) ?? ""),
    }),
  };
}

/**
 * Items of a pilot by accuracy, lowest first (by the upper limit of the 95% Wilson interval), with the reasons given
 * with wrong answers: candidates for rewording.
 */
export function preparePilot(items: readonly string[], answers: readonly PilotAnswer[]): PilotItem[] {
  const judged = answers.filter(({ isCorrect }) => isCorrect !== null);
  const all = judged.filter(({ isCorrect }) => isCorrect).length / judged.length;
  const byItem = new Map<string, PilotAnswer[]>(items.map((item) => [item, []]));
  for (const answer of judged) byItem.get(answer.item)?.push(answer);
  const rests = itemRestCorrelations(
    items,
    judged.map(({ item, person, isCorrect }) => ({ item, person, score: Number(isCorrect) })),
  );
  return [...byItem]
    .map(([item, own]) => {
      const correct = own.filter(({ isCorrect }) => isCorrect).length;
      const interval = wilsonInterval(correct, own.length);
      const wrong = own.filter(({ isCorrect }) => isCorrect === false);
      const isPoor = own.length > 0 && interval.high < all;
      const rest = rests.get(item)!;
      return {
        item,
        n: own.length,
        correct,
        ...interval,
        isPoor,
        rest,
        suggestion: suggestForItem({ n: own.length, correct, isPoor }, rest),
        reasonIds: wrong.flatMap(({ reasonId }) => reasonId ?? []).slice(0, maxReasons),
      };
    })
    .sort((left, right) => left.high - right.high || left.low - right.low);
}

/** A share of correct answers with people as clusters (`clusteredEstimate`). */
export interface StageAccuracy {
  n: number;
  people: number;
  estimate: number | null;
  low: number | null;
  high: number | null;
  /** Why there is no interval, or none over people; null if there is one. */
  reason: string | null;
}

/** Accuracy over all items, over those that were reworded since the previous stage, and over the others. */
export interface AccuracyByRewording {
  all: StageAccuracy;
  reworded: StageAccuracy;
  others: StageAccuracy;
}

/** Computes the accuracies as a generator with one step for each of the three. */
export function* accuracyByRewording(
  answers: readonly PilotAnswer[],
  isReworded: (item: string) => boolean,
): Steps<AccuracyByRewording> {
  const over = (which: (item: string) => boolean): StageAccuracy => {
    const own = answers.filter(({ item, isCorrect }) => isCorrect !== null && which(item));
    const people = own.map(({ person }) => person);
    const { value, low, high, reason } = clusteredEstimate(
      own.map(({ isCorrect }) => (isCorrect ? 1 : 0)),
      [{ one: "person", many: "people", ids: people }],
      { range: [0, 1], unit: "answers" },
    );
    return { n: own.length, people: new Set(people).size, estimate: value, low, high, reason };
  };
  const all = over(() => true);
  yield;
  const reworded = over(isReworded);
  yield;
  return { all, reworded, others: over((item) => !isReworded(item)) };
}
