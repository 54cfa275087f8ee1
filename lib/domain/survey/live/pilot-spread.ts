import { crossedLogistic } from "../../statistics/regression/crossed-logistic.ts";

/**
 * Shares of the variance of single answers on the logit scale, as the planner assumes them: between stories and between
 * people. Null where the pilot cannot tell: one story, one item, or one answer per person.
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

/**
 * Maximum number of answers. Larger pilots would take too long for an assumption, so the planner's own value is kept.
 */
const maxAnswers = 20_000;
const maxItems = 400;

/** Variance of the logistic distribution: the part of an answer's variation that has no other source. */
const logisticVariance = Math.PI ** 2 / 3;

/**
 * The spread from a mixed model with random people, items and stories (`crossedLogistic`, fixed effects penalised).
 *
 * @param storyOf the story of an item
 */
export function pilotSpread(answers: readonly SpreadAnswer[], storyOf: (item: string) => string): PilotSpread {
  const judged = answers.filter(({ isCorrect }) => isCorrect !== null);
  const items = new Set(judged.map(({ item }) => item)).size;
  const people = new Set(judged.map(({ person }) => person)).size;
  const stories = new Set(judged.map(({ item }) => storyOf(item))).size;
  const none = { story: null, person: null };
  if (judged.length > maxAnswers || items > maxItems || items < 2 || people < 2) return none;
  const hasPeople = judged.length > people;
  const hasStories = stories > 1 && stories < items;
  try {
    const { sdSubject, sdItem, sdFurther } = crossedLogistic(
      judged.map(({ isCorrect }) => (isCorrect ? 1 : 0)),
      judged.map(({ person }) => person),
      judged.map(({ item }) => item),
      judged.map(() => []),
      judged.map(() => hasPeople),
      "penalised",
      hasStories ? [judged.map(({ item }) => storyOf(item))] : [],
    );
    const ofStory = (sdFurther[0] ?? 0) ** 2;
    const all = sdSubject ** 2 + sdItem ** 2 + ofStory + logisticVariance;
    return { story: hasStories ? ofStory / all : null, person: hasPeople ? sdSubject ** 2 / all : null };
  } catch (error) {
    // All answers alike, or an estimate at infinity.
    if (error instanceof RangeError) return none;
    throw error;
  }
}
