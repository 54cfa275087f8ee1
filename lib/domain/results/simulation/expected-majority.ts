import { binomialProbability } from "../../statistics/basics/distributions.ts";
import type { ResultTiePolicy } from "../model/majority.ts";

/**
 * The expected score of the most frequent answer of n people who are right with a probability, and otherwise choose each
 * of the other options equally often.
 *
 * @returns a function of the probability; null without people
 */
export function expectedMajority(
  n: number,
  options: number,
  ties: ResultTiePolicy,
  isFalseRight: boolean,
): ((probability: number) => number) | null {
  if (n < 1) return null;
  const outcomes = Array.from({ length: n + 1 }, (_, right) => outcomeOf(right, n, Math.max(1, options - 1)));
  const tieCredit = (leaders: number) => (ties === "half" ? 1 / leaders : ties === "false" && isFalseRight ? 1 : 0);
  const computeExactScore = (probability: number) => {
    let score = 0;
    let decidedProbability = 0;
    for (const [right, { wins, tiedWith }] of outcomes.entries()) {
      const weight = binomialProbability(right, n, probability);
      const tieProbability = tiedWith.reduce((sum, chance) => sum + chance, 0);
      // Wrong options that tie without the correct one have no credit, except if ties are excluded.
      decidedProbability += weight * (ties === "exclude" ? 1 - tieProbability : 1);
      score += weight * wins;
      if (ties !== "exclude")
        score += weight * tiedWith.reduce((sum, chance, others) => sum + chance * tieCredit(others + 2), 0);
    }
    return decidedProbability <= 1e-12 ? 0.5 : score / decidedProbability;
  };
  const grid = Array.from({ length: steps + 1 }, (_, index) => computeExactScore(index / steps));
  return (probability) => {
    const gridIndex = Math.min(steps - 1, Math.floor(probability * steps));
    const [low, high] = [grid[gridIndex]!, grid[gridIndex + 1]!];
    return low + (probability * steps - gridIndex) * (high - low);
  };
}

/** The exact score is computed at this number of steps of the probability, and interpolated between them. */
const steps = 2_000;

/**
 * For `right` correct answers of n: the probability that the correct option wins alone, and that it ties with 1, 2, ...
 * wrong options.
 */
function outcomeOf(right: number, n: number, wrongOptions: number): { wins: number; tiedWith: number[] } {
  const wrong = n - right;
  // The probability of each state "wrong answers assigned
  // options tied with the correct one".
  let states = new Map<string, number>([["0/0", 1]]);
  for (let option = 0; option < wrongOptions; option += 1) {
    const next = new Map<string, number>();
    const optionsLeft = wrongOptions - option;
    for (const [state, chance] of states) {
      const [assigned, tied] = state.split("/").map(Number) as [number, number];
      const remaining = wrong - assigned;
      for (let count = 0; count <= Math.min(remaining, right); count += 1) {
        const weight = chance * binomialProbability(count, remaining, 1 / optionsLeft);
        if (weight === 0) continue;
        const key = `${assigned + count}/${tied + Number(count === right && right > 0)}`;
        next.set(key, (next.get(key) ?? 0) + weight);
      }
    }
    states = next;
  }
  const probabilityOf = (tied: number) => states.get(`${wrong}/${tied}`) ?? 0;
  if (right === 0) return { wins: 0, tiedWith: [] };
  return {
    wins: probabilityOf(0),
    tiedWith: Array.from({ length: wrongOptions }, (_, index) => probabilityOf(index + 1)),
  };
}
