import { elementarySymmetric } from "../basics/elementary-symmetric.ts";
import { cholesky, choleskyInverse, type Matrix, zeroMatrix } from "../basics/linear-algebra.ts";
import { requireBinary, requireRectangle } from "../basics/require-number.ts";

export interface RaschModel {
  /** Difficulties by item; null for a removed item, and for all items if the model cannot be estimated. */
  difficulty: (number | null)[];
  se: (number | null)[];
  /** Conditional log-likelihood. */
  loglik: number | null;
  /** Number of persons after those with all items wrong or all items correct were dropped. */
  nPersonsUsed: number;
  /** Items that all of these persons, or none of them, answered correctly. */
  removedItems: number[];
  estimable: boolean;
}

/**
 * Conditional maximum likelihood of the Rasch model P(correct) = logistic(ability - difficulty). The difficulties of
 * the kept items sum to 0. Persons and items without variation (all wrong or all correct) are dropped repeatedly until
 * nothing changes. Standard errors are those of the sum-zero contrast (pseudo-inverse of the information). Andersen
 * (1970); R `eRm::RM(X, sum0 = TRUE)`.
 *
 * The model cannot be estimated with fewer than two kept items, or if the estimate is infinite: the graph with an edge
 * from i to j for each person with i correct and j wrong must be strongly connected (Fischer 1981). The running time
 * grows with the fourth power of the number of items. Throws RangeError for rows of different lengths and for values
 * other than 0 and 1.
 */
export function raschModel(responses: readonly (readonly number[])[]): RaschModel {
  const nItems = requireRectangle("responses", responses);
  for (const row of responses) for (const answer of row) requireBinary("responses", answer, "complete");
  const { persons, items } = dropUninformative(responses, nItems);
  const removedItems = Array.from({ length: nItems }, (_, item) => item).filter((item) => !items.includes(item));
  const keptResponses = persons.map((person) => items.map((item) => responses[person]![item]!));
  const nulls = Array.from({ length: nItems }, () => null);
  const head = { nPersonsUsed: persons.length, removedItems };
  if (items.length < 2 || !isStronglyConnected(keptResponses, items.length))
    return { difficulty: nulls, se: nulls, loglik: null, ...head, estimable: false };
  const { difficulty, se, loglik } = conditionalMaximum(keptResponses, items.length);
  const restoreRemoved = (values: readonly number[]) =>
    nulls.map((_, item) => (items.includes(item) ? values[items.indexOf(item)]! : null));
  return { difficulty: restoreRemoved(difficulty), se: restoreRemoved(se), loglik, ...head, estimable: true };
}

/** Drops uninformative persons and items alternately until there are none. */
function dropUninformative(responses: readonly (readonly number[])[], nItems: number) {
  let persons = responses.map((_, person) => person);
  let items = Array.from({ length: nItems }, (_, item) => item);
  for (;;) {
    const scoreOf = (person: number) => items.reduce((sum, item) => sum + responses[person]![item]!, 0);
    const keptPersons = persons.filter((person) => scoreOf(person) > 0 && scoreOf(person) < items.length);
    const sumOf = (item: number) => keptPersons.reduce((sum, person) => sum + responses[person]![item]!, 0);
    const keptItems = items.filter((item) => sumOf(item) > 0 && sumOf(item) < keptPersons.length);
    const stable = keptPersons.length === persons.length && keptItems.length === items.length;
    persons = keptPersons;
    items = keptItems;
    if (stable) return { persons, items };
  }
}

function isStronglyConnected(responses: readonly (readonly number[])[], nItems: number): boolean {
  const beats = Array.from({ length: nItems }, () => new Array<boolean>(nItems).fill(false));
  for (const answers of responses)
    for (let right = 0; right < nItems; right += 1)
      if (answers[right] === 1)
        for (let wrong = 0; wrong < nItems; wrong += 1) if (answers[wrong] === 0) beats[right]![wrong] = true;
  const reachesAll = (edge: (from: number, to: number) => boolean) => {
    const seen = new Set([0]);
    const stack = [0];
    for (let from = stack.pop(); from !== undefined; from = stack.pop())
      for (let to = 0; to < nItems; to += 1)
        if (!seen.has(to) && edge(from, to)) {
          seen.add(to);
          stack.push(to);
        }
    return seen.size === nItems;
  };
  return reachesAll((from, to) => beats[from]![to]!) && reachesAll((from, to) => beats[to]![from]!);
}

