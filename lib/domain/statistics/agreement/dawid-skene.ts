import { requireCount, requireRectangle } from "../basics/require-number.ts";

export interface DawidSkene {
  /** Probabilities by item and class; null for an item without labels. */
  posterior: (number[] | null)[];
  /** The most probable class; null without labels or if the two best classes are equal. */
  labels: (number | null)[];
  /** The share of each class. */
  priors: number[];
  /** Probabilities by worker, true class and given label. */
  confusion: number[][][];
  loglik: number;
  iterations: number;
  converged: boolean;
}

/** Posteriors whose difference is smaller are equal. No label is then chosen. */
const equalPosteriors = 1e-9;

/**
 * Estimates the classes of items and the errors of the workers who labelled them, by expectation and maximisation
 * (Dawid and Skene 1979), initialised with the shares of votes and without smoothing. A row of a confusion matrix
 * without mass is 1/K. Each iteration computes priors and confusion from the posteriors, then new posteriors by Bayes'
 * rule in logarithms. Iteration ends when every posterior changes by less than `tol`. Priors, confusion and
 * log-likelihood are those that gave the final posteriors.
 *
 * The method finds a local optimum, may swap classes, and can need more than 1,000 iterations. Throws RangeError for
 * labels outside 0 .. nClasses - 1, if there is no label, and if `workers` and the rows differ in length.
 *
 * @param workers the worker, from 0, of each column of `labels`; a worker who labelled items several times has several
 * columns
 */
export function dawidSkene(
  labels: readonly (readonly (number | null)[])[],
  nClasses: number,
  tol: number,
  maxIter: number,
  workers?: readonly number[],
): DawidSkene {
  const nColumns = requireRectangle("labels", labels);
  const workerOf = workers ?? Array.from({ length: nColumns }, (_, column) => column);
  if (workerOf.length !== nColumns)
    throw new RangeError(`workers must name ${nColumns} columns, not ${workerOf.length}`);
  for (const worker of workerOf) requireCount("workers", worker);
  const nWorkers = Math.max(-1, ...workerOf) + 1;
  requireCount("nClasses", nClasses, 1);
  requireCount("maxIter", maxIter, 1);
  if (!(tol > 0)) throw new RangeError(`tol must be above 0, not ${tol}`);
  for (const label of labels.flat())
    if (label !== null && !(Number.isSafeInteger(label) && label >= 0 && label < nClasses))
      throw new RangeError(`labels must be whole numbers from 0 to ${nClasses - 1} or null, not ${label}`);
  const labelled = labels.map((_, item) => item).filter((item) => labels[item]!.some((label) => label !== null));
  if (labelled.length === 0) throw new RangeError("labels must contain at least one label");
  const rows = labelled.map(
    (item): Row =>
      labels[item]!.flatMap((given, column) => (given === null ? [] : [{ given, worker: workerOf[column]! }])),
  );
  let posterior = rows.map((row) => voteShares(row, nClasses));
  for (let iteration = 1; ; iteration += 1) {
    const priors = Array.from(
      { length: nClasses },
      (_, kind) => posterior.reduce((sum, shares) => sum + shares[kind]!, 0) / rows.length,
    );
    const confusion = confusionOf(rows, posterior, nWorkers, nClasses);
    const next = expectation(rows, priors, confusion);
    const change = next.posterior.reduce(
      (most, shares, row) => Math.max(most, ...shares.map((share, kind) => Math.abs(share - posterior[row]![kind]!))),
      0,
    );
    posterior = next.posterior;
    const converged = change < tol;
    if (!converged && iteration < maxIter) continue;
    const posteriorByItem = labels.map<number[] | null>(() => null);
    labelled.forEach((item, row) => {
      posteriorByItem[item] = posterior[row]!;
    });
    return {
      posterior: posteriorByItem,
      labels: posteriorByItem.map((shares) => shares && mostProbable(shares)),
      priors,
      confusion,
      loglik: next.loglik,
      iterations: iteration,
      converged,
    };
  }
}

/** The labels of one item. */
type Row = readonly { given: number; worker: number }[];

function voteShares(row: Row, nClasses: number): number[] {
  return Array.from({ length: nClasses }, (_, kind) => row.filter(({ given }) => given === kind).length / row.length);
}

function confusionOf(
  rows: readonly Row[],
  posterior: readonly (readonly number[])[],
  nWorkers: number,
  nClasses: number,
): number[][][] {
  const mass = Array.from({ length: nWorkers }, () =>
    Array.from({ length: nClasses }, () => new Array<number>(nClasses).fill(0)),
  );
  rows.forEach((row, index) => {
    for (const { given, worker } of row)
      for (let kind = 0; kind < nClasses; kind += 1) mass[worker]![kind]![given]! += posterior[index]![kind]!;
  });
  return mass.map((worker) =>
    worker.map((given) => {
      const sum = given.reduce((total, value) => total + value, 0);
      return given.map((value) => (sum === 0 ? 1 / nClasses : value / sum));
    }),
  );
}

function expectation(
  rows: readonly Row[],
  priors: readonly number[],
  confusion: readonly (readonly (readonly number[])[])[],
) {
  let loglik = 0;
  const logPriors = priors.map(Math.log);
  const logs = confusion.map((worker) => worker.map((given) => given.map(Math.log)));
  const posterior = rows.map((row) => {
    const joint = logPriors.map((prior, kind) =>
      row.reduce((sum, { given, worker }) => sum + logs[worker]![kind]![given]!, prior),
    );
    const largest = Math.max(...joint);
    const normaliser = joint.reduce((sum, value) => sum + Math.exp(value - largest), 0);
    loglik += largest + Math.log(normaliser);
    return joint.map((value) => Math.exp(value - largest) / normaliser);
  });
  return { posterior, loglik };
}

function mostProbable(shares: readonly number[]): number | null {
  const best = shares.indexOf(Math.max(...shares));
  const isTied = shares.some((share, kind) => kind !== best && shares[best]! - share < equalPosteriors);
  return isTied ? null : best;
}
