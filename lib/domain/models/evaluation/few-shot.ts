import { seededRandom, shuffled } from "../../random.ts";

/**
 * Splits items into the examples that stand before every question and those that are asked about: examples are drawn by
 * the seed, and nothing is asked about their stories.
 */
export function splitExamples<Member>(
  items: readonly Member[],
  { shots, seed }: { shots: number; seed: string },
  storyOf: (item: Member) => string,
): { examples: Member[]; asked: Member[] } {
  if (shots === 0) return { examples: [], asked: [...items] };
  const examples = shuffled(items, seededRandom(seed)).slice(0, shots);
  const told = new Set(examples.map(storyOf));
  return { examples, asked: items.filter((item) => !told.has(storyOf(item))) };
}
