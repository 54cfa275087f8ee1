import { logisticRegressionSteps, predictProbability } from "./logistic-regression.ts";
import { learnTfidf, tfidfRow } from "./tfidf.ts";

/**
 * For every document the probability of "true" by a TF-IDF logistic regression that was fitted on the other folds only;
 * the token weights too are learnt without the fold. `folds[i]` is the fold of document i.
 */
export function crossValidatedProbabilities(
  documents: readonly (readonly string[])[],
  labels: readonly boolean[],
  folds: readonly number[],
): number[] {
  const steps = crossValidationSteps(documents, labels, folds);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in short steps; each yields how many folds are done. */
export function* crossValidationSteps(
  documents: readonly (readonly string[])[],
  labels: readonly boolean[],
  folds: readonly number[],
): Generator<number, number[]> {
  const probabilities = new Array<number>(documents.length).fill(0);
  for (const [done, fold] of [...new Set(folds)].entries()) {
    const isTraining = (_: unknown, index: number) => folds[index] !== fold;
    const training = documents.filter(isTraining);
    const tfidf = learnTfidf(training);
    yield done;
    const rows = training.map((document) => tfidfRow(tfidf, document));
    yield done;
    const steps = logisticRegressionSteps(rows, labels.filter(isTraining), tfidf.weights.length);
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield done;
    for (const [index, document] of documents.entries()) {
      if (folds[index] === fold) probabilities[index] = predictProbability(step.value, tfidfRow(tfidf, document));
    }
    yield done + 1;
  }
  return probabilities;
}
