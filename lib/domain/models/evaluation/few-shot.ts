import { seededRandom, shuffled } from "../../random.ts";

/**
 * Splits items into few-shot examples and evaluated items: examples are drawn with the seed, and no item about their
 * stories is evaluated.
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
