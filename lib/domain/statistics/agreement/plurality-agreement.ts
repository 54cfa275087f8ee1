import { type Random, seededRandom, shuffle } from "../../random.ts";
import { requireCount } from "../basics/require-number.ts";

/** Number of random splits of a cell's answers. */
const splitCount = 200;

/**
 * Number of answers that agree with the most frequent of all other answers. If several options are tied, an answer
 * counts as a fraction.
 */
export function agreeingWithOthers(counts: readonly number[]): number {
  for (const count of counts) requireCount("counts", count);
  return counts.reduce((sum, optionCount, option) => {
    if (optionCount === 0) return sum;
    const otherCounts = counts.map((count, index) => (index === option ? count - 1 : count));
    const shares = leadersOf(otherCounts);
    return sum + optionCount * shares[option]!;
  }, 0);
}

/**
 * Splits the people of a cell randomly into halves and computes the expected agreement of the most frequent answers of
 * both halves, for any number of options: the mean over 200 splits with a fixed seed. Null for fewer than two answers.
 */
export function halvesAgreement(counts: readonly number[]): number | null {
  const answers = counts.flatMap((count, option) => new Array<number>(requireCount("counts", count)).fill(option));
  if (answers.length < 2) return null;
  const random = seededRandom(`halves/${counts.join("/")}`);
  let agreement = 0;
  for (let split = 0; split < splitCount; split += 1) {
    const [first, second] = splitInHalves(answers, counts.length, random);
    const [left, right] = [leadersOf(first), leadersOf(second)];
    agreement += left.reduce((sum, share, option) => sum + share * right[option]!, 0);
  }
  return agreement / splitCount;
}

/** The mean ratings of two random halves of the people in a cell; null for fewer than two ratings. */
export function halfMeans(
  counts: readonly number[],
  values: readonly number[],
  random: Random,
): [number, number] | null {
  const ratings = counts.flatMap((count, option) => new Array<number>(count).fill(option));
  if (ratings.length < 2) return null;
  const [first, second] = splitInHalves(ratings, counts.length, random);
  const meanOf = (half: readonly number[]) =>
    half.reduce((sum, count, option) => sum + count * values[option]!, 0) / half.reduce((sum, count) => sum + count, 0);
  return [meanOf(first), meanOf(second)];
}

function splitInHalves(given: readonly number[], options: number, random: Random): [number[], number[]] {
  const order = shuffle(given, random);
  const size = Math.floor(order.length / 2);
  const countOf = (part: readonly number[]) => {
    const counts = new Array<number>(options).fill(0);
    for (const option of part) counts[option]! += 1;
    return counts;
  };
  return [countOf(order.slice(0, size)), countOf(order.slice(size))];
}

/** One point, divided equally among the most frequent options. */
function leadersOf(counts: readonly number[]): number[] {
  const top = Math.max(...counts);
  if (top === 0) return counts.map(() => 0);
  const leaders = counts.filter((count) => count === top).length;
  return counts.map((count) => (count === top ? 1 / leaders : 0));
}
