import { seededRandom, shuffle } from "../../random.ts";

/**
 * Splits items into few-shot examples and evaluated items. Examples are drawn with the seed, and items about the
 * stories of examples are not evaluated. If some items serve only as examples, the examples are drawn from these items,
 * none of which is evaluated.
 */
export function splitExamples<Member>(
  items: readonly Member[],
  { shots, seed }: { shots: number; seed: string },
  storyOf: (item: Member) => string,
  isExample: (item: Member) => boolean = () => false,
): { examples: Member[]; asked: Member[] } {
  const reservedExamples = items.filter(isExample);
  const evaluatedItems = items.filter((item) => !isExample(item));
  if (shots === 0) return { examples: [], asked: evaluatedItems };
  const examples = shuffle(reservedExamples.length > 0 ? reservedExamples : items, seededRandom(seed)).slice(0, shots);
  const exampleStories = new Set(examples.map(storyOf));
  return { examples, asked: evaluatedItems.filter((item) => !exampleStories.has(storyOf(item))) };
}
