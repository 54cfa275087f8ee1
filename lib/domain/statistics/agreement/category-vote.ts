import { type Category, categoryIndex } from "../basics/category.ts";
import { requireSameLength } from "../basics/require-number.ts";

export interface CategoryVote {
  /** Answers that are not null. */
  n: number;
  /** The answer with the highest weight; null if there is a tie or no answer. */
  label: Category | null;
  /** The answers with the highest weight. */
  tied: Category[];
  /** Each answer with its share of the weight, in order of first appearance. */
  shares: { value: Category; share: number }[];
}

/** Weights whose difference is smaller are equal. No label is then chosen. */
const equalWeights = 1e-12;

/**
 * The answer that most people gave to an item, or the answer with the highest weight. A tie has no label. Throws
 * RangeError for weights that are negative or not finite, and if the numbers of weights and answers differ.
 */
export function categoryVote(answers: readonly (Category | null)[], weights?: readonly number[]): CategoryVote {
  if (weights !== undefined) requireSameLength("answers", answers, "weights", weights);
  const index = categoryIndex();
  const values: Category[] = [];
  const sums: number[] = [];
  let n = 0;
  for (const [answerIndex, answer] of answers.entries()) {
    if (answer === null) continue;
    const weight = weights?.[answerIndex] ?? 1;
    if (!(Number.isFinite(weight) && weight >= 0)) throw new RangeError(`weights must be 0 or more, not ${weight}`);
    n += 1;
    const at = index.indexOf(answer);
    values[at] = answer;
    sums[at] = (sums[at] ?? 0) + weight;
  }
  const total = sums.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return { n, label: null, tied: [], shares: values.map((value) => ({ value, share: 0 })) };
  const most = Math.max(...sums);
  const tiedValues = values.filter((_, at) => most - sums[at]! <= equalWeights * total);
  return {
    n,
    label: tiedValues.length === 1 ? tiedValues[0]! : null,
    tied: tiedValues,
    shares: values.map((value, at) => ({ value, share: sums[at]! / total })),
  };
}
