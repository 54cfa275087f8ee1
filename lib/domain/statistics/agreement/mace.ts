import type { Random } from "../../random.ts";
import { requireCount, requireRectangle } from "../basics/require-number.ts";

export interface Mace {
  /** Probabilities by item and class; null for an item without labels. */
  posterior: (number[] | null)[];
  /** The most probable class; null without labels or if the two best classes are equal. */
  labels: (number | null)[];
  /** For each worker: the probability of giving the true class instead of a guess; null for a worker without labels. */
  competence: (number | null)[];
  loglik: number;
}

interface Parameters {
  competence: number[];
  /** For each worker: the distribution of guesses. */
  guesses: number[][];
}

const equalPosteriors = 1e-9;

/**
 * Estimates the classes of items and the competence of the workers who labelled them (MACE; Hovy, Berg-Kirkpatrick,
 * Vaswani and Hovy 2013). Every class is equally likely. A worker gives the true class with a probability that is the
 * worker's competence, and otherwise draws from a distribution of guesses that does not depend on the item. Uses
 * expectation and maximisation with additive smoothing of 0.01 / K, and keeps the most likely result of several random
 * starts. Throws RangeError for labels outside 0 .. nClasses - 1, and if there is no label.
 *
 * @param labels items x workers, null if a worker gave none
 */
export function mace(
  labels: readonly (readonly (number | null)[])[],
  nClasses: number,
  { random, starts = 10, iterations = 100 }: { random: Random; starts?: number; iterations?: number },
): Mace {
  const nWorkers = requireRectangle("labels", labels);
  requireCount("nClasses", nClasses, 2);
  requireCount("starts", starts, 1);
  requireCount("iterations", iterations, 1);
  for (const label of labels.flat())
    if (label !== null && !(Number.isSafeInteger(label) && label >= 0 && label < nClasses))
      throw new RangeError(`labels must be whole numbers from 0 to ${nClasses - 1} or null, not ${label}`);
  const rows = labels.map((row) => row.flatMap((label, worker) => (label === null ? [] : [{ label, worker }])));
  if (rows.every((row) => row.length === 0)) throw new RangeError("labels must contain at least one label");
  let best: { loglik: number; parameters: Parameters } | null = null;
  for (let start = 0; start < starts; start += 1) {
    let parameters = randomParameters(nWorkers, nClasses, random);
    for (let iteration = 0; iteration < iterations; iteration += 1)
      parameters = maximiseParameters(rows, parameters, nWorkers, nClasses);
    const loglik = rows.reduce((sum, row) => sum + computeExpectation(row, parameters, nClasses).loglik, 0);
    if (best === null || loglik > best.loglik) best = { loglik, parameters };
  }
  const { loglik, parameters } = best!;
  const posterior = rows.map((row) =>
    row.length === 0 ? null : computeExpectation(row, parameters, nClasses).posterior,
  );
  const workersWithLabels = new Set(rows.flatMap((row) => row.map(({ worker }) => worker)));
  return {
    posterior,
    labels: posterior.map((shares) => shares && mostProbable(shares)),
    competence: parameters.competence.map((value, worker) => (workersWithLabels.has(worker) ? value : null)),
    loglik,
  };
}

type Row = readonly { label: number; worker: number }[];

function randomParameters(nWorkers: number, nClasses: number, random: Random): Parameters {
  return {
    competence: Array.from({ length: nWorkers }, () => 0.5 + 0.4 * random.next()),
    guesses: Array.from({ length: nWorkers }, () => {
      const weights = Array.from({ length: nClasses }, () => 0.5 + random.next());
      const total = weights.reduce((sum, value) => sum + value, 0);
      return weights.map((value) => value / total);
    }),
  };
}

/** The E-step for one item: the probabilities of its classes under the parameters. */
function computeExpectation(row: Row, { competence, guesses }: Parameters, nClasses: number) {
  const joint = Array.from({ length: nClasses }, (_, kind) =>
    row.reduce((sum, { label, worker }) => {
      const skill = competence[worker]!;
      return sum + Math.log((label === kind ? skill : 0) + (1 - skill) * guesses[worker]![label]!);
    }, -Math.log(nClasses)),
  );
  const largest = Math.max(...joint);
  const total = joint.reduce((sum, value) => sum + Math.exp(value - largest), 0);
  return {
    posterior: joint.map((value) => Math.exp(value - largest) / total),
    loglik: row.length === 0 ? 0 : largest + Math.log(total),
  };
}

function maximiseParameters(
  rows: readonly Row[],
  parameters: Parameters,
  nWorkers: number,
  nClasses: number,
): Parameters {
  const smoothing = 0.01 / nClasses;
  const knownCounts = new Array<number>(nWorkers).fill(0);
  const guessCounts = Array.from({ length: nWorkers }, () => new Array<number>(nClasses).fill(0));
  for (const row of rows) {
    const { posterior } = computeExpectation(row, parameters, nClasses);
    for (const { label, worker } of row) {
      const skill = parameters.competence[worker]!;
      const guess = (1 - skill) * parameters.guesses[worker]![label]!;
      // The worker can have known the class only if the class equals the label.
      const knew = (posterior[label]! * skill) / (skill + guess);
      knownCounts[worker]! += knew;
      guessCounts[worker]![label]! += 1 - knew;
    }
  }
  return {
    competence: knownCounts.map((count, worker) => {
      const all = count + guessCounts[worker]!.reduce((sum, value) => sum + value, 0);
      return (count + smoothing) / (all + 2 * smoothing);
    }),
    guesses: guessCounts.map((counts) => {
      const all = counts.reduce((sum, value) => sum + value, 0);
      return counts.map((count) => (count + smoothing) / (all + nClasses * smoothing));
    }),
  };
}

function mostProbable(shares: readonly number[]): number | null {
  const best = shares.indexOf(Math.max(...shares));
  return shares.some((share, kind) => kind !== best && shares[best]! - share < equalPosteriors) ? null : best;
}