interface SufficientStatistics {
  /** Number of correct answers to each item. */
  itemSums: number[];
  /** Persons with each score, from 0. */
  scores: number[];
}

/** Newton's method for a concave function. Ends when a step no longer changes any difficulty. */
function conditionalMaximum(responses: readonly (readonly number[])[], nItems: number) {
  const data: SufficientStatistics = {
    itemSums: Array.from({ length: nItems }, (_, item) => responses.reduce((sum, row) => sum + row[item]!, 0)),
    scores: new Array<number>(nItems + 1).fill(0),
  };
  for (const row of responses) data.scores[row.reduce((sum, answer) => sum + answer, 0)]! += 1;
  let difficulty = center(data.itemSums.map((sum) => Math.log((responses.length - sum) / sum)));
  let loglik = logLikelihood(difficulty, data);
  for (let iteration = 0; ; iteration += 1) {
    const { gradient, covariance } = derivatives(difficulty, data);
    const step = covariance.map((row) => row.reduce((sum, value, index) => sum + value * gradient[index]!, 0));
    let length = 1;
    let next = moveAlong(difficulty, step, length);
    let nextLoglik = logLikelihood(next, data);
    while (nextLoglik < loglik && length > 1e-10) {
      length /= 2;
      next = moveAlong(difficulty, step, length);
      nextLoglik = logLikelihood(next, data);
    }
    const largest = Math.max(...step.map(Math.abs));
    if (nextLoglik >= loglik) {
      difficulty = next;
      loglik = nextLoglik;
    }
    if (largest < 1e-11 || length <= 1e-10 || iteration === 200)
      return { difficulty, se: covariance.map((row, index) => Math.sqrt(row[index]!)), loglik };
  }
}

function moveAlong(from: readonly number[], step: readonly number[], length: number): number[] {
  return center(from.map((value, index) => value + length * step[index]!));
}

function center(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

function logLikelihood(difficulty: readonly number[], { itemSums, scores }: SufficientStatistics): number {
  const gamma = elementarySymmetric(difficulty.map((value) => Math.exp(-value)));
  const ofItems = difficulty.reduce((sum, value, item) => sum - value * itemSums[item]!, 0);
  return scores.reduce((sum, count, score) => (count === 0 ? sum : sum - count * Math.log(gamma[score]!)), ofItems);
}

/**
 * The gradient and the pseudo-inverse of the information, from the probabilities of one item and of two items given the
 * score.
 */
function derivatives(difficulty: readonly number[], { itemSums, scores }: SufficientStatistics) {
  const n = difficulty.length;
  const ease = difficulty.map((value) => Math.exp(-value));
  const gamma = elementarySymmetric(ease);
  const single = ease.map((value, item) => {
    const rest = elementarySymmetric(ease, item);
    return scores.map((_, score) => (score === 0 ? 0 : (value * rest[score - 1]!) / gamma[score]!));
  });
  const expected = (of: (score: number) => number) =>
    scores.reduce((sum, count, score) => (count === 0 ? sum : sum + count * of(score)), 0);
  const gradient = itemSums.map((sum, item) => expected((score) => single[item]![score]!) - sum);
  const information = zeroMatrix(n, n);
  for (let i = 0; i < n; i += 1) {
    information[i]![i] = expected((score) => single[i]![score]! * (1 - single[i]![score]!));
    for (let j = 0; j < i; j += 1) {
      const rest = elementarySymmetric(ease, i, j);
      const both = (score: number) => (score < 2 ? 0 : (ease[i]! * ease[j]! * rest[score - 2]!) / gamma[score]!);
      const value = expected((score) => both(score) - single[i]![score]! * single[j]![score]!);
      information[i]![j] = value;
      information[j]![i] = value;
    }
  }
  return { gradient, covariance: pseudoInverse(information) };
}

/** The pseudo-inverse of a symmetric matrix whose only null vector is the vector of ones. */
function pseudoInverse(matrix: Matrix): number[][] {
  const n = matrix.length;
  // The added weight raises the eigenvalue of the null vector from 0 to the mean of the other eigenvalues.
  const weight = matrix.reduce((sum, row, index) => sum + row[index]!, 0) / (n * (n - 1));
  const shiftedMatrix = matrix.map((row) => row.map((value) => value + weight));
  const factor = cholesky(shiftedMatrix);
  if (!factor)
    throw new RangeError("the information on the difficulties cannot be inverted: the data carry too little");
  return choleskyInverse(factor).map((row) => [...row].map((value) => value - 1 / (weight * n * n)));
}
