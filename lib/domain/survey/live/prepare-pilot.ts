import type { Fold } from "../../fold.ts";
import { clusteredEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { type ItemRest, itemRestCorrelations } from "../../statistics/item-response/item-rest-correlation.ts";
import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import { finish, type Steps } from "../../steps.ts";
import { estimatePilotSpread, type PilotSpread } from "./pilot-spread.ts";
import { type ItemSuggestion, suggestForItem } from "./suggest-item.ts";

/** One counted answer of a pilot. */
export interface PilotAnswer {
  item: string;
  person: string;
  /** Null if the key is not decisive. */
  isCorrect: boolean | null;
  /** Reference to the reason that the person gave with the answer; null if none was given. */
  reasonId: string | null;
}

export interface PilotItem {
  item: string;
  n: number;
  correct: number;
  estimate: number | null;
  low: number;
  high: number;
  /** Whether the accuracy is clearly below that of all items: the whole interval is below the overall share. */
  isPoor: boolean;
  /** The item-rest correlation, over people. */
  rest: ItemRest;
  suggestion: ItemSuggestion;
  /** References to the reasons of people who answered wrongly, at most `maxReasons` of them. */
  reasonIds: string[];
}

/**
 * The items of a pilot with their shares of correct answers. It contains no texts of participants, so that erasing an
 * answer erases all copies of its text.
 */
export interface PilotReport {
  items: PilotItem[];
  accuracy: AccuracyByRewording;
  /** The spread for the planner of the next stage. */
  spread: PilotSpread;
}

export interface PilotSetup {
  items: readonly string[];
  /** The story of each item, in the order of the items. */
  stories: readonly string[];
  /** Items that were reworded since the previous stage. */
  reworded: readonly string[];
}

const maxReasons = 5;

/**
 * Computes the report of a pilot from its answers. All answers are kept in memory: they are small, and their number is
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
      spread: estimatePilotSpread(answers, (item) => storyOf.get(item) ?? ""),
    }),
  };
}

/**
 * The items of a pilot, candidates for rewording first: sorted by the upper limit of the 95% Wilson interval of their
 * accuracy, lowest first, with the reasons that were given with wrong answers.
 */
export function preparePilot(items: readonly string[], answers: readonly PilotAnswer[]): PilotItem[] {
  const judgedAnswers = answers.filter(({ isCorrect }) => isCorrect !== null);
  const all = judgedAnswers.filter(({ isCorrect }) => isCorrect).length / judgedAnswers.length;
  const byItem = new Map<string, PilotAnswer[]>(items.map((item) => [item, []]));
  for (const answer of judgedAnswers) byItem.get(answer.item)?.push(answer);
  const itemRests = itemRestCorrelations(
    items,
    judgedAnswers.map(({ item, person, isCorrect }) => ({ item, person, score: Number(isCorrect) })),
  );
  return [...byItem]
    .map(([item, itemAnswers]) => {
      const correct = itemAnswers.filter(({ isCorrect }) => isCorrect).length;
      const interval = wilsonInterval(correct, itemAnswers.length);
      const wrong = itemAnswers.filter(({ isCorrect }) => isCorrect === false);
      const isPoor = itemAnswers.length > 0 && interval.high < all;
      const itemRest = itemRests.get(item)!;
      return {
        item,
        n: itemAnswers.length,
        correct,
        ...interval,
        isPoor,
        rest: itemRest,
        suggestion: suggestForItem({ n: itemAnswers.length, correct, isPoor }, itemRest),
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
  /** Why there is no interval, or no interval over people; null if the interval is over people. */
  reason: string | null;
}

/** Accuracy over all items, over the items that were reworded since the previous stage, and over the other items. */
export interface AccuracyByRewording {
  all: StageAccuracy;
  reworded: StageAccuracy;
  others: StageAccuracy;
}

/** Computes the three accuracies as a generator, one per step. */
export function* accuracyByRewording(
  answers: readonly PilotAnswer[],
  isReworded: (item: string) => boolean,
): Steps<AccuracyByRewording> {
  const accuracyOver = (which: (item: string) => boolean): StageAccuracy => {
    const includedAnswers = answers.filter(({ item, isCorrect }) => isCorrect !== null && which(item));
    const people = includedAnswers.map(({ person }) => person);
    const { value, low, high, reason } = clusteredEstimate(
      includedAnswers.map(({ isCorrect }) => (isCorrect ? 1 : 0)),
      [{ one: "person", many: "people", ids: people }],
      { range: [0, 1], unit: "answers" },
    );
    return { n: includedAnswers.length, people: new Set(people).size, estimate: value, low, high, reason };
  };
  const all = accuracyOver(() => true);
  yield;
  const reworded = accuracyOver(isReworded);
  yield;
  return { all, reworded, others: accuracyOver((item) => !isReworded(item)) };
}
