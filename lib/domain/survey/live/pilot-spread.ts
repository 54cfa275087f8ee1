import { crossedLogistic } from "../../statistics/regression/crossed-logistic.ts";

/**
 * Shares of the variance of single answers on the logit scale, as the planner assumes them: between stories and between
 * people. Null if the pilot cannot estimate a share: with one story, one item per story, or one answer per person.
 */
export interface PilotSpread {
  story: number | null;
  person: number | null;
}

interface SpreadAnswer {
  item: string;
  person: string;
  /** Whether the answer is correct; null if the key is not decisive. */
  isCorrect: boolean | null;
}

/** Maximum number of answers. Larger pilots would take too long for an assumption, so the planner's value is kept. */
const maxAnswers = 20_000;
const maxItems = 400;

/** Variance of the logistic distribution: the part of an answer's variation that has no other source. */
const logisticVariance = Math.PI ** 2 / 3;

/**
 * The spread, estimated by a mixed model with random people, items and stories (`crossedLogistic`, fixed effects
 * penalised).
 *
 * @param storyOf the story of an item
 */
export function estimatePilotSpread(answers: readonly SpreadAnswer[], storyOf: (item: string) => string): PilotSpread {
  const answersWithVerdict = answers.filter(({ isCorrect }) => isCorrect !== null);
  const items = new Set(answersWithVerdict.map(({ item }) => item)).size;
  const people = new Set(answersWithVerdict.map(({ person }) => person)).size;
  const stories = new Set(answersWithVerdict.map(({ item }) => storyOf(item))).size;
  const unknownSpread = { story: null, person: null };
  if (answersWithVerdict.length > maxAnswers || items > maxItems || items < 2 || people < 2) return unknownSpread;
  const hasPeople = answersWithVerdict.length > people;
  const hasStories = stories > 1 && stories < items;
  try {
    const { sdSubject, sdItem, sdFurther } = crossedLogistic(
      answersWithVerdict.map(({ isCorrect }) => (isCorrect ? 1 : 0)),
      answersWithVerdict.map(({ person }) => person),
      answersWithVerdict.map(({ item }) => item),
      answersWithVerdict.map(() => []),
      answersWithVerdict.map(() => hasPeople),
      "penalised",
      hasStories ? [answersWithVerdict.map(({ item }) => storyOf(item))] : [],
    );
    const storyVariance = (sdFurther[0] ?? 0) ** 2;
    const totalVariance = sdSubject ** 2 + sdItem ** 2 + storyVariance + logisticVariance;
    return {
      story: hasStories ? storyVariance / totalVariance : null,
      person: hasPeople ? sdSubject ** 2 / totalVariance : null,
    };
  } catch (error) {
    // All answers are equal, or an estimate is infinite.
    if (error instanceof RangeError) return unknownSpread;
    throw error;
  }
}
